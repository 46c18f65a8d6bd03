import {
  classifyDatabaseError,
  createPool,
  createStandby,
  migrateWhenPossible,
  type Pool,
  type Standby,
} from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import type { Config } from './config.js';
import { type ContentKey, ensureContentKey } from './orders/content-key.js';
import { bumpFeedOffsetIfBehind } from './orders/queries/events.js';

/** How this service calls itself at the database. */
const applicationName = 'order-state';

export type Pools = { work: Pool; api: Pool };

/** Half of the connections each: whoever calls the APIs, and however often, the queues are worked off beside it. */
export const openPools = (config: Config, logger: Logger): Pools => {
  const apiMax = Math.floor(config.DATABASE_POOL_MAX / 2);
  const settings = { ...toPoolSettings(config, logger), databaseUrl: config.DATABASE_URL };
  return {
    work: createPool({ ...settings, poolMax: config.DATABASE_POOL_MAX - apiMax, planCacheMode: 'force_generic_plan' }),
    api: createPool({ ...settings, poolMax: apiMax }),
  };
};

/** Where `DATABASE_READ_URL` says. Looks go to the primary over `work`: callers who take all of `api` must not make the standby look late. */
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

/**
 * Resolves when the schema and the content key are there and the feed goes on behind what it has shown, however long that
 * takes. Rejects when the signal aborts, or when a migration or the key is at fault: neither mends itself.
 */
export const prepareDatabase = async (deps: {
  pool: Pool;
  databaseUrl: string;
  sealer: Sealer;
  contentKey: ContentKey;
  logger: Logger;
  signal: AbortSignal;
}): Promise<void> => {
  const { pool, contentKey } = deps;
  for (;;) {
    await migrateWhenPossible(pool, migrations, { ...deps, applicationName });
    try {
      if (await bumpFeedOffsetIfBehind(pool)) deps.logger.warn('feed.offset_bumped');
      contentKey.set(await ensureContentKey(pool, deps.sealer));
      return;
    } catch (error) {
      if (!['outage', 'locked'].includes(classifyDatabaseError(error))) throw error;
    }
  }
};
