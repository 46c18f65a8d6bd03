import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from '@delivery/postgres';
import { describeSchema } from './support/describe-schema.js';
import { openMigratedPool } from './support/open-migrated-pool.js';

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

  it('give every table a primary key: with the default replica identity any of them can be replicated', async () => {
    const { rows } = await pool.query(`
      select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`);
    expect(rows).toEqual([]);
  });
});
