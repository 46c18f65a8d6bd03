import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

export type RabbitVhost = {
  url: string;
  vhost: string;
  /** Calls the management API; `path` begins with `/api`. Rejects unless the answer is 2xx; resolves with its JSON. */
  management(path: string, init?: RequestInit): Promise<unknown>;
  /** Closes every connection to this vhost, at least one: waits until the broker lists one. */
  closeAllConnections(): Promise<void>;
  delete(): Promise<void>;
};

/**
 * A virtual host of its own on the broker of `TEST_RABBITMQ_URL` and `TEST_RABBITMQ_MANAGEMENT_URL`: test files share
 * a server and nothing else.
 */
export const createVhost = async (): Promise<RabbitVhost> => {
  const broker = new URL(requireEnvironment('TEST_RABBITMQ_URL'));
  const managementUrl = new URL(requireEnvironment('TEST_RABBITMQ_MANAGEMENT_URL'));
  const vhost = `test-${randomUUID()}`;
  const user = managementUrl.username || broker.username;
  const management = createManagementClient(managementUrl, user, managementUrl.password || broker.password);
  await management(`/api/vhosts/${vhost}`, { method: 'PUT' });
  const everything = { configure: '.*', write: '.*', read: '.*' };
  for (const name of new Set([user, broker.username])) {
    await management(`/api/permissions/${vhost}/${name}`, { method: 'PUT', body: JSON.stringify(everything) });
  }
  broker.pathname = `/${vhost}`;
  return {
    url: broker.toString(),
    vhost,
    management,
    closeAllConnections: () => closeAllConnections(management, vhost),
    delete: async () => void (await management(`/api/vhosts/${vhost}`, { method: 'DELETE' })),
  };
};

type ManagementClient = RabbitVhost['management'];

const createManagementClient = (base: URL, user: string, password: string): ManagementClient => {
  const credentials = Buffer.from(`${decodeURIComponent(user)}:${decodeURIComponent(password)}`).toString('base64');
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

const closeAllConnections = async (management: ManagementClient, vhost: string): Promise<void> => {
  const deadlineMs = Date.now() + connectionsAppearWithinMs;
  for (;;) {
    const names = namesOf(await management(`/api/vhosts/${vhost}/connections`));
    for (const name of names) {
      await management(`/api/connections/${encodeURIComponent(name)}`, { method: 'DELETE' }).catch(ignoreGone);
    }
    if (names.length > 0) return;
    if (Date.now() > deadlineMs) throw new Error(`the broker lists no connection to ${vhost}`);
    // The listing lags behind the sockets and has no event to wait for.
    await delay(100);
  }
};

const namesOf = (listing: unknown): string[] => {
  if (!Array.isArray(listing)) throw new Error('the management API listed no connections');
  return listing.flatMap((entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'name' in entry && typeof entry.name === 'string'
      ? [entry.name]
      : [],
  );
};

/** It ended by itself between the listing and the call. */
const ignoreGone = (error: unknown): void => {
  if (!(error instanceof Error && error.message.includes(': 404 '))) throw error;
};

const requireEnvironment = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with \`npm test\`, which starts the servers`);
  return value;
};
