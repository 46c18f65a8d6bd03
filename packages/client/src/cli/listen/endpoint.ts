import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DeliveryClient } from '../../client.js';
import { EndpointLimitReached, EndpointNotFound, RecipientLimitReached } from '../../problems.js';
import type { Endpoint } from '../../types.js';
import { CannotRunError, type CommandInput } from '../command.js';
import { type Connection, findDataDirectory } from '../connection.js';

/** `secret`: or the public key; `undefined` where it is not known. */
export type ListenEndpoint = { id: string; secret: string | undefined; isNew: boolean };

/** The endpoint that was asked for, else the one of the last time, else a new one; enabled. */
export const provideEndpoint = async (
  client: DeliveryClient,
  keep: EndpointKeep,
  wantedId: string | undefined,
): Promise<ListenEndpoint> => {
  if (wantedId !== undefined) {
    const wanted = await client.endpoints.get(wantedId);
    await makeFit(client, wanted);
    return { id: wantedId, secret: wanted.public_key ?? undefined, isNew: false };
  }
  const kept = keep.read();
  const found = kept && 'id' in kept ? await findEndpoint(client, kept.id) : undefined;
  if (kept && 'id' in kept && found) {
    await makeFit(client, found);
    return { id: kept.id, secret: kept.secret, isNew: false };
  }
  const there = await listEndpoints(client);
  const left = kept && 'knownIds' in kept ? findLeft(there, kept) : undefined;
  if (left === undefined) keep.write({ knownIds: there.map(({ id }) => id), at: new Date().toISOString() });
  else await makeFit(client, left);
  // The secret of an endpoint that was left behind is not known here, so it gets a new one.
  const made = await (left ? client.endpoints.rotateSecret(left.id) : createEndpoint(client, there));
  const { id } = made;
  // One of both is always there.
  const secret = made.secret ?? made.public_key ?? '';
  keep.write({ id, secret });
  return { id, secret, isNew: left === undefined };
};

/** How long after an intent a new endpoint of the same kind is taken for its result. */
const intentMaxMs = 60_000;

/**
 * The endpoint that a killed `listen` had made and could not note: of type pull, unknown before, made right after its
 * intent.
 */
const findLeft = (there: readonly Endpoint[], { knownIds, at }: { knownIds: string[]; at: string }) => {
  const left = there.filter(({ id, type, created_at: createdAt }) => {
    const afterMs = Date.parse(createdAt) - Date.parse(at);
    return type === 'pull' && !knownIds.includes(id) && Math.abs(afterMs) <= intentMaxMs;
  });
  return left.length === 1 ? left[0] : undefined;
};

const listEndpoints = async (client: DeliveryClient): Promise<Endpoint[]> => {
  const there: Endpoint[] = [];
  for await (const endpoint of client.endpoints.list()) there.push(endpoint);
  return there;
};

const makeFit = async (client: DeliveryClient, { id, type, status }: Endpoint): Promise<void> => {
  if (type !== 'pull')
    throw new CannotRunError(`the endpoint ${id} is a push endpoint: give listen a pull endpoint, or none`);
  if (status === 'disabled') await client.endpoints.enable(id);
};

const findEndpoint = async (client: DeliveryClient, id: string): Promise<Endpoint | undefined> => {
  try {
    return await client.endpoints.get(id);
  } catch (error) {
    // Deleted, or of a database of another life.
    if (error instanceof EndpointNotFound) return undefined;
    throw error;
  }
};

const createEndpoint = async (client: DeliveryClient, there: readonly Endpoint[]) => {
  try {
    return await client.endpoints.create({ type: 'pull' });
  } catch (error) {
    if (!(error instanceof EndpointLimitReached || error instanceof RecipientLimitReached)) throw error;
    const lines = there.map(({ id, type, name, url }) => `  ${id}  ${name ?? url ?? type}`);
    const way = 'delete one, or give listen a pull endpoint with --endpoint <id>:';
    throw new CannotRunError([`the merchant has as many endpoints as it can have: ${way}`, ...lines].join('\n'), {
      cause: error,
    });
  }
};

/** The endpoint that `listen` has made for a merchant: no other command uses it, and its secret is shown only once. */
type KeptEndpoint = { id: string; secret: string };
/**
 * Written before an endpoint is made: if `listen` is killed right then, the next run finds the one that was not known
 * before.
 */
type KeptIntent = { knownIds: string[]; at: string };
type Kept = KeptEndpoint | KeptIntent;

type EndpointKeep = {
  read: () => Kept | undefined;
  write: (kept: Kept) => void;
};

/**
 * In the data directory of `npm start`, else in the user's own state; readable by its owner alone. One entry per
 * service and token.
 */
export const createEndpointKeep = (
  { env, directory }: Pick<CommandInput, 'env' | 'directory'>,
  { baseUrl, key, token }: Connection,
): EndpointKeep => {
  const state = env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state');
  const path = join(findDataDirectory(env, directory) ?? join(state, 'delivery'), 'listen.json');
  // The file must not be one more place where credentials lie.
  const name = createHash('sha256').update([baseUrl, key, token].join('\n')).digest('hex');
  return {
    read: () => readAll(path)[name],
    write: (kept) => replaceFile(path, { ...readAll(path), [name]: kept }),
  };
};

const readAll = (path: string): Record<string, Kept> => {
  const text = readText(path);
  if (text === undefined) return {};
  try {
    const kept: unknown = JSON.parse(text);
    return Object.fromEntries(Object.entries(kept ?? {}).filter((entry): entry is [string, Kept] => isKept(entry[1])));
  } catch (error) {
    throw new CannotRunError(`${path} cannot be read: delete it, and listen creates a new endpoint`, {
      cause: error,
    });
  }
};

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

const isKept = (value: unknown): value is Kept => {
  if (typeof value !== 'object' || value === null) return false;
  if ('knownIds' in value) return Array.isArray(value.knownIds) && 'at' in value && typeof value.at === 'string';
  return 'id' in value && typeof value.id === 'string' && 'secret' in value && typeof value.secret === 'string';
};

/** Replaces the file as a whole. A process that is killed on the way leaves the old file. */
const replaceFile = (path: string, value: unknown): void => {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}.tmp`;
  writeFileSync(unfinished, `${JSON.stringify(value)}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
};
