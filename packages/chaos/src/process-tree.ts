import { readdirSync, readFileSync } from 'node:fs';

/** The process and its descendants at this moment, from `/proc`. Linux only. */
export const listProcessTree = (rootPid: number): number[] => {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readParent(Number(name)));
  const tree = [rootPid];
  // Grows while it is walked: children are appended behind their parents.
  for (const pid of tree) tree.push(...parents.filter(({ parent }) => parent === pid).map((entry) => entry.pid));
  return tree;
};

const readParent = (pid: number): { pid: number; parent: number }[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command in parentheses may contain anything; the state and the parent follow the last one.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return [{ pid, parent }];
  } catch {
    // It has ended since the directory was read.
    return [];
  }
};
