import { createPool } from '@delivery/postgres';
import { createLogger } from '@delivery/service-kit';
import { createDatabase } from '@delivery/test-support';

/** A pool of one connection to a database of its own, which has the schema and no rows. */
export const openMigratedPool = async () => {
  const database = await createDatabase();
  const logger = createLogger({ service: 'test', level: 'silent' });
  const pool = createPool({ applicationName: 'test', databaseUrl: database.url, poolMax: 1, logger });
  const close = async () => {
    await pool.end();
    await database.drop();
  };
  return { pool, close };
};
