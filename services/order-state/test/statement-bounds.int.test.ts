import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { DeliveryReleased } from '@delivery/contracts';
import { theSystem } from '../src/activity/queries.js';
import { sendNow } from '../src/ledger/send-now.js';
import { claimMessage } from '../src/mails/outbox-queries.js';
import { takeSignInRequests } from '../src/mails/sign-in-links.js';
import { replayDeliveries, replayRange } from '../src/replays/run-replays.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  createPullMerchant,
  deliverAll,
  delivered,
  failed,
  type LedgerWorld,
  readyOrders,
  reportTrackingUrl,
  requestReady,
} from './support/ledger-world.js';
import { newOrderId } from './support/messages.js';
import { watchStatements } from './support/watch-statements.js';

/** How much one merchant has of each thing, and how many rows of it a statement may read. */
const pile = 15_000;
const rowMax = 10_000;

/**
 * Statements that read more, each with its reason. A new one needs a bound, or the reason why it has one.
 */
const unbounded: Readonly<Record<string, string>> = {
  read_audit: 'held deliveries are counted one by one, in their index',
  sample_endpoints: 'the backlog of each endpoint, counted to 10,000 and to a bound for all',
};

/** Sweeps that go on while work is left, and the sweep of secrets, none of which is sealed in this world. */
const apart = ['retention', 'erasures', 'sealed'];

let world: LedgerWorld;
/** Without the pool's limits of time. */
let filler: pg.Client;
let watch: Awaited<ReturnType<typeof watchStatements>>;
let merchantId: string;
let pulled: { merchantId: string; endpointId: string };
/** In flight, each with another behind it: the first of a lane in which a pile waits, the second of one in which a pile is settled. */
let released: DeliveryReleased[];
/** Settled: the first was sent again a pile of times. */
let origins: string[];

beforeAll(async () => {
  world = await createLedgerWorld();
  ({ merchantId } = await createMerchant(world, [null]));
  pulled = await createPullMerchant(world, `whsec_${'a'.repeat(44)}`);
  await readyOrders(world, merchantId, 10);
  await deliverAll(world);
  const { rows } = await world.pool.query<{ id: string }>('select id from all_webhook_deliveries order by id');
  origins = rows.map(({ id }) => id);
  await readyOrders(world, merchantId, 10);
  released = world.queue.splice(0);
  filler = new pg.Client({ connectionString: world.databaseUrl });
  await filler.connect();
  await fill();
  await filler.end();
  watch = await watchStatements(world.pool, world.poolMax);
}, 600_000);
afterAll(() => world.close());

const fill = async (): Promise<void> => {
  const [ofLane, ofOld] = [released[0]!, released[1]!];
  await filler.query(`update orders set partition_day = 'epoch' where id = $1`, [ofOld.order_id]);
  await filler.query('update orders set last_sequence = $2 where id = any($1)', [
    [ofLane.order_id, ofOld.order_id],
    pile + 10,
  ]);
  await fillLane(ofLane.delivery_id, `'waiting', false, null, null, null`);
  await fillLane(ofOld.delivery_id, `'delivered', true, now(), null, null`);
  await fillLane(origins[0]!, `'delivered', true, now(), gen_random_uuid(), d.id`);
  await filler.query(
    `insert into all_events (order_id, sequence, event, body, created_at, merchant_id, position, event_day)
     select order_id, sequence + 2 + n, event, body, created_at, merchant_id, position, event_day
     from all_events, generate_series(1, $2::int) n where order_id = $1 and sequence = 1`,
    [ofLane.order_id, pile],
  );
  const held = await createMerchant(world, [null]);
  await filler.query(`update endpoints set status = 'disabled' where owner_id = $1`, [held.merchantId]);
  await fillWaiting(held.endpointIds[0]!, { replays: true });
  const failing = await createMerchant(world, [null]);
  await fillWaiting(failing.endpointIds[0]!, { replays: false });
  await filler.query('update endpoint_windows set wake_at = $2, catch_up_at = $2 where endpoint_id = $1', [
    failing.endpointIds[0],
    new Date(world.now()),
  ]);
  await fillWaiting(pulled.endpointId, { replays: false });
  await fillSweeps(failing.endpointIds[0]!);
  await filler.query('analyze');
};

/** A pile of deliveries behind one of an order, or repeats of it. */
const fillLane = (deliveryId: string, values: string) =>
  filler.query(
    `insert into all_webhook_deliveries (id, order_id, endpoint_id, owner_id, event, created_at, not_before, partition_day, sequence, previous_sequence,
                                 webhook_id, state, gate_open, settled_at, replay_id, origin_id)
     select gen_random_uuid(), d.order_id, d.endpoint_id, d.owner_id, d.event, d.created_at, d.not_before, d.partition_day,
            d.sequence + 1 + n, d.sequence + n, 'msg_' || n, ${values}
     from all_webhook_deliveries d, generate_series(1, $2::int) n where d.id = $1`,
    [deliveryId, pile],
  );

/** A pile that waits for an endpoint, tried once: of orders that are not there, or of replays of single deliveries. */
const fillWaiting = async (of: string, { replays }: { replays: boolean }): Promise<void> => {
  await filler.query(
    `insert into webhook_deliveries (id, order_id, endpoint_id, owner_id, event, created_at, not_before, sequence, previous_sequence, webhook_id, state,
                             gate_open, released_at, attempt_count, replay_id, origin_id)
     select gen_random_uuid(), n, e.id, e.owner_id, 'status_changed', $2, $2, 1, 0, 'msg_' || n, 'waiting', true, $2, 1,
            case when $4 then gen_random_uuid() end, case when $4 then gen_random_uuid() end
     from endpoints e, generate_series(1, $3::int) n where e.id = $1`,
    [of, new Date(world.now() - 1_000), pile, replays],
  );
  await filler.query(
    `insert into replays (id, owner_id, delivery_id, fed, total, queued, created_at)
     select replay_id, owner_id, origin_id, true, 1, 1, now() from webhook_deliveries where endpoint_id = $1 and replay_id is not null`,
    [of],
  );
};

const fillSweeps = async (of: string): Promise<void> => {
  const { rows } = await filler.query<{ owner: string }>('select owner_id as owner from endpoints where id = $1', [of]);
  const owner = rows[0]!.owner;
  const at = new Date(world.now());
  const absent = newOrderId();
  const series = `from generate_series(1, ${pile}) n`;
  const statements: [string, unknown[]][] = [
    [
      `insert into parked_commands (id, order_id, message, parked_at)
       select n, $1, ($2::jsonb || jsonb_build_object('id', n::text))::json, $3 ${series}`,
      [absent, JSON.stringify(requestReady(world, owner, absent)), at],
    ],
    [`insert into sign_in_requests (email, language) select n, 'en' ${series}`, []],
    [`insert into order_timers (order_id, merchant_id, step, at) select n, $1, 'ready_by', $2 ${series}`, [owner, at]],
    [
      `insert into mails (kind, endpoint_id, owner_id, incident_since, email, language, created_at, next_try_at)
       select 'failing', $1, $2, $3, n, 'en', $3, $3 ${series}`,
      [of, owner, at],
    ],
    [
      `insert into mails (kind, endpoint_id, owner_id, incident_since, email, language, created_at, next_try_at)
       select 'failing', $1, $2, $3::timestamptz - n * interval '1 second', '0', 'en', $3, $3 ${series}`,
      [of, owner, at],
    ],
    [`insert into pending_digests (endpoint_id, at, count, delivery_ids) select $1, $2, 1, '{}' ${series}`, [of, at]],
    [
      `insert into endpoint_incidents (endpoint_id, owner_id, kind, since, notified_at, ended_at)
       select $1, $2, 'failing', $3::timestamptz - n * interval '1 second', $3, $3 ${series}`,
      [of, owner, at],
    ],
    [
      `insert into refused_calls (owner_id, limit_name, count, first_at, last_at) select $1, n, 1, $2, $2 from generate_series(1, 20) n`,
      [owner, at],
    ],
  ];
  for (const [text, values] of statements) await filler.query(text, values);
};

const range = { sinceMs: 0, untilMs: Date.UTC(2100, 0), states: ['delivered'], endpointId: null, events: ['none'] };
const asked = () => ({ ownerId: merchantId, actor: theSystem, nowMs: world.now() });

const loops: [name: string, run: () => Promise<unknown>][] = [
  [
    'settling the head of a lane in which a pile waits',
    () => world.settle([attemptOf(world, released[0]!, delivered)]),
  ],
  [
    'settling the head of a lane in which a pile is settled',
    () => world.settle([attemptOf(world, released[1]!, delivered)]),
  ],
  ['settling others', () => world.settle(released.slice(2, 9).map((message) => attemptOf(world, message, delivered)))],
  ['a failure', () => world.settle([attemptOf(world, released[9]!, failed)])],
  [
    'reports about orders with a pile of events',
    () => world.apply(released.slice(0, 3).map(({ order_id: orderId }) => reportTrackingUrl(world, orderId, 'a'))),
  ],
  ['creates', () => readyOrders(world, merchantId, 5)],
  ['the relay', () => world.releaseDue()],
  [
    'a poll and its ack',
    async () => {
      const { merchantId: merchant_id, endpointId: endpoint_id } = pulled;
      const [result] = await world.takeMessages([
        { owner_id: merchant_id, endpoint_id, limit: 100, visibility_ms: 30_000 },
      ]);
      const ids = result?.outcome === 'taken' ? result.messages.map(({ id }) => id) : [];
      await world.ackMessages({ ownerId: pulled.merchantId, endpointId: pulled.endpointId, ids });
    },
  ],
  [
    'sending the head of a lane now',
    () =>
      sendNow(world.pool, { ownerId: merchantId, deliveryId: released[9]!.delivery_id, nowMs: world.now() }, () =>
        Promise.resolve(),
      ),
  ],
  [
    'a replay of a delivery that was repeated a pile of times',
    () => replayDeliveries(world.pool, { ...asked(), deliveryIds: origins.slice(0, 1) }),
  ],
  ['a replay of others', () => replayDeliveries(world.pool, { ...asked(), deliveryIds: origins.slice(1, 5) })],
  ['a replay of a range that covers nothing', () => replayRange(world.pool, { ...asked(), range })],
  [
    'ended leases and expired messages',
    async () => {
      world.advance(13 * 60_000);
      await world.sweepLeases();
      await world.expireTaken();
    },
  ],
  ['what happens to endpoints', () => world.tell()],
  ['requests for sign-in links', () => takeSignInRequests(world.pool, world.now())],
  ['the mails of the next message', () => claimMessage(world.pool, world.now(), { after: '', underWay: [] })],
];

/** Statements of the loops since the last call that read too much. */
const findUnbounded = async (): Promise<string[]> => {
  const watched = await watch.take();
  expect(watched).not.toEqual([]);
  return watched
    .filter(({ name, rows }) => rows > rowMax && unbounded[name.replace('.pipeline', '')] === undefined)
    .map(({ name, rows, plan }) => `${name} reads ${rows} rows\n${plan}`);
};

describe('Where one merchant has a pile of everything, no statement reads it', () => {
  it.each(loops)('[P6] in %s', async (_name, run) => {
    await run();
    expect(await findUnbounded()).toEqual([]);
  });

  it('[P6] in the sweeps', async () => {
    for (const [name, sweep] of Object.entries(world.sweeps)) if (!apart.includes(name)) await sweep.run();
    expect(await findUnbounded()).toEqual([]);
  });
});
