import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isErrorCode } from './error-code.js';

/** Another live process works in the same data directory. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';
}

export type DirectoryLock = { release: () => Promise<void> };

/**
 * Makes this process the only one to run servers in a directory, until it releases it or dies. The lock is a listening
 * socket, because the kernel closes it with its process, however that ends: a lock file would outlive a kill -9.
 * @throws DirectoryInUseError that names the process that holds it
 */
export const lockDirectory = async (directory: string): Promise<DirectoryLock> => {
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
