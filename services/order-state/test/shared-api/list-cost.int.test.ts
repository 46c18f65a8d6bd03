import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { deriveOrderId, standardEvents } from '@delivery/contracts';
import { createPool, nilUuid, type Pool, type Transaction } from '@delivery/postgres';
import { createLogger } from '@delivery/service-kit';
import { listOpenDeliveries } from '../../src/couriers/queries.js';
import { listMerchants } from '../../src/dashboards/list-merchants.js';
import { listDeadLetters } from '../../src/dead-letters/queries.js';
import {
  listDeliveries,
  listEventWebhooks,
  listNewest,
  listOfOrder,
  readDelivery,
} from '../../src/ledger/queries/read-deliveries.js';
import { webhookIdOf } from '../../src/ledger/rules/deliveries.js';
import { readFeed } from '../../src/orders/queries/events.js';
import { findByPhone, listOrders, listUpdatedOrders } from '../../src/orders/queries/read-orders.js';
import { readPhone } from '../../src/orders/rules/phones.js';
import { readReplayStep } from '../../src/replays/queries/replay-steps.js';
import { eraseOldDeadLetters, purgeDeadLetters } from '../../src/retention/queries/retention.js';
import { createSystem } from '../support/courier-world.js';
import { explainQueries } from '../support/explain-queries.js';
import { createLedgerWorld, createMerchant, type LedgerWorld } from '../support/ledger-world.js';

/**
 * Orders of one merchant, over ninety days, each with two deliveries, among eleven times as many of another merchant: where it has each
 * third row, sorting all of them is hardly dearer than a page. `LISTED_ORDERS=500000` makes it a million rows of its own.
 */
const orderCount = Number(process.env['LISTED_ORDERS'] ?? 15_000);
const dayCount = 90;
const firstMs = Date.parse('2026-01-01T00:00:00Z');
const spacingMs = (dayCount * 24 * 3_600_000) / orderCount;
const rowMax = 51;
const stepLimits = { stepMax: 100, lookMax: 2_000 };
/** Looked at, of 8 KB each, a row at a time: a page and what is beside it in each day, where the whole has tens of thousands. */
const blockMax = 1_500;

let world: LedgerWorld;
/** A pool like the one that answers the APIs. */
let pool: Pool;
let merchantId: string;
let newestOnly: string;
let oldestOnly: string;
beforeAll(async () => {
  world = await createLedgerWorld();
  const logger = createLogger({ service: 'test', level: 'silent' });
  pool = createPool({ applicationName: 'test', databaseUrl: world.databaseUrl, poolMax: 1, logger });
  const merchant = await createMerchant(world, [null, null, null]);
  merchantId = merchant.merchantId;
  newestOnly = merchant.endpointIds[1]!;
  oldestOnly = merchant.endpointIds[2]!;
  await fill(merchant.endpointIds[0]!);
}, 600_000);
afterAll(async () => {
  await pool.end();
  await world.close();
});

const middle = Math.floor(orderCount / 2);
/** The orders of the first day are purged. */
const secondDay = Math.ceil(orderCount / dayCount) + 1;

/** The ids tell the time, as UUIDv7 does. */
const idOf = (ms: string, sequence: string) =>
  `(lpad(to_hex(${ms}), 12, '0') || '7000800000000000' || lpad(to_hex(${sequence}), 4, '0'))`;

const fill = async (endpointId: string) => {
  // Without the pool's limits of time.
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  await client.query(`select create_day_partitions($1::timestamptz::date + n) from generate_series(0, $2::int) n`, [
    new Date(firstMs),
    dayCount,
  ]);
  await client.query(
    `insert into orders (id, merchant_id, external_id, display_id, status, external_data, content_hash, last_sequence,
                         created_at, updated_at, partition_day, phone_hash, last_four_hash)
     select lpad(to_hex(n), 24, '0'), $2, n::text, n::text, 'ready', '{}', '\\x00', 2, at, at + interval '9 min',
            (at at time zone 'utc')::date, int8send(n % 50), int8send(n % 50)
     from (select n, to_timestamp(($3::bigint + n * $4::bigint) / 1000.0) as at from generate_series(1, $1::bigint) n) made`,
    [orderCount, merchantId, firstMs, spacingMs],
  );
  await client.query(
    `insert into all_webhook_deliveries (id, order_id, endpoint_id, owner_id, sequence, previous_sequence, event, webhook_id, state,
                                 gate_open, not_before, created_at, partition_day)
     select ${idOf('$5::bigint + n * $4::bigint', 's')}::uuid, lpad(to_hex(n), 24, '0'),
            case when n > $1::bigint - 20 then $7::uuid when n between $8 and $8 + 20 then $9::uuid else $2::uuid end,
            case when s <= 2 then $3 else 'other' end, s, s - 1,
            case when n > $1::bigint - 20 then 'courier_assigned' else 'status_changed' end,
            'msg_' || ${idOf('$5::bigint + n * $4::bigint', 's')}, case when n = $6::bigint then 'exhausted' else 'delivered' end,
            true, now(), at, (at at time zone 'utc')::date
     from generate_series(1, $1::bigint) n, generate_series(1, 24) s,
       lateral (select to_timestamp(($5::bigint + n * $4::bigint) / 1000.0) as at) moment`,
    [orderCount, endpointId, merchantId, spacingMs, firstMs, middle, newestOnly, secondDay, oldestOnly],
  );
  // All orders of the first day were purged, and it is not dropped yet.
  await client.query('delete from orders where partition_day = (select min(partition_day) from orders)');
  await client.query(
    `insert into all_events (order_id, sequence, event, body, created_at, merchant_id, position, event_day)
     select lpad(to_hex(n), 24, '0'), s, 'status_changed', '{}', now(), $1, n,
            (to_timestamp(($3::bigint + n * $4::bigint) / 1000.0) at time zone 'utc')::date
     from generate_series(1, $2::bigint) n, generate_series(1, 2) s`,
    [merchantId, orderCount, firstMs, spacingMs],
  );
  await client.query(`update feed_state set position_offset = $1, recent_position = 0, recent_until = 'infinity'`, [
    orderCount,
  ]);
  await client.query('vacuum analyze');
  await client.end();
};

const atOrder = (n: number): number => firstMs + n * spacingMs;
const orderId = (n: number): string => n.toString(16).padStart(24, '0');
const deliveryOf = (n: number): string =>
  `${atOrder(n).toString(16).padStart(12, '0')}7000800000000000`.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') +
  '0001';

/** The feed has a row to answer with in any case, but where its statement is explained. */
const onlyExplained = (error: Error): void => expect(error.message).toBe('the table feed_state has no row');

/** Without the day that was purged. */
const wholeRange = {
  id: nilUuid,
  since: new Date(firstMs + 24 * 3_600_000),
  until: new Date(firstMs + (dayCount + 1) * 24 * 3_600_000),
  endpoint_id: null,
  events: null,
  total: null,
  cursor_id: null,
};
const lists: [name: string, list: (client: Transaction) => Promise<unknown>][] = [
  ['orders since', (client) => listOrders(client, { merchantId, sinceMs: atOrder(orderCount - 20), rowMax })],
  [
    'an external id since',
    (client) => {
      const externalId = { value: 'none', orderId: deriveOrderId(merchantId, 'none') };
      return listOrders(client, { merchantId, externalId, sinceMs: firstMs, rowMax });
    },
  ],
  ...[0, middle, orderCount - 20].map((n): (typeof lists)[number] => [
    `orders changed since order ${n}`,
    (client) => listUpdatedOrders(client, { merchantId, rowMax, after: { updatedAtMs: atOrder(n), id: '' } }),
  ]),
  ...['98765432', '5432'].map((digits): (typeof lists)[number] => [
    `orders by a phone that many have: ${digits}`,
    (client) => findByPhone(client, () => Buffer.alloc(8), { asked: readPhone(digits)!, merchantId }),
  ]),
  ['deliveries', (client) => listNewest(client, { ownerId: merchantId, rowMax: 101 })],
  [
    'deliveries since',
    (client) => listNewest(client, { ownerId: merchantId, sinceMs: atOrder(orderCount - 20), rowMax }),
  ],
  ['deliveries of an early time', (client) => listNewest(client, { ownerId: merchantId, sinceMs: firstMs, rowMax })],
  [
    'deliveries to an endpoint that has the newest only',
    (client) => listNewest(client, { ownerId: merchantId, endpointId: newestOnly, rowMax: 21 }),
  ],
  [
    'deliveries of an event that the newest have alone',
    (client) => listNewest(client, { ownerId: merchantId, event: 'courier_assigned', rowMax: 21 }),
  ],
  [
    'the next deliveries to be sent again to an endpoint that has the oldest only',
    (client) =>
      readReplayStep(
        client,
        { ...wholeRange, owner_id: merchantId, states: ['delivered'], endpoint_id: oldestOnly },
        { stepMax: 30, lookMax: 2_000 },
      ),
  ],
  [
    'deliveries that are exhausted, of one order',
    (client) => listNewest(client, { ownerId: merchantId, state: 'exhausted', rowMax }),
  ],
  [
    'the deliveries of one order',
    (client) => listOfOrder(client, { ownerId: merchantId, orderId: orderId(middle), rowMax }),
  ],
  ['a delivery', (client) => readDelivery(client, merchantId, deliveryOf(middle))],
  ...(['delivered', 'exhausted'] as const).map((state): (typeof lists)[number] => [
    `the next deliveries to be sent again of those that are ${state}`,
    (client) => readReplayStep(client, { ...wholeRange, owner_id: merchantId, states: [state] }, stepLimits),
  ]),
  ...(['waiting', 'in_flight', 'held', 'skipped'] as const).map((state): (typeof lists)[number] => [
    `deliveries that are ${state}, of which there are none`,
    (client) => listNewest(client, { ownerId: merchantId, state, rowMax }),
  ]),
  [
    'a webhook id',
    (client) => listOfOrder(client, { ownerId: merchantId, webhookId: webhookIdOf(deliveryOf(middle)), rowMax }),
  ],
  [
    'a webhook id of no delivery',
    (client) =>
      listOfOrder(client, { ownerId: merchantId, webhookId: webhookIdOf(deliveryOf(orderCount * 2)), rowMax }),
  ],
  ...[undefined, 1, middle, orderCount].map((position): (typeof lists)[number] => [
    `the feed from ${position === undefined ? 'its begin' : `order ${position}`}`,
    (client) => {
      const after = position === undefined ? undefined : { position, orderId: '', sequence: 0 };
      return readFeed(client, {
        reader: 'merchant',
        readerId: merchantId,
        after,
        events: standardEvents,
        rowMax,
        lookAtMax: 500,
      }).catch(onlyExplained);
    },
  ]),
  [
    'the feed of a rare event',
    (client) =>
      readFeed(client, {
        reader: 'merchant',
        readerId: merchantId,
        after: undefined,
        events: ['tracking_url_added'],
        rowMax,
        lookAtMax: 500,
      }).catch(onlyExplained),
  ],
  [
    'the webhooks of events',
    (client) => listEventWebhooks(client, { ownerId: merchantId, orderId: orderId(middle), sequences: [1, 2] }),
  ],
];

describe('A list of one merchant with many orders', () => {
  it.each(lists)('[P17] reads a page and not the table: %s', async (_name, list) => {
    const explained = await explainQueries(pool, list);
    expect(explained).not.toEqual([]);
    for (const { name, blocks, plan } of explained) {
      const isCheap = blocks < (name === 'read_recent_feed' ? 100 : blockMax);
      expect(isCheap ? [] : [name, blocks, plan]).toEqual([]);
    }
  });

  it('looks for the deliveries of one order in its own day alone', async () => {
    const [explained] = await explainQueries(pool, (client) =>
      listOfOrder(client, { ownerId: merchantId, orderId: orderId(middle), rowMax }),
    );
    const day = new Date(atOrder(middle)).toISOString().slice(0, 10).replaceAll('-', '');
    const tables = explained!.nodes.flatMap((node) => node['Relation Name'] ?? []);
    expect(tables.filter((table) => /^webhook_deliveries/.test(table)).sort()).toEqual([
      'webhook_deliveries',
      `webhook_deliveries_${day}`,
    ]);
  });

  it('finds the wanted rows', async () => {
    const changed = await listUpdatedOrders(world.pool, {
      merchantId,
      rowMax,
      after: { updatedAtMs: atOrder(middle), id: '' },
    });
    expect(changed.map(({ updated_at }) => updated_at.getTime())).toEqual(
      changed.map((_, index) => changed[0]!.updated_at.getTime() + index * spacingMs),
    );
    expect(changed).toHaveLength(rowMax);
    const listing = { ownerId: merchantId, webhookId: webhookIdOf(deliveryOf(middle)), rowMax };
    const [found, ...others] = await listDeliveries(world.pool, listing);
    expect([found?.id, others]).toEqual([deliveryOf(middle), []]);
  });
});

describe('With as many that wait for their merchant', () => {
  it('reads of those that are open to a courier’s system a page, and not those that are not ready', async () => {
    const waiting = await createMerchant(world, []);
    const systemId = await createSystem(world, [waiting.merchantId]);
    await world.pool.query(
      `insert into orders (id, merchant_id, external_id, display_id, status, external_data, content_hash, created_at, updated_at)
       select lpad(to_hex($1::bigint * 2 + n), 24, '0'), $2, n::text, n::text, case when n = $1::bigint then 'ready' else 'created' end, '{}', '\\x00',
              now(), now()
       from generate_series(1, $1::bigint) n`,
      [orderCount, waiting.merchantId],
    );
    await world.pool.query('vacuum analyze orders');
    const page = { systemId, after: { merchantId: '', createdAtMs: 0, id: '' }, rowMax };
    const [explained] = await explainQueries(pool, (client) => listOpenDeliveries(client, page));
    expect(explained!.blocks < 100 ? 'few' : [explained!.blocks, explained!.plan]).toBe('few');
    expect(await listOpenDeliveries(pool, page)).toMatchObject([{ id: orderId(orderCount * 3) }]);
  });
});

describe('With as many dead letters that were replayed, newer than those that were not', () => {
  beforeAll(async () => {
    await world.pool.query(
      `insert into dead_letters (id, queue, message_id, reason, body, properties, first_at, last_at, replayed_at, erased_at)
       select lpad(to_hex(n), 32, '0')::uuid, 'q', n, 'newer', '{}', '{}', at, at,
              case when n > $1::int / 10 then at end, case when n <= $1::int then at end
       from generate_series(1, 2 * $1::int) n, to_timestamp($2::bigint / 1000 + n) at`,
      [orderCount, firstMs],
    );
    await world.pool.query('vacuum analyze dead_letters');
  });

  const before = new Date(firstMs);
  it.each<[string, (client: Transaction) => Promise<unknown>]>([
    ['the list', (client) => listDeadLetters(client, { queue: null, beforeId: null, rowMax })],
    ['the list of one queue', (client) => listDeadLetters(client, { queue: 'q', beforeId: null, rowMax })],
    ['what erases the next', (client) => eraseOldDeadLetters(client, before, before, 100)],
    ['what deletes the next', (client) => purgeDeadLetters(client, before, 100)],
  ])('%s looks at few', async (_name, run) => {
    const explained = await explainQueries(pool, run);
    expect(explained.map(({ blocks, plan }) => (blocks < 100 ? 'few' : [blocks, plan]))).toEqual(['few']);
  });
});

describe('With as many in the live table', () => {
  const isRead = async (list: (client: Transaction) => Promise<unknown>) => {
    const explained = await explainQueries(pool, list);
    expect(explained).not.toEqual([]);
    expect(explained.flatMap(({ blocks, plan }) => (blocks < blockMax ? [] : [blocks, plan]))).toEqual([]);
  };
  const lastDay = { ...wholeRange, since: new Date(atOrder(orderCount + 1)), until: new Date(8.64e15 / 2) };

  describe('that wait', () => {
    beforeAll(async () => {
      await world.pool.query(
        `insert into webhook_deliveries (id, order_id, endpoint_id, owner_id, sequence, previous_sequence, event, webhook_id, state,
                                 gate_open, not_before, created_at)
         select ${idOf('$4::bigint + n', '1')}::uuid, lpad(to_hex($1::bigint + 1 - n), 24, '0'), $2, $3, 1, 0, 'status_changed', 'msg_' || n, 'waiting',
                true, now(), now()
         from generate_series(1, $1::bigint) n`,
        [orderCount, newestOnly, merchantId, atOrder(orderCount + 1)],
      );
      await world.pool.query('vacuum analyze webhook_deliveries');
    });

    it.each(['delivered', 'exhausted', 'skipped', 'held'] as const)('reads a page of those that are %s', (wanted) =>
      isRead((client) => listNewest(client, { ownerId: merchantId, state: wanted, rowMax })),
    );

    it('counts them for the list of merchants in their indexes, as far as it says how many', async () => {
      const [explained] = await explainQueries(pool, (client) =>
        listMerchants(client, { sort: 'waiting', after: undefined, rowMax, q: null, of: null }),
      );
      const { blocks, scanned, plan } = explained!;
      expect(blocks < blockMax && !scanned.includes('webhook_deliveries') ? 'few' : [blocks, plan]).toBe('few');
    });

    it.each(['delivered', 'exhausted'])('reads the next to be sent again of those that are %s', (wanted) =>
      isRead((client) => readReplayStep(client, { ...lastDay, owner_id: merchantId, states: [wanted] }, stepLimits)),
    );
  });
});
