import { readdir, readFile } from 'node:fs/promises';

/** Resources that a process has used since it started, all threads together. Only Linux reports them; elsewhere all are 0. */
export type ProcessCosts = {
  cpuMs: number;
  /** Voluntary context switches: how often a thread waited, and so was woken. */
  switches: number;
  /** System calls that read or write; of sockets those count that a program treats as files (Node), not recv and send (Postgres). */
  reads: number;
  writes: number;
};

/** Processes that count as one. `pids` is read each time: a server starts and ends processes. */
export type ProcessGroup = { name: string; pids: () => Promise<readonly number[]> };

const noCosts: ProcessCosts = { cpuMs: 0, switches: 0, reads: 0, writes: 0 };

export const sumCosts = (all: readonly ProcessCosts[]): ProcessCosts => all.reduce((a, b) => combine(a, b, 1), noCosts);

const combine = (a: ProcessCosts, b: ProcessCosts, factor: 1 | -1): ProcessCosts => ({
  cpuMs: a.cpuMs + factor * b.cpuMs,
  switches: a.switches + factor * b.switches,
  reads: a.reads + factor * b.reads,
  writes: a.writes + factor * b.writes,
});

/** The use of each group while `work` ran. The use of a process or thread that ended meanwhile is lost. */
export const costsDuring = async <T>(
  groups: readonly ProcessGroup[],
  work: () => Promise<T>,
): Promise<{ result: T; costs: Map<string, ProcessCosts> }> => {
  const before = await Promise.all(groups.map(readGroup));
  const result = await work();
  const after = await Promise.all(groups.map(readGroup));
  const costs = groups.map(({ name }, index): [string, ProcessCosts] => {
    const used = [...(after[index] ?? [])].map(([meter, now]) =>
      combine(now, before[index]?.get(meter) ?? noCosts, -1),
    );
    return [name, sumCosts(used)];
  });
  return { result, costs: new Map(costs) };
};

export const percentOfCore = (cpuMs: number, seconds: number): number => (cpuMs / (seconds * 1_000)) * 100;

export type NamedProcess = { name: string; pid: number };

/** CPU seconds that each used while `work` ran; those of one name together. */
export const cpuDuring = async <T>(
  processes: readonly NamedProcess[],
  work: () => Promise<T>,
): Promise<{ result: T; cpu: Record<string, number> }> => {
  const names = [...new Set(processes.map(({ name }) => name))];
  const pidsOf = (wanted: string) => processes.filter(({ name }) => name === wanted).map(({ pid }) => pid);
  const groups = names.map((name) => ({ name, pids: () => Promise.resolve(pidsOf(name)) }));
  const { result, costs } = await costsDuring(groups, work);
  return { result, cpu: Object.fromEntries([...costs].map(([name, { cpuMs }]) => [name, cpuMs / 1_000])) };
};

/** Costs by the directory in `/proc` that they were read from: of each thread, and of the process. */
type Readings = Map<string, ProcessCosts>;

const readGroup = async ({ pids }: ProcessGroup): Promise<Readings> => {
  const readings: Readings = new Map();
  await Promise.all((await pids()).map((pid) => readProcess(pid, readings)));
  return readings;
};

const readProcess = async (pid: number, readings: Readings): Promise<void> => {
  const root = `/proc/${pid}`;
  const threads = await readdir(`${root}/task`).catch(() => []);
  const meters = threads.map(async (thread) => {
    const directory = `${root}/task/${thread}`;
    const [schedstat, status] = [await readIfThere(`${directory}/schedstat`), await readIfThere(`${directory}/status`)];
    if (schedstat && status) readings.set(directory, toThreadCosts(schedstat, status));
  });
  await Promise.all(meters);
  const io = await readIfThere(`${root}/io`);
  if (io) readings.set(root, toProcessCosts(io));
};

/** `undefined` for a thread that has ended since it was listed: zeros would mean that it used less than before. */
const readIfThere = (file: string): Promise<string | undefined> => readFile(file, 'latin1').catch(() => undefined);

/** The figures of `schedstat` (nanoseconds on a core, nanoseconds in its queue, slices) and `status` of a thread. */
export const toThreadCosts = (schedstat: string, status: string): ProcessCosts => ({
  ...noCosts,
  cpuMs: Number(schedstat.split(' ')[0]) / 1e6,
  switches: numberAfter(status, 'voluntary_ctxt_switches'),
});

/** The figures of `io` of a process. */
export const toProcessCosts = (io: string): ProcessCosts => ({
  ...noCosts,
  reads: numberAfter(io, 'syscr'),
  writes: numberAfter(io, 'syscw'),
});

const numberAfter = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
