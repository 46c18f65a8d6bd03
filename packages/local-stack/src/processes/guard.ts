import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { identifyProcess, type ProcessIdentity } from './process-identity.js';

export type Guard = { close: () => Promise<void> };

/** Also from src/, where the tests run: the guard is a process of its own and needs compiled code. */
const guardScript = fileURLToPath(new URL('../../dist/bin/guard.js', import.meta.url));

/** One guard for each data directory, however many parts of this process ask for it. */
const guards = new Map<string, { close: () => Promise<void>; holderCount: number }>();

/**
 * Starts a small process that outlives this one by a moment: when this one ends, however, the guard ends the children
 * that it recorded in the data directory. It learns of the end from a pipe that the kernel closes, and runs in a
 * session of its own, where no Ctrl-C reaches it.
 */
export const startGuard = (dataDir: string): Guard => {
  const shared = guards.get(dataDir) ?? { close: spawnGuard(dataDir), holderCount: 0 };
  shared.holderCount += 1;
  guards.set(dataDir, shared);
  return {
    close: async () => {
      shared.holderCount -= 1;
      if (shared.holderCount > 0) return;
      guards.delete(dataDir);
      await shared.close();
    },
  };
};

const spawnGuard = (dataDir: string): (() => Promise<void>) => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const supervisor = identifySelf();
  const log = openSync(join(dataDir, 'guard.log'), 'a', 0o600);
  const child = spawn(process.execPath, [guardScript, dataDir, String(supervisor.pid), supervisor.startedAt], {
    detached: true,
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  child.unref();
  const { stdin } = child;
  if (!(stdin instanceof Socket)) throw new Error('the guard process has no pipe');
  // A guard that died itself is replaced by the next start, which stops leftovers in any case.
  stdin.on('error', () => stdin.destroy());
  stdin.unref();
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    stdin.end();
    await once(child, 'exit');
  };
};

export const identifySelf = (): ProcessIdentity => {
  const identity = identifyProcess(process.pid);
  if (!identity) throw new Error('this process cannot find itself in the process table');
  return identity;
};
