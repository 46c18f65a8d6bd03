import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { identifySelf } from './guard.js';
import { identifyProcess, type ProcessIdentity } from './process-identity.js';
import { killGroup, processRecords } from './stop-process.js';

export type ChildSpec = {
  /** Unique in the data directory; letters, digits and dashes. */
  name: string;
  command: string;
  args: readonly string[];
  /** The whole environment of the child: nothing is inherited. */
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** Another OS user to run as; only root can. */
  user?: { uid: number; gid: number };
  stopSignal?: 'SIGTERM' | 'SIGINT';
  /** After the stop signal; then SIGKILL for the whole process group. */
  stopGraceMs?: number;
  /** The children of a dead supervisor are stopped from the highest tier: 2 services, 1 servers, 0 what these need. */
  tier?: number;
};

export type ChildExit = { code: number | null; signal: NodeJS.Signals | null; error?: Error };

export type Child = {
  pid: number | undefined;
  /** Resolves when the process has ended, or could not be started; never rejects. */
  exited: Promise<ChildExit>;
  /** Resolves when the process has ended and its last line has been passed on. */
  outputEnded: Promise<unknown>;
  stop: () => Promise<void>;
  kill9: () => Promise<void>;
};

const defaultStopGraceMs = 30_000;

/**
 * Starts one process in a process group of its own and records it in the data directory before anything else happens,
 * so that the guard and the next start can end it.
 */
export const startChild = (
  dataDir: string,
  spec: ChildSpec,
  onLine: (line: string, stream: 'stdout' | 'stderr') => void,
): Child => {
  const child = spawn(spec.command, [...spec.args], {
    env: spec.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(spec.cwd === undefined ? {} : { cwd: spec.cwd }),
    ...spec.user,
  });
  const identity = child.pid === undefined ? undefined : identifyProcess(child.pid);
  if (identity) record(dataDir, spec, identity);
  const stdout = createInterface({ input: child.stdout }).on('line', (line) => onLine(line, 'stdout'));
  const stderr = createInterface({ input: child.stderr }).on('line', (line) => onLine(line, 'stderr'));
  const exited = waitForExit(child).then((exit) => {
    processRecords.remove(dataDir, spec.name);
    return exit;
  });
  return {
    pid: child.pid,
    exited,
    outputEnded: Promise.all([exited, once(stdout, 'close'), once(stderr, 'close')]),
    stop: () => stopChild(child, exited, spec),
    kill9: async () => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) killGroup(child.pid);
      await exited;
    },
  };
};

const record = (dataDir: string, spec: ChildSpec, identity: ProcessIdentity): void =>
  processRecords.write(dataDir, {
    ...identity,
    name: spec.name,
    supervisor: identifySelf(),
    stopSignal: spec.stopSignal ?? 'SIGTERM',
    stopGraceMs: spec.stopGraceMs ?? defaultStopGraceMs,
    tier: spec.tier ?? 2,
  });

type PipedChild = ChildProcessByStdio<null, Readable, Readable>;

const waitForExit = (child: PipedChild): Promise<ChildExit> =>
  new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });

const stopChild = async (child: PipedChild, exited: Promise<ChildExit>, spec: ChildSpec): Promise<void> => {
  child.kill(spec.stopSignal ?? 'SIGTERM');
  const timer = setTimeout(() => {
    if (child.pid !== undefined) killGroup(child.pid);
  }, spec.stopGraceMs ?? defaultStopGraceMs);
  await exited;
  clearTimeout(timer);
};
