import type { CreateOutcomes, Heartbeat, Outage } from '@delivery/contracts';

/**
 * For so long what a replica of intake-api has said counts: while Postgres is away its heartbeats wait for an answer.
 */
const keptMs = 30_000;

export type OutageReport = {
  /** Called with each heartbeat, before it is written. */
  onHeard: (heartbeat: Pick<Heartbeat, 'name' | 'creates'>) => void;
  /** Called when Postgres has answered. */
  onDatabaseAnswered: () => void;
  read: () => Outage;
};

/** State in memory while Postgres is away: since when, and whether orders are accepted meanwhile. */
export const createOutageReport = (now: () => number): OutageReport => {
  const heard = new Map<string, { creates: CreateOutcomes; atMs: number }>();
  let answeredAtMs = now();
  return {
    onHeard: ({ name, creates }) => {
      if (creates) heard.set(name, { creates, atMs: now() });
    },
    onDatabaseAnswered: () => {
      answeredAtMs = now();
      for (const [name, { atMs }] of heard) if (atMs < answeredAtMs - keptMs) heard.delete(name);
    },
    read: () => {
      const known = [...heard.values()].filter(({ atMs }) => atMs >= now() - keptMs);
      return { since: new Date(answeredAtMs).toISOString(), creates: sumCreates(known.map(({ creates }) => creates)) };
    },
  };
};

/** `null`: of no replica. */
export const sumCreates = (counted: readonly CreateOutcomes[]): CreateOutcomes | null =>
  counted.length === 0
    ? null
    : counted.reduce((sum, creates) => ({
        accepted: sum.accepted + creates.accepted,
        limited: sum.limited + creates.limited,
        unavailable: sum.unavailable + creates.unavailable,
      }));
