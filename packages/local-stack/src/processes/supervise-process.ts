import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../files/error-code.js';
import { type Child, type ChildExit, type ChildSpec, startChild } from './child-process.js';
import { countEarlyDeaths, restartDelayMs, type RestartPolicy } from './restart-delay.js';

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
  /** Of the running process; changes with each restart. */
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
 * Keeps one process running: an unexpected death is followed by a new start, with backoff, unless the process says by its
 * exit code that it cannot run with its environment.
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
