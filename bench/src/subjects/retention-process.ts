import { setTimeout as delay } from 'node:timers/promises';
import { classifyDatabaseError, createPool } from '@delivery/postgres';
import { serveCommands } from '../load/serve-commands.js';

/**
 * order-state's own retention, run on request; in the service it runs every ten minutes, and its clock counts days.
 * The statements, their batches, their pace and their time limits are the service's; the process is not, so that its event loop is not
 * shared. The one place that knows the inside of a service.
 */
const retention = new URL('../../../../services/order-state/dist/modules/retention/', import.meta.url);
const dayMs = 24 * 3_600_000;
const poolMax = 2;
const timeoutMax = 20;
export type RetentionRun = {
  databaseUrl: string;
  /** Customers' data of orders final before this is erased: milliseconds since 1970. */
  eraseBeforeMs: number;
  /** The history of orders without any event since this is purged: milliseconds since 1970. */
  purgeBeforeMs: number;
};
/** `timeouts`: how often a statement, or the process within a transaction, took longer than its limit. */
export type RetentionResult = { seconds: number; erased: number; purged: number; timeouts: number };

const logger = {
  info: () => undefined,
  warn: (fields: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
};

const loadFunction = async (file: string, name: string): Promise<(...given: never[]) => unknown> => {
  const { href } = new URL(file, retention);
  const found: unknown = Reflect.get(Object(await import(href)), name);
  if (typeof found !== 'function') throw new Error(`${href} has no ${name}`);
  return found as (...given: never[]) => unknown;
};

const runRetention = async ({ databaseUrl, eraseBeforeMs, purgeBeforeMs }: RetentionRun): Promise<RetentionResult> => {
  const createRetention = await loadFunction('apply-retention.js', 'createRetention');
  const pauseAfterMs = await loadFunction('rules/erasure.js', 'pauseAfterMs');
  const pool = createPool({ databaseUrl, applicationName: 'order-state', poolMax, logger });
  const startedMs = Date.now();
  let erased = 0;
  let purged = 0;
  const deps = {
    pool,
    now: () => startedMs,
    customerDataDays: (startedMs - eraseBeforeMs) / dayMs,
    retentionDays: (startedMs - purgeBeforeMs) / dayMs,
    activityDays: (startedMs - purgeBeforeMs) / dayMs,
    onErased: (what: string, _why: string, count: number) => {
      if (what === 'orders') erased += count;
    },
    onPurged: (orders: number) => {
      purged += orders;
    },
  };
  try {
    const step: unknown = Reflect.apply(createRetention, undefined, [deps]);
    if (typeof step !== 'function') throw new Error('createRetention returned no function');
    const timeouts = await repeatWhenTimedOut(async () => {
      for (;;) {
        const stepFromMs = performance.now();
        if ((await Reflect.apply(step, undefined, [])) === 0) return;
        await delay(Number(Reflect.apply(pauseAfterMs, undefined, [performance.now() - stepFromMs])));
      }
    });
    return { seconds: (Date.now() - startedMs) / 1_000, erased, purged, timeouts };
  } finally {
    // When its connections close, their counts reach Postgres' statistics.
    await pool.end();
  }
};

/** The service would run again ten minutes later: finished batches stay done. @returns how often it had to run */
const repeatWhenTimedOut = async (run: () => Promise<void>): Promise<number> => {
  for (let timeouts = 0; ; timeouts += 1) {
    try {
      await run();
      return timeouts;
    } catch (error) {
      if (timeouts === timeoutMax || !['slow', 'outage'].includes(classifyDatabaseError(error))) throw error;
    }
  }
};

serveCommands({ runRetention });
