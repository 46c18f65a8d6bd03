import { classifyDatabaseError, migrateWhenPossible, type Pool } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { applicationName } from './open-pools.js';
import type { ContentKey } from './orders/content-key.js';
import { ensureContentKey } from './orders/sql/ensure-content-key.js';
import { raiseFeedIfBack } from './orders/sql/raise-feed.js';

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
      if (await raiseFeedIfBack(pool)) deps.logger.warn('feed.raised');
      contentKey.set(await ensureContentKey(pool, deps.sealer));
      return;
    } catch (error) {
      if (!['outage', 'locked'].includes(classifyDatabaseError(error))) throw error;
    }
  }
};
