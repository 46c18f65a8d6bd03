import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { Connection } from '@delivery/messaging';
import { createPool, type Pool } from '@delivery/postgres';
import { createRegistry, type Registry } from '@delivery/service-kit';
import { createDatabase, pollUntil } from '@delivery/test-support';
import { theSystem } from '../../src/activity/queries.js';
import { enableEndpoint } from '../../src/endpoints/queries/write-endpoints.js';
import { releaseDueWindows } from '../../src/ledger/release-due.js';
import { ensurePlatform } from '../../src/merchants/platform-queries.js';
import { exportState } from '../../src/monitoring/export-state.js';
import { holdRows, openTransaction } from '../support/hold-rows.js';
import { insertMerchants } from '../support/ledger-world.js';

const logger = pino({ level: 'silent' });
const migrationsDir = new URL('../../migrations/', import.meta.url);
const kept = { retentionDays: 90, customerDataDays: 30 };
const connection = { isReady: () => true, isBlocked: () => false } as Connection;

/** Metrics of one order-state: `of` reads the ledger. */
const registryOf = (of: Pool, pool = of): Registry => {
  const registry = createRegistry('order-state');
  exportState(registry, {
    pools: { work: pool, merchants: pool, operator: of },
    leaseMs: 720_000,
    ...kept,
    connections: { consume: connection },
    consumers: () => new Map(),
    engine: { relay: { failures: () => 0 }, sweeper: { failures: () => 0 } },
    clock: { skewMs: () => 250 },
    logger,
  });
  return registry;
};
const scrape = (pool: Pool): Promise<string> => registryOf(pool).metrics();
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((candidate) => candidate.startsWith(series) && !candidate.startsWith('#'));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};

describe('the ledger as metrics', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let pool: Pool;
  beforeAll(async () => {
    database = await createDatabase({ migrationsDir });
    pool = createPool({ applicationName: 'test', databaseUrl: database.url, poolMax: 4, logger });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('says that an empty ledger is balanced, with nothing due and nothing dead', async () => {
    const text = await scrape(pool);
    expect(valueOf(text, 'order_state_ledger_balanced')).toBe(1);
    expect(valueOf(text, 'order_state_deliveries_due')).toBe(0);
    expect(valueOf(text, 'order_state_dead_letters')).toBe(0);
    expect(valueOf(text, 'order_state_oldest_unpublished_seconds')).toBe(0);
    expect(valueOf(text, 'order_state_oldest_overdue_seconds')).toBe(0);
    expect(valueOf(text, 'order_state_retention_overdue_seconds{data="customer_data"')).toBe(0);
    expect(valueOf(text, 'order_state_retention_overdue_seconds{data="orders"')).toBe(0);
    expect(valueOf(text, 'order_state_broker_connected{connection="consume"')).toBe(1);
    expect(valueOf(text, 'order_state_clock_skew_seconds')).toBe(0.25);
  });

  it('counts deliveries by state, those that could go out now, and endpoints by their window', async () => {
    await addEndpoints(pool);
    await pool.query(`
      insert into webhook_deliveries (id, order_id, endpoint_id, owner_id, sequence, previous_sequence, event, webhook_id, state,
                              gate_open, not_before, created_at)
      select gen_random_uuid(), 'order-' || n, id, 'm', 1, 0, 'status_changed', 'w', 'waiting', true,
             now() - interval '1 minute', now()
      from endpoints, generate_series(1, 20) n`);
    await pool.query("insert into ledger_counts (slot, name, n) values (0, 'matched', 60)");
    const text = await scrape(pool);
    expect(valueOf(text, 'order_state_deliveries{state="waiting"')).toBe(60);
    expect(valueOf(text, 'order_state_ledger_balanced')).toBe(1);
    // 16 for the open window, 3 for the narrowed one, none for the one whose probe is not due.
    expect(valueOf(text, 'order_state_deliveries_due')).toBe(19);
    expect(valueOf(text, 'order_state_windows{state="open"')).toBe(1);
    expect(valueOf(text, 'order_state_windows{state="narrowed"')).toBe(1);
    expect(valueOf(text, 'order_state_windows{state="probing"')).toBe(1);
    expect(valueOf(text, 'order_state_oldest_overdue_seconds')).toBeGreaterThan(59);
  });

  it('counts deliveries that a catch-up brings forward as due', async () => {
    const tried = (notBefore: string, attempts: number): string =>
      `update webhook_deliveries set not_before = now() + interval '${notBefore}', released_at = now(), attempt_count = ${attempts}`;
    await pool.query(tried('1 hour', 1));
    expect(valueOf(await scrape(pool), 'order_state_deliveries_due')).toBe(0);
    await pool.query('update endpoint_windows set catch_up_at = now()');
    expect(valueOf(await scrape(pool), 'order_state_deliveries_due')).toBe(19);
    await pool.query('update endpoint_windows set catch_up_at = null');
    await pool.query(tried('-1 minute', 0));
  });

  it('says for how long a delivery has been due that another session holds', async () => {
    await pool.query('update endpoint_windows set wake_at = null');
    const { rows } = await pool.query(`
      update endpoint_windows set wake_at = now() where size = 16
      returning endpoint_id, (select id from webhook_deliveries d where d.endpoint_id = endpoint_windows.endpoint_id limit 1)`);
    await pool.query(`update webhook_deliveries set not_before = now() - interval '1 hour' where id = $1`, [
      rows[0].id,
    ]);
    const letGo = await holdRows(database.url, 'webhook_deliveries where endpoint_id = $1', [rows[0].endpoint_id]);
    await pollUntil('a delivery that is overdue', async () => {
      await releaseDueWindows(pool, Date.now());
      return valueOf(await scrape(pool), 'order_state_oldest_overdue_seconds')! > 3_599 ? true : undefined;
    }).finally(letGo);
  });

  it('counts from the moment at which an endpoint was enabled what was due before', async () => {
    const { rows } = await pool.query(`
      select id from endpoints where id = (select endpoint_id from endpoint_windows where size = 16)`);
    await pool.query(`update endpoints set status = 'disabled' where id = $1`, [rows[0].id]);
    await enableEndpoint(pool, rows[0].id, new Date(), theSystem);
    expect(valueOf(await scrape(pool), 'order_state_oldest_overdue_seconds')).toBeLessThan(3_000);
  });

  it('says so when the ledger lost a delivery', async () => {
    await pool.query('delete from webhook_deliveries where id = (select id from webhook_deliveries limit 1)');
    expect(valueOf(await scrape(pool), 'order_state_ledger_balanced')).toBe(0);
  });

  it('leaves the series out, and still answers, while Postgres is away', async () => {
    const away = createPool({
      applicationName: 'test',
      databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
      poolMax: 1,
      logger,
    });
    const text = await scrape(away);
    expect(valueOf(text, 'order_state_ledger_balanced')).toBeUndefined();
    expect(valueOf(text, 'order_state_deliveries{')).toBeUndefined();
    expect(valueOf(text, 'order_state_mails_waiting')).toBeUndefined();
    expect(valueOf(text, 'order_state_broker_connected{connection="consume"')).toBe(1);
    await away.end();
  });

  it('answers without the ledger, and does not ask twice, while Postgres hangs', async () => {
    const accepted: Socket[] = [];
    const hanging = createServer((socket) => accepted.push(socket));
    await once(hanging.listen(0, '127.0.0.1'), 'listening');
    const { port } = hanging.address() as AddressInfo;
    const stalled = createPool({
      applicationName: 'test',
      databaseUrl: `postgres://nobody@127.0.0.1:${port}/none`,
      poolMax: 4,
      logger,
    });
    const registry = registryOf(stalled, pool);
    const [text] = await Promise.all([registry.metrics(), registry.metrics()]);
    expect(valueOf(text, 'order_state_ledger_balanced')).toBeUndefined();
    expect(valueOf(text, 'order_state_pool_connections{pool="operator",use="idle"')).toBe(0);
    // The four statements of one reading, each on a connection of its own.
    expect(stalled.totalCount).toBe(4);
    for (const socket of accepted) socket.destroy();
    hanging.close();
    await stalled.end();
  });

  it('tells for how long, and by how many transactions, the event feed is held back', async () => {
    const writer = await openTransaction(database.url);
    await writer.query('select pg_current_xact_id()');
    await pool.query('select pg_current_xact_id()');
    const text = await scrape(pool);
    await writer.end();
    expect(valueOf(text, 'order_state_feed_lag_seconds')).toBeGreaterThan(0);
    expect(valueOf(text, 'order_state_feed_lag_transactions')).toBeGreaterThan(1);
  });

  it('tells how many days ahead have partitions', async () => {
    await pool.query(`select create_day_partitions((now() at time zone 'utc')::date + n) from generate_series(0, 9) n`);
    expect(valueOf(await scrape(pool), 'order_state_partition_days_ahead')).toBeGreaterThanOrEqual(8);
  });

  it('tells since when a release waits for its confirm', async () => {
    await pool.query(`
      update webhook_deliveries set state = 'in_flight', generation = 1, released_at = now() - interval '5 minutes'
      where id = (select id from webhook_deliveries limit 1)`);
    const text = await scrape(pool);
    expect(valueOf(text, 'order_state_deliveries_unpublished')).toBe(1);
    expect(valueOf(text, 'order_state_oldest_unpublished_seconds')).toBeGreaterThan(299);
  });
});

const addEndpoints = async (pool: Pool): Promise<void> => {
  const platformId = await ensurePlatform(pool, { id: randomUUID(), name: 'p' });
  await insertMerchants(pool, { ids: ['m'], platformId });
  await pool.query(`
    with made as (
      insert into endpoints (id, owner_id, url, secrets)
      select gen_random_uuid(), 'm', 'https://example.com/' || n, '[]' from generate_series(1, 3) n returning id, url
    )
    insert into endpoint_windows (endpoint_id, size, probe_at, wake_at)
    select id, case url when 'https://example.com/1' then 16 when 'https://example.com/2' then 3 else 1 end,
           case url when 'https://example.com/3' then now() + interval '1 minute' end, now() - interval '1 minute'
    from made`);
};
