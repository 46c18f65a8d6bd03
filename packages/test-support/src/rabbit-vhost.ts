import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

export type RabbitVhost = {
  url: string;
  vhost: string;
  /** Calls the management API; `path` begins with `/api`. Rejects unless the answer is 2xx; resolves with its JSON. */
  management: (path: string, init?: RequestInit) => Promise<unknown>;
  /** Closes every connection to this vhost, once the broker lists `countMin` of them; default 1. */
  closeAllConnections: (countMin?: number) => Promise<void>;
  delete: () => Promise<void>;
};

/**
 * A virtual host and a user of its own on the broker of `TEST_RABBITMQ_URL` and `TEST_RABBITMQ_MANAGEMENT_URL`: test
 * files share a server and nothing else.
 */
export const createVhost = async (): Promise<RabbitVhost> => {
  const broker = new URL(requireEnvironment('TEST_RABBITMQ_URL'));
  const management = createManagementClient(new URL(requireEnvironment('TEST_RABBITMQ_MANAGEMENT_URL')), broker);
  const name = `test-${randomUUID()}`;
  const put = (path: string, body: object) => management(path, { method: 'PUT', body: JSON.stringify(body) });
  await put(`/api/vhosts/${name}`, {});
  await put(`/api/users/${name}`, { password: name, tags: '' });
  await put(`/api/permissions/${name}/${name}`, { configure: '.*', write: '.*', read: '.*' });
  broker.username = name;
  broker.password = name;
  broker.pathname = `/${name}`;
  return {
    url: broker.toString(),
    vhost: name,
    management,
    closeAllConnections: (countMin = 1) => closeAllConnections(management, name, countMin),
    delete: async () => {
      await management(`/api/vhosts/${name}`, { method: 'DELETE' });
      await management(`/api/users/${name}`, { method: 'DELETE' });
    },
  };
};

type ManagementClient = RabbitVhost['management'];

const createManagementClient = (base: URL, broker: URL): ManagementClient => {
  const user = decodeURIComponent(base.username || broker.username);
  const password = decodeURIComponent(base.password || broker.password);
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

const connectionsAppearWithinMs = 15_000;

const closeAllConnections = async (management: ManagementClient, user: string, countMin: number): Promise<void> => {
  const deadlineMs = Date.now() + connectionsAppearWithinMs;
  // By user: that listing comes from the broker itself, the general one from statistics that are seconds old.
  const path = `/api/connections/username/${user}`;
  for (;;) {
    const listing = await management(path);
    if (Array.isArray(listing) && listing.length >= countMin) break;
    if (Date.now() > deadlineMs) throw new Error(`the broker does not list ${countMin} connections of ${user}`);
    await delay(20);
  }
  await management(path, { method: 'DELETE' });
};

const requireEnvironment = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with \`npm test\`, which starts the servers`);
  return value;
};
