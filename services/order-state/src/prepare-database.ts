import { randomBytes } from 'node:crypto';
import {
  classifyDatabaseError,
  createPool,
  createStandby,
  type Durability,
  hasFewLocks,
  inTransaction,
  migrateWhenPossible,
  type Pool,
  type Queryable,
  queryValue,
  type Standby,
} from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import type { Config } from './config.js';
import { ensureSimulator, isSimulatorToken } from './couriers/queries.js';
import type { DatabaseClock } from './database-clock.js';
import { nextDirectoryVersion } from './merchants/queries.js';
import { serviceSecretOf } from './merchants/rules/credentials.js';
import { bumpFeedOffsetIfBehind } from './orders/queries/events.js';

/** How this service calls itself at the database. */
const applicationName = 'order-state';

/** `work` serves the queues and the sweeps, `merchants` their calls, `operator` the operator's calls and scrapes. */
export type Pools = { work: Pool; merchants: Pool; operator: Pool };

/**
 * Merchants are answered within two seconds, or not at all: a longer query only takes a connection from others. A
 * connection waits only for a moment for a row that another session holds. See `retryLocked`.
 */
const merchantLimits = { lockTimeoutMs: 50, statementTimeoutMs: 3_000 };

/**
 * Half of the connections serve the queues, a quarter of the others the operator: none of the three can take those of
 * another.
 */
export const openPools = (config: Config, logger: Logger): Pools => {
  const callMax = Math.floor(config.DATABASE_POOL_MAX / 2);
  const operatorMax = Math.ceil(callMax / 4);
  const settings = { ...toPoolSettings(config, logger), databaseUrl: config.DATABASE_URL };
  return {
    work: createPool({ ...settings, poolMax: config.DATABASE_POOL_MAX - callMax, planCacheMode: 'force_generic_plan' }),
    merchants: createPool({ ...settings, ...merchantLimits, poolMax: callMax - operatorMax }),
    operator: createPool({ ...settings, poolMax: operatorMax }),
  };
};

/**
 * The standby of `DATABASE_READ_URL`. Looks go to the primary over `work`: callers that take all connections of their
 * own pool must not make the standby look late.
 */
export const openStandby = (config: Config, { work }: Pools, logger: Logger): Standby | undefined =>
  config.DATABASE_READ_URL === undefined
    ? undefined
    : createStandby({
        ...toPoolSettings(config, logger),
        databaseUrl: config.DATABASE_READ_URL,
        poolMax: config.DATABASE_READ_POOL_MAX,
        primary: work,
        lagMaxMs: config.DATABASE_READ_LAG_MAX_MS,
      });

const toPoolSettings = (config: Config, logger: Logger) => ({
  applicationName,
  pipelining: config.DATABASE_PIPELINING === 'on',
  logger,
});

const migrations = new URL('../migrations/', import.meta.url);

type Migrating = { pool: Pool; databaseUrl: string; logger: Logger; signal: AbortSignal; durability: Durability };

/** Resolves when the schema exists: applied by this process, if its role may, or by another one. */
const migrateDatabase = ({ pool, ...deps }: Migrating): Promise<void> =>
  migrateWhenPossible(pool, migrations, { ...deps, applicationName });

/** Applies what is pending, with the owner's URL. Rejects when a migration is at fault. */
export const migrateOnce = async (databaseUrl: string, logger: Logger): Promise<void> => {
  const pool = createPool({ databaseUrl, applicationName, logger, poolMax: 1 });
  try {
    const { signal } = new AbortController();
    await migrateDatabase({ pool, databaseUrl, logger, signal, durability: 'any' });
  } finally {
    await pool.end();
  }
};

/**
 * Resolves when the schema and the content key exist and the feed continues after the events that it has shown, however
 * long that takes. Rejects when the signal aborts, or when a migration or the key is at fault: neither mends itself.
 */
export const prepareDatabase = async (
  deps: Omit<Migrating, 'databaseUrl' | 'durability'> & {
    config: Pick<Config, 'DATABASE_URL' | 'DATABASE_ALLOW_DATA_LOSS' | 'SIMULATOR_TOKEN'>;
    sealer: Sealer;
    contentKey: ContentKey;
    clock: DatabaseClock;
  },
): Promise<void> => {
  const { pool, contentKey } = deps;
  const { DATABASE_URL: databaseUrl, SIMULATOR_TOKEN: simulatorToken } = deps.config;
  const durability = deps.config.DATABASE_ALLOW_DATA_LOSS ? 'any' : 'required';
  for (;;) {
    await migrateDatabase({ ...deps, databaseUrl, durability });
    try {
      if (await hasFewLocks(pool)) deps.logger.warn('database.few_locks');
      if (await bumpFeedOffsetIfBehind(pool)) deps.logger.warn('feed.offset_bumped');
      await deps.clock.measure();
      contentKey.set(await ensureContentKey(pool, deps.sealer));
      if (simulatorToken !== undefined) await provideSimulator(pool, simulatorToken);
      return;
    } catch (error) {
      if (!['outage', 'slow', 'locked'].includes(classifyDatabaseError(error))) throw error;
    }
  }
};

/** The key of the content hashes. It is in the database, and exists before the first message is consumed. */
export type ContentKey = { get: () => Buffer; set: (key: Buffer) => void };

export const createContentKey = (): ContentKey => {
  let key: Buffer | undefined;
  return {
    get: () => {
      if (!key) throw new Error('the content key has not been read yet');
      return key;
    },
    set: (read) => {
      key = read;
    },
  };
};

const name = 'content_hash';

/** The key of the content hashes: made once, by the first replica, and stored sealed. */
export const ensureContentKey = async (client: Queryable, sealer: Sealer): Promise<Buffer> => {
  await client.query('insert into service_secrets (name, sealed) values ($1, $2) on conflict (name) do nothing', [
    name,
    sealer.seal(randomBytes(32).toString('base64'), serviceSecretOf(name)),
  ]);
  const sealed = await queryValue<string>(client, 'select sealed from service_secrets where name = $1', [name]);
  if (sealed === undefined) throw new Error('the table service_secrets has no content key');
  return Buffer.from(sealer.open(sealed, serviceSecretOf(name)), 'base64');
};

/** The system of simulated couriers, by the token that they have. */
const provideSimulator = async (pool: Pool, token: string): Promise<void> => {
  if (await isSimulatorToken(pool, token)) return;
  await inTransaction(pool, async (client) => ensureSimulator(client, token, await nextDirectoryVersion(client)));
};
