import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool, type Pool } from '@delivery/postgres';
import { createLogger } from '@delivery/service-kit';
import { createDatabase, type TestDatabase } from '@delivery/test-support';
import { describeSchema } from './describe-schema.js';

const path = new URL('../schema.txt', import.meta.url);

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createDatabase();
  const logger = createLogger({ service: 'test', level: 'silent' });
  pool = createPool({ applicationName: 'test', databaseUrl: database.url, poolMax: 1, logger });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('The migrations', () => {
  it('make the schema that schema.txt shows (SCHEMA=write npm test writes it anew)', async () => {
    const schema = await describeSchema(pool);
    if (process.env['SCHEMA'] === 'write') await writeFile(path, schema);
    expect(schema).toBe(await readFile(path, 'utf8'));
  });
});
