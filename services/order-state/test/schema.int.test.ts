import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLedgerWorld, type LedgerWorld } from './ledger-world.js';

let world: LedgerWorld;
beforeAll(async () => {
  world = await createLedgerWorld();
});
afterAll(() => world.close());

describe('indexes', () => {
  it('have the order of bytes, which no locale changes', async () => {
    const { rows } = await world.pool.query(`
      select i.indexrelid::regclass::text as index, c.collname as collation
      from pg_index i
      cross join unnest(i.indcollation) as used (oid)
      join pg_collation c on c.oid = used.oid
      where i.indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`);
    expect(rows).not.toHaveLength(0);
    expect(rows.filter(({ collation }) => collation !== 'C')).toEqual([]);
  });
});
