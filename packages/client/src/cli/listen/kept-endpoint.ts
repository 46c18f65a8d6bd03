import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CommandInput } from '../command.js';
import { type Connection, findDataDirectory } from '../connection.js';
import { CannotRunError } from '../errors.js';

/** The endpoint that `listen` has made for a merchant: no other command uses it, and its secret is shown only once. */
type KeptEndpoint = { id: string; secret: string };
/** Written before an endpoint is made: if `listen` is killed right then, the next run finds the one that was not known before. */
type KeptIntent = { knownIds: string[]; at: string };
type Kept = KeptEndpoint | KeptIntent;

export type EndpointKeep = {
  read: () => Kept | undefined;
  write: (kept: Kept) => void;
};

/** In the data directory of `npm start`, else in the user's own state; readable by its owner alone. One entry per service and token. */
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
