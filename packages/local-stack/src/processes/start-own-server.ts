import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { isErrorCode, messageOf } from '../files/error-code.js';
import { keepJson, readKeptJson } from '../files/kept-json.js';
import { startGuard } from './guard.js';

/** However often and concurrently it is called, the work is done once; every caller waits for it. */
export const callOnce = (work: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
};

/**
 * Starts a server as the only one in its directory, with a guard that ends it when this process dies.
 * @throws DirectoryInUseError when another process runs one there
 */
export const startAlone = async <Running extends { stop: () => Promise<void> }>(
  { dataDir, directory }: { dataDir: string; directory: string },
  start: () => Promise<Running>,
): Promise<Running> => {
  const lock = await lockDirectory(directory);
  const guard = startGuard(dataDir);
  const release = async () => {
    await guard.close();
    await lock.release();
  };
  try {
    const running = await start();
    const stop = async () => {
      try {
        await running.stop();
      } finally {
        await release();
      }
    };
    return { ...running, stop: callOnce(stop) };
  } catch (error) {
    await release();
    throw error;
  }
};

/** The kind of server that `STACK` asks for; undefined: the start chooses. */
export const wantedKind = (stack: string | undefined): 'container' | undefined =>
  stack === 'containers' ? 'container' : undefined;

const keptSchema = z.object({ kind: z.string() }).optional();

/**
 * Starts a server of the kind that wrote the data in its directory: another kind would begin with no data, or damage
 * them. The first start that succeeds decides. `start` is given undefined where the choice is its own.
 * @throws Error that says which kind holds the data when that one cannot be started, or when another one is wanted
 */
export const startAsKept = async <Kind extends string, Running extends { kind: Kind | 'external' }>(
  directory: string,
  { kinds, wanted }: { kinds: readonly Kind[]; wanted: Kind | undefined },
  start: (kind: Kind | undefined) => Promise<Running>,
): Promise<Running> => {
  const path = join(directory, 'kind.json');
  const kept = keptSchema.parse(readKeptJson(path))?.kind;
  if (kept === undefined) {
    const running = await start(wanted);
    keepJson(path, { kind: running.kind });
    return running;
  }
  const advice = 'set DATA_DIR to another directory, or delete this one to start empty';
  const kind = kinds.find((one) => one === kept);
  if (kind === undefined || (wanted !== undefined && wanted !== kind)) {
    throw new Error(
      `the data in ${directory} are of a server of kind "${kept}", not "${wanted ?? kinds.join('" or "')}": ${advice}`,
    );
  }
  try {
    return await start(kind);
  } catch (error) {
    const reason = `the data in ${directory} are of a server of kind "${kept}", which does not start: ${messageOf(error)}`;
    throw new Error(`${reason}. Fix that, or ${advice}`, { cause: error });
  }
};

/** Another live process works in the same data directory. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';
}

type DirectoryLock = { release: () => Promise<void> };

/**
 * Makes this process the only one to run servers in a directory, until it releases it or dies. The lock is a listening
 * socket, because the kernel closes it with its process, however that ends: a lock file would outlive a kill -9.
 * @throws DirectoryInUseError that names the process that holds it
 */
const lockDirectory = async (directory: string): Promise<DirectoryLock> => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = lockPath(realpathSync(directory));
  const server = (await tryListen(path)) ?? (await takeOver(path, directory));
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
};

/** On Linux an abstract name (it begins with NUL), which cannot be left behind; elsewhere a socket file. */
const lockPath = (directory: string): string => {
  const name = `delivery-local-stack-${createHash('sha256').update(directory).digest('hex').slice(0, 24)}`;
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
};

const takeOver = async (path: string, directory: string): Promise<Server> => {
  const owner = await askOwner(path);
  if (owner === undefined && !path.startsWith('\0')) unlinkSync(path);
  const server = owner === undefined ? await tryListen(path) : undefined;
  if (server) return server;
  throw new DirectoryInUseError(
    `${directory} is in use by process ${owner ?? 'unknown'}: stop that one, or set DATA_DIR to another directory`,
  );
};

const tryListen = (path: string): Promise<Server | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(String(process.pid));
    });
    server.once('error', (error) => {
      if (isErrorCode(error, 'EADDRINUSE')) resolve(undefined);
      else reject(error);
    });
    server.listen(path, () => resolve(server));
  });

/** Asks the owner for its pid; undefined when no process listens. A suspended owner gives no answer in time. */
const askOwner = (path: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect(path);
    let answer = '';
    socket.setTimeout(2_000, () => {
      resolve('unknown');
      socket.destroy();
    });
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('end', () => resolve(answer));
    socket.on('error', () => resolve(undefined));
  });
