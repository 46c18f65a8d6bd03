import { createLogger } from '@delivery/service-kit';
import { createDatabase } from '@delivery/test-support';
import { createPool } from '../src/pool.js';

/** A pool of one connection to a database of its own, which holds one table. */
export const openTestPool = async (table: string, pipelining = true) => {
  const database = await createDatabase();
  const pool = createPool({
    applicationName: 'test',
    databaseUrl: database.url,
    poolMax: 1,
    pipelining,
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  await pool.query(`create table ${table}`);
  const close = async () => {
    await pool.end();
    await database.drop();
  };
  return { pool, databaseUrl: database.url, close };
};
