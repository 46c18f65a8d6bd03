import { readdir, readFile } from 'node:fs/promises';

/** What a process with all its threads has used since it began. Linux alone tells it; elsewhere all of it is 0. */
export type ProcessCosts = {
  cpuMs: number;
  /** Voluntary context switches: how often a thread waited, and so was woken. */
  switches: number;
  /** System calls that read or write; of sockets those count that a program treats as files (Node), not recv and send (Postgres). */
  reads: number;
  writes: number;
};

/** Processes that count as one: a server's come and go. */
export type ProcessGroup = { name: string; pids: () => Promise<readonly number[]> };

const noCosts: ProcessCosts = { cpuMs: 0, switches: 0, reads: 0, writes: 0 };

export const sumCosts = (all: readonly ProcessCosts[]): ProcessCosts => all.reduce((a, b) => combine(a, b, 1), noCosts);

const combine = (a: ProcessCosts, b: ProcessCosts, factor: 1 | -1): ProcessCosts => ({
  cpuMs: a.cpuMs + factor * b.cpuMs,
  switches: a.switches + factor * b.switches,
  reads: a.reads + factor * b.reads,
  writes: a.writes + factor * b.writes,
});

/** What each group used while `work` ran. A process that ended meanwhile took what it used with it. */
export const costsDuring = async <T>(
  groups: readonly ProcessGroup[],
  work: () => Promise<T>,
): Promise<{ result: T; costs: Map<string, ProcessCosts> }> => {
  const before = await Promise.all(groups.map(readGroup));
  const result = await work();
  const after = await Promise.all(groups.map(readGroup));
  const costs = groups.map(({ name }, index): [string, ProcessCosts] => {
    const used = [...(after[index] ?? [])].map(([pid, now]) => combine(now, before[index]?.get(pid) ?? noCosts, -1));
    return [name, sumCosts(used)];
  });
  return { result, costs: new Map(costs) };
};

const readGroup = async ({ pids }: ProcessGroup): Promise<Map<number, ProcessCosts>> =>
  new Map(await Promise.all((await pids()).map(async (pid) => [pid, await readCosts(pid)] as const)));

const readCosts = async (pid: number): Promise<ProcessCosts> => {
  const tasks = `/proc/${pid}/task`;
  const threads = await readdir(tasks).catch(() => []);
  const ofEach = (name: string) => Promise.all(threads.map((thread) => readIfThere(`${tasks}/${thread}/${name}`)));
  return toCosts(await ofEach('schedstat'), await ofEach('status'), await readIfThere(`/proc/${pid}/io`));
};

/** A thread may have ended since it was listed. */
const readIfThere = (file: string): Promise<string> => readFile(file, 'latin1').catch(() => '');

/** What `schedstat` and `status` of each thread and `io` of their process say. */
export const toCosts = (schedstats: readonly string[], statuses: readonly string[], io: string): ProcessCosts => ({
  // Nanoseconds on a core, nanoseconds in its queue, slices.
  cpuMs: schedstats.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0),
  switches: statuses.reduce((sum, text) => sum + numberAfter(text, 'voluntary_ctxt_switches'), 0),
  reads: numberAfter(io, 'syscr'),
  writes: numberAfter(io, 'syscw'),
});

const numberAfter = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
