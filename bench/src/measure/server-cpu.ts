import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/** Clock ticks per second, as Linux reports process times to user space. */
const ticksPerSecond = 100;

type Stat = { name: string; parent: number; own: number; ended: number };

/**
 * CPU seconds that a whole Postgres server has used so far, including processes that have ended and the work of other
 * clients. 0 if the system does not report it, or if the server is on another machine.
 */
export const serverCpuSeconds = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const server = (await readStat(rows[0]?.pid ?? 0))?.parent ?? 0;
  for (;;) {
    const before = await readStat(server);
    const children = await readFile(`/proc/${server}/task/${server}/children`, 'latin1').catch(() => '');
    const alive = await Promise.all(children.trim().split(' ').map(Number).map(readStat));
    const itself = await readStat(server);
    if (!itself?.name.startsWith('postgres')) return 0;
    const ticks = alive.reduce((sum, child) => sum + (child?.own ?? 0), itself.own + itself.ended);
    // One that ended meanwhile may be among those alive and those that have ended, or among neither.
    if (before?.ended === itself.ended) return ticks / ticksPerSecond;
  }
};

/** `ended`: the time of children that have ended. */
const readStat = async (pid: number): Promise<Stat | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The name in parentheses may contain spaces; fields are counted from its end.
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  const ticksOf = (first: number): number => Number(fields[first] ?? 0) + Number(fields[first + 1] ?? 0);
  return {
    name: stat.slice(stat.indexOf('(') + 1, end),
    parent: Number(fields[1] ?? 0),
    own: ticksOf(11),
    ended: ticksOf(13),
  };
};
