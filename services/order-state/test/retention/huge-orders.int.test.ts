import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createLedgerWorld,
  createMerchant,
  type LedgerWorld,
  readBalance,
  reportStatus,
  stepRetention,
  submit,
} from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';

const dayMs = 24 * 3_600_000;
/** More than any statement of retention may write. */
const replayCount = 5_000;
const statementMax = 2_000;

let world: LedgerWorld;
beforeEach(async () => {
  world = await createLedgerWorld();
  await world.pool.query(`
    create table statement_rows (what text, n int);
    create function note_rows() returns trigger language plpgsql as $$
    begin
      insert into statement_rows select tg_table_name || ' ' || tg_op, count(*) from touched;
      return null;
    end $$`);
  for (const table of [
    'all_attempts',
    'all_events',
    'all_commands',
    'all_webhook_deliveries',
    'webhook_deliveries',
    'events',
  ]) {
    await world.pool.query(
      `create trigger note_deletes after delete on ${table} referencing old table as touched for each statement execute function note_rows()`,
    );
    if (table.startsWith('all_'))
      await world.pool.query(
        `create trigger note_updates after update on ${table} referencing new table as touched for each statement execute function note_rows()`,
      );
  }
});
afterEach(() => world.close());

const readLargest = async (): Promise<{ rows: number; statements: number }> => {
  const { rows } = await world.pool.query<{ rows: number; statements: number }>(
    'select coalesce(max(n), 0)::int as rows, count(*)::int as statements from statement_rows where n > 0',
  );
  await world.pool.query('delete from statement_rows');
  return rows[0]!;
};

/** An order whose webhooks are held, and which was replayed thousands of times before. */
const makeHuge = async (): Promise<string> => {
  const { merchantId, endpointIds } = await createMerchant(world, [null]);
  await world.pool.query(`update endpoints set status = 'disabled' where id = any($1)`, [endpointIds]);
  const orderId = newOrderId();
  await world.apply([submit(world, merchantId, orderId)]);
  await world.apply([reportStatus(world, orderId, 'ready')]);
  await world.pool.query(
    `with replayed as (
       insert into all_webhook_deliveries (id, order_id, endpoint_id, owner_id, sequence, previous_sequence, event, webhook_id, state, gate_open,
                                   not_before, created_at, settled_at, replay_id, origin_id, mode, partition_day)
       select gen_random_uuid(), d.order_id, d.endpoint_id, d.owner_id, d.sequence, 0, d.event, 'msg', 'delivered', true,
              $2, $2, $2, gen_random_uuid(), d.id, d.mode, o.partition_day
       from webhook_deliveries d join orders o on o.id = d.order_id cross join generate_series(1, $3::int / 2) where d.order_id = $1
       returning id, partition_day
     ), counted as (
       insert into ledger_counts as c select -1, 'matched', count(*) from replayed
       on conflict (slot, name) do update set n = c.n + excluded.n
     )
     insert into all_attempts (delivery_id, generation, attempt, at, duration_ms, response_excerpt, partition_day)
     select id, 1, 1, $2, 1, 'Ana', partition_day from replayed`,
    [orderId, new Date(world.now()), replayCount],
  );
  await world.pool.query(
    `insert into all_commands (id, order_id, type, outcome, after_sequence, occurred_at, decided_at, payload, partition_day)
     select n::text, id, 'tracking_url.reported', 'unchanged', 2, $2, $2, '{"tracking_url": "https://t.example/Ana"}', partition_day
     from orders, generate_series(1, $3) n where id = $1`,
    [orderId, new Date(world.now()), replayCount],
  );
  return orderId;
};

const newOrder = async (): Promise<string> => {
  const { merchantId } = await createMerchant(world, []);
  const orderId = newOrderId();
  await world.apply([submit(world, merchantId, orderId)]);
  return orderId;
};

const listErased = async (): Promise<string[]> => {
  const { rows } = await world.pool.query<{ id: string }>(
    'select id from orders where erased_at is not null order by id',
  );
  return rows.map(({ id }) => id);
};
const countPersonal = async (): Promise<number> => {
  const { rows } = await world.pool.query<{ n: number }>(`
    select (select count(*) from all_attempts where response_excerpt is not null)
         + (select count(*) from all_commands where payload::text like '%Ana%') as n`);
  return rows[0]!.n;
};

describe('An order with thousands of rows', () => {
  it('is erased, leaves its day and is purged some rows at a time, beside the others', async () => {
    const orderId = await makeHuge();
    const other = await newOrder();
    world.advance(31 * dayMs);
    await world.applyRetention(90, 30);
    expect([await listErased(), await countPersonal()]).toEqual([[orderId, other].sort(), 0]);
    const erasing = await readLargest();
    expect(erasing.rows).toBeLessThanOrEqual(statementMax);
    expect(erasing.statements).toBeGreaterThanOrEqual(replayCount / statementMax);

    world.advance(62 * dayMs);
    await world.applyRetention(90, 30);
    const { rows: days } = await world.pool.query('select 1 from partition_days where day < $1', [
      new Date(world.now() - 92 * dayMs),
    ]);
    const { rows: left } = await world.pool.query(
      'select o.id, count(*)::int as deliveries from orders o join webhook_deliveries d on d.order_id = o.id group by o.id',
    );
    expect([days, left]).toEqual([[], [{ id: orderId, deliveries: replayCount + 2 }]]);
    expect((await readLargest()).rows).toBeLessThanOrEqual(statementMax);

    await world.pool.query(`update webhook_deliveries set state = 'skipped', settled_at = $1 where state = 'waiting'`, [
      new Date(world.now()),
    ]);
    await readLargest();
    world.advance(dayMs);
    await world.applyRetention(90, 30);
    const { rows: orders } = await world.pool.query('select id from orders');
    expect([orders, await readBalance(world)]).toEqual([
      [],
      { rows: 0, matched: replayCount + 2, counted: 0, purged: replayCount + 2 },
    ]);
    expect((await readLargest()).rows).toBeLessThanOrEqual(statementMax);
  });
});

describe('An order at which retention fails', () => {
  const failOn = (orderId: string) =>
    world.pool.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger fail before update on orders for each row when (old.id = '${orderId}') execute function fail()`);

  it('is skipped and named, the others are erased, and it is erased once that works', async () => {
    const failing = await newOrder();
    const others = [await newOrder(), await newOrder()].sort();
    world.advance(31 * dayMs);
    await failOn(failing);
    const skipped: string[] = [];
    const warned: unknown[] = [];
    const step = stepRetention({
      ...world,
      onSkipped: (name) => skipped.push(name),
      logger: { warn: (fields: unknown) => warned.push(fields) },
    });
    const walk = async () => {
      while ((await step()) > 0);
    };
    await walk();
    await walk();
    expect(await listErased()).toEqual(others);
    expect(skipped).toEqual(['customer_data', 'customer_data']);
    expect(warned).toMatchObject([{ orderId: failing }, { orderId: failing }]);
    const { rows } = await world.pool.query('select subject_id, detail from activity where action = $1', [
      'order.retention_failed',
    ]);
    expect(rows).toEqual([{ subject_id: failing, detail: 'customer_data' }]);
    await world.pool.query('drop trigger fail on orders');
    await walk();
    expect(await listErased()).toEqual([failing, ...others].sort());
  });

  it('keeps no day but its own: days before and after it are dropped', async () => {
    await newOrder();
    world.advance(dayMs);
    const failing = await newOrder();
    world.advance(dayMs);
    await newOrder();
    world.advance(95 * dayMs);
    // The clock of the database is months ahead of the world's.
    await world.pool.query('update orders set last_event_day = partition_day');
    await failOn(failing);
    await world.pool.query(
      `create trigger keep before delete on orders for each row when (old.id = '${failing}') execute function fail()`,
    );
    const { rows: before } = await world.pool.query<{ day: string }>(
      'select partition_day::text as day from orders where id = $1',
      [failing],
    );
    await world.applyRetention(90, 365);
    const { rows: kept } = await world.pool.query<{ day: string }>(
      'select day::text as day from partition_days where day <= $1::date + 1 order by day',
      [before[0]!.day],
    );
    expect(kept).toEqual(before);
  });
});
