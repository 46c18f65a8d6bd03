import { createPool, hasLostPartition, type Pool, queryOne } from '@delivery/postgres';
import { patience } from '../support/ledger-world.js';

/** A pool of one connection, whose statements wait at a gate and go to the server one by one. */
export type GatedPool = {
  pool: Pool;
  /** The statements that arrived since the last `reset`, by name or by how they begin. */
  statements: readonly string[];
  /** SQLSTATEs of the statements that failed since then, or `lostPartition`. */
  failures: readonly string[];
  /** Forgets what arrived. From now on this many statements pass. */
  reset: (passMax: number) => void;
  /** Statements that have not arrived yet wait. */
  shut: () => void;
  open: () => void;
  /** Resolves when a statement waits at the gate and all before it have ended, or when one has stopped inside, see `installStops`. */
  stopped: () => Promise<void>;
  /** The process id of the server's session. */
  readPid: () => Promise<number>;
};

/** A session says it when it stops inside a statement. */
export const stopNotice = 'explorer: stopped';

const patientPid = `select pg_backend_pid() as pid, set_config('idle_in_transaction_session_timeout', '0', false)`;

/** Among `failures`: the day of a row was dropped while its statement waited. */
export const lostPartition = 'lost partition';

export const createGatedPool = (databaseUrl: string, logger: Parameters<typeof createPool>[0]['logger']): GatedPool => {
  const pool = createPool({
    applicationName: 'explorer',
    databaseUrl,
    poolMax: 1,
    planCacheMode: 'force_generic_plan',
    pipelining: false,
    logger,
    ...patience,
  });
  const gate = createGate();
  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    client.on('notice', ({ message }) => {
      if (message === stopNotice) gate.stopInside();
    });
    Object.assign(client, {
      query: (...given: unknown[]): unknown =>
        gate.pass(nameOf(given[0]), (onEnd) => {
          const last = given.at(-1);
          if (typeof last !== 'function') return settled(Reflect.apply(query, undefined, given), onEnd);
          const onAnswer = (error: unknown, ...answer: unknown[]): void => {
            onEnd(error);
            Reflect.apply(last, undefined, [error, ...answer]);
          };
          return Reflect.apply(query, undefined, [...given.slice(0, -1), onAnswer]);
        }),
    });
  });
  /** From now on the session may stay in a transaction for as long as the other one takes, also on a slow machine. */
  const readPid = async () => (await queryOne<{ pid: number }>(pool, patientPid)).pid;
  return { pool, ...gate, readPid };
};

/** The answer of a statement without a callback is a promise. */
const settled = async (answer: unknown, onEnd: (error?: unknown) => void): Promise<unknown> => {
  try {
    const found = await answer;
    onEnd();
    return found;
  } catch (error) {
    onEnd(error);
    throw error;
  }
};

const nameOf = (statement: unknown): string => {
  if (typeof statement === 'string') return statement.trim().replace(/\s+/g, ' ').slice(0, 60);
  if (typeof statement !== 'object' || statement === null) return '?';
  if ('name' in statement && typeof statement.name === 'string') return statement.name;
  return 'text' in statement ? nameOf(statement.text) : '?';
};

const createGate = () => {
  const statements: string[] = [];
  const failures: string[] = [];
  let passMax = Number.POSITIVE_INFINITY;
  let underWay = 0;
  let isStoppedInside = false;
  let waiting: (() => void)[] = [];
  let onStop: (() => void) | undefined;
  const tell = (): void => {
    if (isStoppedInside || (waiting.length > 0 && underWay === 0)) onStop?.();
  };
  const onEnd = (error?: unknown): void => {
    underWay -= 1;
    if (error instanceof Error && 'code' in error && typeof error.code === 'string')
      failures.push(hasLostPartition(error) ? lostPartition : error.code);
    tell();
  };
  const pass = (name: string, send: (onEnd: (error?: unknown) => void) => unknown): unknown => {
    statements.push(name);
    const go = (): unknown => {
      underWay += 1;
      return send(onEnd);
    };
    if (statements.length <= passMax) return go();
    return new Promise<void>((resolve) => {
      waiting.push(resolve);
      tell();
    }).then(go);
  };
  const open = (): void => {
    passMax = Number.POSITIVE_INFINITY;
    isStoppedInside = false;
    const released = waiting;
    waiting = [];
    for (const goOn of released) goOn();
  };
  return {
    statements,
    failures,
    pass,
    open,
    stopInside: (): void => {
      isStoppedInside = true;
      tell();
    },
    reset: (max: number): void => {
      statements.length = 0;
      failures.length = 0;
      passMax = max;
      isStoppedInside = false;
      onStop = undefined;
    },
    shut: (): void => {
      passMax = statements.length;
    },
    stopped: () =>
      new Promise<void>((resolve) => {
        onStop = resolve;
        tell();
      }),
  };
};
