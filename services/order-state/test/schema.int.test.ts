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

  it('check what is written in each day as in their parents', async () => {
    const { rows } = await pool.query<{ day: string }>('select max(day)::text as day from partition_days');
    const day = rows[0]!.day;
    const command = `insert into all_commands (id, order_id, type, outcome, after_sequence, occurred_at, decided_at, partition_day)
       values ('c', 'o', 'order.submitted', 'lost', 0, now(), now(), $1)`;
    await expect(pool.query(command, [day])).rejects.toMatchObject({ constraint: 'commands_outcome' });
    const delivery = `insert into all_webhook_deliveries (id, order_id, endpoint_id, owner_id, sequence, previous_sequence, event, webhook_id, state,
         gate_open, not_before, created_at, partition_day)
       values (gen_random_uuid(), 'o', gen_random_uuid(), 'm', 1, 0, 'status_changed', 'w', 'lost', true, now(), now(), $1)`;
    await expect(pool.query(delivery, [day])).rejects.toMatchObject({ constraint: 'delivery_state_values' });
  });

  it('give every table a primary key: with the default replica identity any of them can be replicated', async () => {
    const { rows } = await pool.query(`
      select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`);
    expect(rows).toEqual([]);
  });
});
