import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { inTransaction } from '@delivery/postgres';
import { merchantShareMax } from '../src/ledger/rules/window.js';
import { claimUnpublished } from '../src/ledger/sql/claim-unpublished.js';
import { lapseLeases, readLapsedEndpoints } from '../src/ledger/sql/lapse-leases.js';
import { lockDeliveries } from '../src/ledger/sql/lock-deliveries.js';
import { lockDueWindows, lockWindows } from '../src/ledger/sql/lock-windows.js';
import { readNextWakeMs } from '../src/ledger/sql/next-wake.js';
import { readChainEnds } from '../src/ledger/sql/read-delivery-targets.js';
import { releaseDeliveries } from '../src/ledger/sql/release-deliveries.js';
import { firstGate, markDrained, openStuckGates, skipDeleted } from '../src/ledger/sql/sweep.js';
import { updateDeliveries } from '../src/ledger/sql/update-deliveries.js';
import { type Explained, explainQueries } from './explain-queries.js';
import { createLedgerWorld, createMerchant, type LedgerWorld, newDelivery } from './ledger-world.js';

/** With `WAITING_ROWS=1000000` it prints the plans and figures of docs/webhooks.md. */
const waitingRows = Number(process.env['WAITING_ROWS'] ?? 40_000);

let world: LedgerWorld;
let dead: string;
beforeAll(async () => {
  world = await createLedgerWorld();
  const { merchantId, endpointIds } = await createMerchant(world, [null]);
  dead = endpointIds[0]!;
  await fill(merchantId, dead, waitingRows / 2);
}, 600_000);
afterAll(() => world.close());

/** Two deliveries for each order: the first is due, the second waits for it. */
const fill = async (merchantId: string, endpointId: string, orders: number) => {
  // Without the pool's limits of time: a million rows take a minute.
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  const now = new Date(world.now());
  await client.query(
    `insert into events (order_id, sequence, event, body, created_at, merchant_id, position)
     select lpad(to_hex(n), 24, '0'), s, 'status_changed', '{}', $2, $3, feed_position()
     from generate_series(1, $1) n, generate_series(1, 2) s`,
    [orders, now, merchantId],
  );
  await client.query(
    `insert into deliveries (id, order_id, endpoint_id, merchant_id, sequence, previous_sequence, event, webhook_id, state,
                             gate_open, not_before, created_at)
     select gen_random_uuid(), lpad(to_hex(n), 24, '0'), $2, $3, s, s - 1, 'status_changed', 'msg_' || n || '_' || s,
            'waiting', s = 1, $4, $4
     from generate_series(1, $1) n, generate_series(1, 2) s`,
    [orders, endpointId, merchantId, now],
  );
  await client.query('update endpoint_windows set wake_at = $1', [now]);
  await client.query('vacuum analyze');
  await client.end();
};

const print = (explained: readonly Explained[]) => {
  const lines = explained.map(
    ({ name, durationMs, blocks, plan }) => `${name}: ${durationMs.toFixed(2)} ms, ${blocks} blocks\n${plan}`,
  );
  process.stdout.write(`${waitingRows} waiting rows\n${lines.join('\n\n')}\n`);
};

const limits = () => ({
  now: new Date(world.now()),
  releasedBefore: new Date(world.now()),
  lapseMax: 500,
  claimMax: 500,
});

/** The largest step is that over closed gates: 5,000 of them, some blocks each. */
const blockMax = 30_000;

type Row = { id: string; order_id: string; sequence: number };

describe(`with ${waitingRows} deliveries waiting behind one dead endpoint`, () => {
  it('what releases, retries and sweeps looks at what is due, and at no table as a whole', async () => {
    const { rows } = await world.pool.query<Row>(
      `select id, order_id, sequence from deliveries where gate_open order by not_before, id limit 200`,
    );
    const settled = rows.map((row) => ({
      id: row.id,
      orderId: row.order_id,
      endpointId: dead,
      replayId: null,
      sequence: row.sequence,
      state: 'delivered' as const,
      attemptCount: 1,
      notBeforeMs: null,
      lastErrorCode: null,
      settledAtMs: world.now(),
    }));
    const windows = await inTransaction(world.pool, (client) => lockWindows(client, [dead]));
    const explained = await explainQueries(world.pool, async (client) => {
      await lockDueWindows(client, new Date(world.now()), 100);
      await readNextWakeMs(client);
      const created = [newDelivery(dead, { createdAtMs: world.now() })];
      const endpointIds = windows.map(({ endpointId }) => endpointId);
      await releaseDeliveries(client, { endpointIds, settled, created }, world.now());
      await claimUnpublished(client, limits());
      await readLapsedEndpoints(client, limits());
      await lapseLeases(client, { ...limits(), endpointIds: [dead] });
      await openStuckGates(client, firstGate, 5_000);
      await skipDeleted(client, new Date(world.now()), 500);
      await markDrained(client, new Date(world.now()));
      await lockDeliveries(
        client,
        settled.map(({ orderId }) => orderId),
        settled.map(({ id }) => id),
      );
      await updateDeliveries(client, settled, []);
    });
    const skipped = await explainQueries(
      world.pool,
      (client) => skipDeleted(client, new Date(world.now()), 500),
      (client) => client.query(`update endpoints set status = 'deleted'`),
    );
    if (process.env['WAITING_ROWS']) print([...explained, ...skipped]);
    const huge = ['deliveries', 'events'];
    for (const { name, scanned, blocks } of [...explained, ...skipped]) {
      expect({ name, scanned: scanned.filter((table) => huge.includes(table)) }).toEqual({ name, scanned: [] });
      expect({ name, isBounded: blocks <= blockMax }).toEqual({ name, isBounded: true });
    }
    expect(explained).toHaveLength(12);
  });

  it('what an order begins with is read of its last webhook to each endpoint, however many it has', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null, null]);
    const id = 'e'.repeat(24);
    const [explained] = await explainQueries(
      world.pool,
      (client) => readChainEnds(client, [id]),
      async (client) => {
        await client.query(
          `insert into orders (id, merchant_id, external_id, display_id, status, external_data, content_hash, created_at, updated_at)
           values ($1, $2, 'long', '1', 'ready', '{}', '', now(), now())`,
          [id, merchantId],
        );
        await client.query(
          `insert into deliveries (id, order_id, endpoint_id, merchant_id, sequence, previous_sequence, event, webhook_id, state,
                                   gate_open, not_before, created_at)
           select gen_random_uuid(), $1, e, $2, s, s - 1, 'status_changed', 'msg_' || e || s, 'waiting', false, now(), now()
           from unnest($3::uuid[]) e, generate_series(1, 10000) s`,
          [id, merchantId, endpointIds],
        );
      },
    );
    expect(explained?.nodes[0]?.['Actual Rows']).toBe(endpointIds.length);
    expect(explained?.blocks).toBeLessThan(100);
  });

  it('what twenty endpoints have room for is not looked for among all of it, row by row', async () => {
    const { endpointIds } = await createMerchant(
      world,
      Array.from({ length: 20 }, () => null),
    );
    const opened = endpointIds.map((endpointId) => ({ ...wideOpen, endpointId }));
    const [release] = await explainQueries(
      world.pool,
      (client) => releaseDeliveries(client, { endpointIds, adjusted: opened }, world.now()),
      (client) => client.query(spreadSql, [endpointIds]),
    );
    const released = opened.length * wideOpen.size;
    expect(release?.nodes.filter((node) => node['CTE Name'] === 'written').map((node) => node['Actual Rows'])).toEqual([
      released,
    ]);
    // A table of so few endpoints is read for each row, and that is all.
    expect(release?.discarded).toBeLessThan(released * (endpointIds.length + 4));
  });
});

const wideOpen = {
  active: true,
  deleted: false,
  sharedBy: 1,
  size: merchantShareMax,
  inFlight: 0,
  probeAtMs: null,
  failingSinceMs: null,
};

/** $1: the endpoints that get what is due. */
const spreadSql = `
  update deliveries d set endpoint_id = ($1::uuid[])[1 + n % cardinality($1::uuid[])]
  from (select id, row_number() over (order by id) as n from deliveries where gate_open) due
  where due.id = d.id`;
