import { awaitUrl } from './await-answer.js';
import type { ChildSpec } from './child-process.js';
import { startGuard } from './guard.js';
import { defaultRestartPolicy, type RestartPolicy } from './restart-delay.js';
import { callOnce } from './start-alone.js';
import { stopLeftovers } from './stop-leftovers.js';
import { type SupervisedProcess, superviseProcess, type SupervisionEvent } from './supervise-process.js';

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
 * One that dies is started again with backoff. They do not outlive this process, even when it is killed: a guard ends them,
 * and processes that escape the guard are ended by the next call for the same data directory.
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
