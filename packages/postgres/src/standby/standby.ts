import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Queryable } from '../pipeline.js';
import { createStandbyPool, type Pool, type PoolOptions, type StandbyTimeLimits } from '../pool.js';
import { queryOne } from '../query.js';
import type { CheckedPool } from './checked-pool.js';
import {
  explainFailure,
  isAhead,
  isFault,
  judgeStandby,
  type Mark,
  type ReadFailure,
  type ServerState,
  type StandbyFault,
  StandbyRefusedError,
  type StandbyVerdict,
} from './judge-standby.js';

/** The result of a read: its answer, or why the primary has to be asked. */
type StandbyRead<T> = { answer: T } | { unread: StandbyFault | ReadFailure };

export type Standby = {
  /** Hands out connections to a standby whose data is no older than allowed. For use within `read`. */
  pool: Pool;
  /** Begins to check whether the standby can be used. Call it once the schema exists; the standby then has it too. */
  start: () => void;
  /** Returns at once where the standby is known to be unusable. @throws errors that do not come from the database */
  read: <T>(work: () => Promise<T>) => Promise<StandbyRead<T>>;
  /** Why it is not used now. */
  fault: () => StandbyFault | undefined;
  /** How old its data may be, in milliseconds; `undefined` until that is known. */
  lagMs: () => number | undefined;
  close: () => Promise<void>;
};

export type StandbyOptions = Omit<PoolOptions, 'poolMax'> & {
  poolMax: number;
  /** Asked where it is, twice a second. */
  primary: Pool;
  /** A standby's data is never older, by the clock of this process. */
  lagMaxMs: number;
  limits?: StandbyTimeLimits;
  /** For so long it is not asked after a read for which it was away. */
  restMs?: number;
};

/** Together below the deadline of a caller who is then answered by the primary. */
const defaultLimits: StandbyTimeLimits = { connectMs: 500, statementMs: 700 };
const defaultRestMs = 5_000;
const lookEveryMs = 500;
/**
 * Ten minutes of looks: a standby that is later than all of them is shown as late as the last one that it had replayed.
 */
const markMax = 1_200;

/**
 * A hot standby that answers reads which may be late. Two looks a second compare where it is with where the primary
 * was; each of its connections is checked by itself, as it may lead to another standby than the one before.
 */
export const createStandby = (options: StandbyOptions): Standby => {
  const { limits = defaultLimits, lagMaxMs } = options;
  const isLate = (freshAsOfMs: number): boolean => performance.now() - freshAsOfMs > lagMaxMs;
  const marks: Mark[] = [];
  const pool = createStandbyPool({ ...options, limits }, createCheck(marks, isLate));
  const use = createUse(options);
  const look = createLook({ ...options, pool, marks, isLate, use });
  const stopping = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  return {
    pool,
    start: () => {
      looking = lookOn(look, stopping.signal);
    },
    read: async (work) => {
      const fault = use.fault();
      if (fault) return { unread: fault };
      try {
        return { answer: await work() };
      } catch (error) {
        const why = explainFailure(error);
        if (why === undefined) throw error;
        if (isFault(why)) use.end(why, error);
        return { unread: why };
      }
    },
    fault: use.fault,
    lagMs: use.lagMs,
    close: async () => {
      stopping.abort();
      await looking;
      await pool.end();
    },
  };
};

/** A connection that was found fresh counts as fresh until it may be too late; then it is asked again. */
const createCheck = (marks: readonly Mark[], isLate: (freshAsOfMs: number) => boolean) => {
  const freshAsOf = new WeakMap<pg.PoolClient, number>();
  return async (client: pg.PoolClient): Promise<void> => {
    const known = freshAsOf.get(client);
    if (known !== undefined && !isLate(known)) return;
    const freshAsOfMs = readVerdict(judgeStandby(await readWalPosition(client), marks));
    if (isLate(freshAsOfMs)) throw new StandbyRefusedError('behind');
    freshAsOf.set(client, freshAsOfMs);
  };
};

const readVerdict = (verdict: StandbyVerdict): number => {
  if ('fault' in verdict) throw new StandbyRefusedError(verdict.fault);
  return verdict.freshAsOfMs;
};

type Use = ReturnType<typeof createUse>;

/** Whether the standby is used; each change is logged once. */
const createUse = ({ logger, restMs = defaultRestMs }: StandbyOptions) => {
  let fault: StandbyFault | undefined = 'starting';
  let freshAsOfMs: number | undefined;
  let restUntilMs = 0;
  return {
    fault: () => fault,
    lagMs: () => (freshAsOfMs === undefined ? undefined : performance.now() - freshAsOfMs),
    seen: (asOfMs: number): void => {
      freshAsOfMs = asOfMs;
    },
    begin: (): void => {
      if (fault === undefined || performance.now() < restUntilMs) return;
      fault = undefined;
      logger.info({}, 'standby.used');
    },
    /** By a look. The next one may begin it again. */
    pause: (why: StandbyFault, error: unknown): void => {
      if (fault !== why) logger.warn({ reason: why, err: error }, 'standby.bypassed');
      fault = why;
    },
    /** By a read, which looks did not foresee. */
    end(why: StandbyFault, error: unknown): void {
      if (why !== 'behind') restUntilMs = performance.now() + restMs;
      this.pause(why, error);
    },
  };
};

const lookOn = async (look: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await look();
    // Aborted: the loop ends.
    await delay(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
};

type Asked = { client: pg.PoolClient; server: ServerState } | { error: unknown };

const createLook = (deps: {
  primary: Pool;
  pool: CheckedPool;
  marks: Mark[];
  isLate: (freshAsOfMs: number) => boolean;
  use: Use;
}): (() => Promise<void>) => {
  const { primary, pool, marks, isLate, use } = deps;
  const judge = (server: ServerState, mark: Mark): void => {
    if (isAhead(server, mark)) throw new StandbyRefusedError('another_database');
    const freshAsOfMs = readVerdict(judgeStandby(server, marks));
    use.seen(freshAsOfMs);
    if (isLate(freshAsOfMs)) throw new StandbyRefusedError('behind');
    use.begin();
  };
  return async () => {
    const asked = await askStandby(pool);
    // After the standby: it cannot have replayed more than there is by now.
    const mark = await takeMark(primary);
    if (mark) marks.push(mark);
    if (marks.length > markMax) marks.shift();
    if ('error' in asked) return use.pause(toFault(asked.error), asked.error);
    try {
      // Without the primary it cannot be judged: the standby's data grows old, and is used until it is too old.
      if (mark) judge(asked.server, mark);
      asked.client.release();
    } catch (error) {
      asked.client.release(true);
      use.pause(toFault(error), error);
    }
  };
};

const askStandby = async (pool: CheckedPool): Promise<Asked> => {
  let client: pg.PoolClient | undefined;
  try {
    client = await pool.connectUnchecked();
    return { client, server: await readWalPosition(client) };
  } catch (error) {
    client?.release(true);
    return { error };
  }
};

/** `undefined` while the primary is away, which other checks report. */
const takeMark = async (primary: Pool): Promise<Mark | undefined> => {
  const atMs = performance.now();
  const server = await readWalPosition(primary).catch(() => undefined);
  if (!server || server.position === null) return undefined;
  return { atMs, database: server.database, position: server.position };
};

/** One that takes too long to say where it is is away. */
const toFault = (error: unknown): StandbyFault => {
  const why = explainFailure(error);
  return why !== undefined && isFault(why) ? why : 'away';
};

/** Every role may run it. The cluster's identifier is read as text: it exceeds JavaScript's safe integers. */
const stateSql = `
  select pg_is_in_recovery() as is_standby,
         (select system_identifier::text from pg_control_system()) || '/' ||
           (select oid::text from pg_database where datname = current_database()) as database,
         (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end
           - '0/0'::pg_lsn)::int8 as position`;

const readWalPosition = (client: Queryable): Promise<ServerState> =>
  queryOne(client, { name: 'read_wal_position', text: stateSql });
