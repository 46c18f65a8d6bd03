import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from '@delivery/postgres';
import { changeHistoryLayout } from '../src/operations/sql/history-layout.js';
import { describeSchema } from './describe-schema.js';
import { openMigratedPool } from './open-migrated-pool.js';

const path = new URL('../schema.txt', import.meta.url);

let pool: Pool;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ pool, close } = await openMigratedPool());
});
afterAll(() => close());

describe('The migrations', () => {
  it('make the schema that schema.txt shows (SCHEMA=write npm test writes it anew)', async () => {
    const schema = await describeSchema(pool);
    if (process.env['SCHEMA'] === 'write') await writeFile(path, schema);
    expect(schema).toBe(await readFile(path, 'utf8'));
  });

  it('let the release before, deployed again, go on as before and not turn to days: it knows of no event there', async () => {
    const layout = async () => (await pool.query('select by_day from history_layout')).rows;
    const byReleaseBefore = (byDay: boolean) =>
      pool.query('update history_layout set by_day = $1, settled_by_day = $1 where by_day <> $1', [byDay]);
    const change = (byDay: boolean) => changeHistoryLayout(pool, { byDay, from: new Date(), now: new Date() });
    await change(false);
    await byReleaseBefore(false);
    await expect(byReleaseBefore(true)).rejects.toThrow('by_day_with_events');
    expect(await layout()).toEqual([{ by_day: false }]);
    expect(await change(true)).toBe(true);
    expect(await layout()).toEqual([{ by_day: true }]);
  });
});
