import { randomUUID } from 'node:crypto';
import { type BrokerUrls, makeBrokerUsers } from '@delivery/local-stack';
import { pollUntil } from './poll-until.js';

export type RabbitVhost = {
  url: string;
  vhost: string;
  /** Calls the management API; `path` begins with `/api`. Rejects unless the answer is 2xx; resolves with its JSON. */
  management: (path: string, init?: RequestInit) => Promise<unknown>;
  /** Whom the management API takes its calls for. */
  managementUser: string;
  /** Closes every connection to this vhost, once the broker lists `countMin` of them; default 1. */
  closeAllConnections: (countMin?: number) => Promise<void>;
  /** The product's users in this vhost, deleted with it. */
  makeUsers: () => Promise<BrokerUrls>;
  delete: () => Promise<void>;
};

/**
 * A virtual host and a user of its own on the broker of `TEST_RABBITMQ_URL` and `TEST_RABBITMQ_MANAGEMENT_URL`: test
 * files share a server and nothing else.
 */
export const createVhost = async (): Promise<RabbitVhost> => {
  const broker = new URL(requireEnvironment('TEST_RABBITMQ_URL'));
  const managementUrl = new URL(requireEnvironment('TEST_RABBITMQ_MANAGEMENT_URL'));
  managementUrl.username ||= broker.username;
  managementUrl.password ||= broker.password;
  const management = createManagementClient(managementUrl);
  const users: string[] = [];
  const name = `test-${randomUUID()}`;
  const put = (path: string, body: object) => management(path, { method: 'PUT', body: JSON.stringify(body) });
  await put(`/api/vhosts/${name}`, {});
  await put(`/api/users/${name}`, { password: name, tags: '' });
  await put(`/api/permissions/${name}/${name}`, { configure: '.*', write: '.*', read: '.*' });
  broker.username = name;
  broker.password = name;
  broker.pathname = `/${name}`;
  users.push(name);
  return {
    url: broker.toString(),
    vhost: name,
    management,
    managementUser: decodeURIComponent(managementUrl.username),
    closeAllConnections: (countMin = 1) => closeAllConnections(management, name, countMin),
    makeUsers: async () => {
      const urls = await makeBrokerUsers({ url: broker.href, managementUrl: managementUrl.href }, `${name}-`);
      users.push(...Object.values(urls).map((url) => new URL(url).username));
      return urls;
    },
    delete: async () => {
      await management(`/api/vhosts/${name}`, { method: 'DELETE' });
      for (const user of users) await management(`/api/users/${user}`, { method: 'DELETE' });
    },
  };
};

type ManagementClient = RabbitVhost['management'];

const createManagementClient = (base: URL): ManagementClient => {
  const user = decodeURIComponent(base.username);
  const password = decodeURIComponent(base.password);
  const credentials = Buffer.from(`${user}:${password}`).toString('base64');
  return async (path, init = {}) => {
    const answer = await fetch(new URL(path, base.origin), {
      ...init,
      headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
};

const closeAllConnections = async (management: ManagementClient, user: string, countMin: number): Promise<void> => {
  // By user: that listing comes from the broker itself, the general one from statistics that are seconds old.
  const path = `/api/connections/username/${user}`;
  await pollUntil(`the broker lists ${countMin} connections of ${user}`, async () => {
    const listing = await management(path);
    return Array.isArray(listing) && listing.length >= countMin ? listing : undefined;
  });
  // It answers 500 where one of them ends by itself just then, and has closed only those before it.
  await pollUntil(`the broker closes the connections of ${user}`, async () => {
    await management(path, { method: 'DELETE' });
    return true;
  });
};

const requireEnvironment = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with \`npm test\`, which starts the servers`);
  return value;
};
