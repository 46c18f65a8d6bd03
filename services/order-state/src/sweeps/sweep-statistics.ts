import type { Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';

/**
 * Has Postgres make statistics of the table that has grown most since the last ones, if that is tenfold: the plans that are kept
 * for it were made for a small table, and are made anew.
 * @returns 1 where another table may have grown so too
 */
export const sweepStatistics = async ({ pool, logger }: { pool: Pool; logger: Logger }): Promise<number> => {
  const { rows } = await pool.query<{ table: string | null }>('select analyze_grown_table() as table');
  const table = rows[0]?.table;
  if (!table) return 0;
  logger.info({ table }, 'database.analyzed');
  return 1;
};
