import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../files/error-code.js';
import { awaitUrl } from './await-answer.js';
import { type Child, type ChildExit, type ChildSpec, startChild } from './child-process.js';
import { startGuard } from './guard.js';
import { callOnce } from './start-own-server.js';
import { stopLeftovers } from './stop-process.js';

/** A named process of one's own; `readyUrl` is polled until it answers 2xx. */
export type ProcessSpec = ChildSpec & { readyUrl?: string; restart?: Partial<RestartPolicy> };

export type SuperviseOptions = {
  dataDir: string;
  processes: readonly ProcessSpec[];
  /** Every line of every process's output, without its line end. */
  onLine: (name: string, line: string, stream: 'stdout' | 'stderr') => void;
  onEvent: (event: SupervisionEvent) => void;
};

export type SupervisedProcesses = {
  /** Undefined while the process is down. @throws Error for an unknown name, as the next three */
  pid: (name: string) => number | undefined;
  kill9: (name: string) => Promise<void>;
  stop: (name: string) => Promise<void>;
  start: (name: string) => Promise<void>;
  /** Stops all of them at the same time; afterwards nothing of them runs. */
  stopAll: () => Promise<void>;
};

/**
 * Starts named processes at the same time, each in a process group of its own, and resolves when all of them are ready.
 * One that dies is started again with backoff. They do not outlive this process, even when it is killed: a guard ends
 * them, and processes that escape the guard are ended by the next call for the same data directory.
 * @throws Error when one of them is given up before it was ready; the others are stopped then
 */
export const superviseProcesses = async (options: SuperviseOptions): Promise<SupervisedProcesses> => {
  await stopLeftovers(options.dataDir);
  const guard = startGuard(options.dataDir);
  const supervised = new Map(options.processes.map((spec) => [spec.name, supervise(options, spec)]));
  const all = [...supervised.values()];
  const stopAll = callOnce(async () => {
    await Promise.all(all.map((one) => one.stop()));
    await guard.close();
  });
  try {
    await Promise.all(all.map((one) => one.start()));
  } catch (error) {
    await stopAll();
    throw error;
  }
  const find = (name: string): SupervisedProcess => {
    const one = supervised.get(name);
    if (!one) throw new Error(`no process is called ${name}`);
    return one;
  };
  return {
    pid: (name) => find(name).pid(),
    kill9: (name) => find(name).kill9(),
    stop: (name) => find(name).stop(),
    start: (name) => find(name).start(),
    stopAll,
  };
};

const supervise = (options: SuperviseOptions, spec: ProcessSpec): SupervisedProcess => {
  const { readyUrl } = spec;
  return superviseProcess({
    dataDir: options.dataDir,
    spec: {
      ...spec,
      restart: { ...defaultRestartPolicy, ...spec.restart },
      ...(readyUrl === undefined ? {} : { awaitReady: (signal) => awaitUrl(readyUrl, signal) }),
    },
    onLine: (line, stream) => options.onLine(spec.name, line, stream),
    onEvent: options.onEvent,
  });
};

type SupervisedSpec = ChildSpec & {
  restart: RestartPolicy;
  /** Runs before every start, to clear the leftovers of a killed predecessor. */
  beforeStart?: () => Promise<void>;
  /** Resolves when the process does its work; aborted when it ends before. Default: at once. */
  awaitReady?: (signal: AbortSignal) => Promise<void>;
};

export type SupervisionEvent =
  | { type: 'started'; name: string; pid: number }
  | { type: 'ready'; name: string }
  | { type: 'died'; name: string; exit: ChildExit; restartInMs: number | undefined };

export type SupervisedProcess = {
  /** The pid of the running process; changes with each restart. */
  pid: () => number | undefined;
  /** Starts it, again after `kill9` or `stop`; resolves when it is ready. @throws Error when it is given up before */
  start: () => Promise<void>;
  /** The stop signal, a bounded wait, SIGKILL; it stays down. */
  stop: () => Promise<void>;
  /** SIGKILL for the process group; it stays down until `start`, unlike after any other death. */
  kill9: () => Promise<void>;
};

type Supervision = {
  dataDir: string;
  spec: SupervisedSpec;
  onLine: (line: string, stream: 'stdout' | 'stderr') => void;
  onEvent: (event: SupervisionEvent) => void;
};

/** EX_CONFIG of sysexits.h: the process has named the fault, which a restart would not mend. */
const unusableEnvironment = 78;

/** One life after another until `ended` is aborted; `ready` and `failed` concern the first life that gets ready. */
type Run = { ended: AbortController; over: Promise<void>; child: Child | undefined };

/**
 * Keeps one process running: an unexpected death is followed by a new start, with backoff, unless the process says by
 * its exit code that it cannot run with its environment.
 */
export const superviseProcess = (supervision: Supervision): SupervisedProcess => {
  let run: Run | undefined;
  const end = async (how: 'stop' | 'kill9'): Promise<void> => {
    const current = run;
    current?.ended.abort();
    await current?.child?.[how]();
    await current?.over;
  };
  return {
    pid: () => run?.child?.pid,
    start: () =>
      new Promise((resolve, reject) => {
        if (run) throw new Error(`${supervision.spec.name} is running already`);
        const current: Run = { ended: new AbortController(), over: Promise.resolve(), child: undefined };
        run = current;
        current.over = keepRunning(supervision, current, resolve)
          .then(reject, reject)
          .finally(() => (run = undefined));
      }),
    stop: () => end('stop'),
    kill9: () => end('kill9'),
  };
};

/** Resolves with the error that a caller who still waits for readiness deserves. */
const keepRunning = async (supervision: Supervision, run: Run, onReady: () => void): Promise<Error> => {
  const { spec, onEvent } = supervision;
  let earlyDeaths = 0;
  while (!run.ended.signal.aborted) {
    const startedAt = performance.now();
    const exit = await liveOnce(supervision, run, onReady);
    if (isStopped(run)) break;
    if (exit.code === unusableEnvironment) {
      await run.child?.outputEnded;
      onEvent({ type: 'died', name: spec.name, exit, restartInMs: undefined });
      return new Error(`${spec.name} cannot run with this environment: see its last log lines above`);
    }
    earlyDeaths = countEarlyDeaths(spec.restart, earlyDeaths, performance.now() - startedAt);
    const restartInMs = restartDelayMs(spec.restart, earlyDeaths);
    onEvent({ type: 'died', name: spec.name, exit, restartInMs });
    if (restartInMs === undefined) return new Error(`${spec.name} keeps dying: ${describeExit(exit)}`);
    await delay(restartInMs, undefined, { signal: run.ended.signal }).catch(() => undefined);
  }
  return new Error(`${spec.name} was stopped before it was ready`);
};

/** A function, because the compiler believes that nothing changes between two looks at a property. */
const isStopped = (run: Run): boolean => run.ended.signal.aborted;

const liveOnce = async (supervision: Supervision, run: Run, onReady: () => void): Promise<ChildExit> => {
  const { dataDir, spec, onLine, onEvent } = supervision;
  try {
    await spec.beforeStart?.();
  } catch (error) {
    return { code: null, signal: null, error: new Error(messageOf(error), { cause: error }) };
  }
  if (isStopped(run)) return { code: null, signal: null };
  const child = startChild(dataDir, spec, onLine);
  run.child = child;
  if (child.pid !== undefined) onEvent({ type: 'started', name: spec.name, pid: child.pid });
  return observeLife(supervision, child, onReady);
};

/** A process that fails to get ready is killed: its error is then the reason of its death. */
const observeLife = async (supervision: Supervision, child: Child, onReady: () => void): Promise<ChildExit> => {
  const { spec, onEvent } = supervision;
  const gone = new AbortController();
  let failure: Error | undefined;
  const readiness = (spec.awaitReady?.(gone.signal) ?? Promise.resolve()).then(
    () => {
      if (gone.signal.aborted) return;
      onEvent({ type: 'ready', name: spec.name });
      onReady();
    },
    async (error: unknown) => {
      if (gone.signal.aborted) return;
      failure = new Error(messageOf(error), { cause: error });
      await child.kill9();
    },
  );
  const exit = await child.exited;
  gone.abort();
  await readiness;
  return failure ? { ...exit, error: failure } : exit;
};

const describeExit = ({ code, signal, error }: ChildExit): string => {
  if (error) return messageOf(error);
  return signal ? `ended by ${signal}` : `exit code ${code ?? 'unknown'}`;
};

/** Logs a server's unexpected death. Starts are logged by the code that waits for them. */
export const reportDeaths =
  (log: (line: string) => void) =>
  (event: SupervisionEvent): void => {
    if (event.type !== 'died') return;
    const next =
      event.restartInMs === undefined ? 'it is not restarted' : `starting it again in ${event.restartInMs} ms`;
    log(`${event.name} died (${describeExit(event.exit)}): ${next}`);
  };

export type RestartPolicy = {
  initialDelayMs: number;
  delayMaxMs: number;
  /** A process that lived this long was healthy: its next restart starts over with the initial delay. */
  healthyAfterMs: number;
  /** So many early deaths in a row and it is left down. */
  attemptMax: number;
};

export const defaultRestartPolicy: RestartPolicy = {
  initialDelayMs: 200,
  delayMaxMs: 10_000,
  healthyAfterMs: 15_000,
  attemptMax: 8,
};

/** How many early deaths in a row there are now, counting one that came after `livedMs`. */
export const countEarlyDeaths = (policy: RestartPolicy, before: number, livedMs: number): number =>
  livedMs >= policy.healthyAfterMs ? 1 : before + 1;

/** Milliseconds to wait before the next start, doubling; undefined: give up. */
export const restartDelayMs = (policy: RestartPolicy, earlyDeaths: number): number | undefined =>
  earlyDeaths > policy.attemptMax
    ? undefined
    : Math.min(policy.initialDelayMs * 2 ** (earlyDeaths - 1), policy.delayMaxMs);
