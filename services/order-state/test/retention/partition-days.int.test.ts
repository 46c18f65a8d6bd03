import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { auditSchema, type DeliveryAttempted } from '@delivery/contracts';
import { inTransaction } from '@delivery/postgres';
import { pollUntil } from '@delivery/test-support';
import { skipDeleted } from '../../src/ledger/queries/sweep.js';
import { readTaken } from '../../src/ledger/queries/take-pulled.js';
import { releaseDueWindows } from '../../src/ledger/release-due.js';
import { firstUuidOf } from '../../src/ledger/rules/deliveries.js';
import { insertEvents } from '../../src/orders/queries/events.js';
import { lockOrders } from '../../src/orders/queries/write-orders.js';
import { createRetention } from '../../src/retention/apply-retention.js';
import { createPartitionDays, dropPartitionDay, moveOutOfDay } from '../../src/retention/queries/days.js';
import { feedAllReplays } from '../support/feed-all-replays.js';
import { readPage } from '../support/feed-world.js';
import { holdRows, openTransaction } from '../support/hold-rows.js';
import {
  attemptOf,
  type AttemptResult,
  delivered,
  exhausted,
  failed,
  reportStatus,
  reportTrackingUrl,
  submit,
} from '../support/ledger-world.js';
import { commitOnceAwaited } from '../support/lock-waiters.js';
import { newOrderId } from '../support/messages.js';
import { type Apis, createMerchant, type Json, startApis } from '../support/start-apis.js';

const dayMs = 24 * 3_600_000;
const noon = Date.UTC(2026, 5, 1, 12);

let apis: Apis;
let nowMs: number;
beforeEach(async () => {
  nowMs = noon;
  apis = await startApis({ now: () => nowMs, isPatient: true });
});
afterEach(() => apis.stop());

const clock = { now: () => nowMs };
const query = async (sql: string, values: unknown[] = []): Promise<Json[]> => (await apis.pool.query(sql, values)).rows;

const newMerchant = async (): Promise<string> =>
  (await createMerchant(apis, { webhook_url: 'https://shop.example/hook' })).merchant_id;

/** Days from the clock of the test on. */
const startByDay = async (): Promise<void> => {
  await query('select drop_day_partitions(day) from partition_days');
  await createPartitionDays(apis.pool, new Date(nowMs), 7);
};

/** The results of the deliveries in flight. */
const attemptsInFlight = async (result: AttemptResult): Promise<DeliveryAttempted[]> => {
  const inFlight = await query(
    `select id as delivery_id, order_id, endpoint_id, owner_id, generation, attempt_count + 1 as attempt
     from webhook_deliveries where state = 'in_flight' order by id`,
  );
  return inFlight.map((message) => attemptOf(clock, message, result));
};
const settleInFlight = async (result: AttemptResult) => apis.settle(await attemptsInFlight(result));

/** Settles the deliveries in flight, and those that this releases. */
const settleAll = async (result: AttemptResult): Promise<void> => {
  for (;;) {
    const attempts = await attemptsInFlight(result);
    if (attempts.length === 0) return;
    await apis.settle(attempts);
  }
};

/** Fails the deliveries in flight, which are tried again long after their day is gone. */
const failForLong = async (): Promise<void> => {
  await settleAll(failed);
  await query(`update webhook_deliveries set not_before = not_before + interval '1000 days' where state = 'waiting'`);
};

/** Orders that are ready, each with two webhooks of which the first is in flight. */
const startOrders = async (merchantId: string, count: number): Promise<string[]> => {
  const orderIds = Array.from({ length: count }, newOrderId);
  await apis.applyMessages(orderIds.map((orderId) => submit(clock, merchantId, orderId)));
  await apis.applyMessages(orderIds.map((orderId) => reportStatus(clock, orderId, 'ready')));
  return orderIds;
};

/** Orders like these, whose webhooks were tried. */
const makeOrders = async (merchantId: string, count: number, result: AttemptResult = delivered): Promise<string[]> => {
  const orderIds = await startOrders(merchantId, count);
  await settleAll(result);
  return orderIds;
};

/** The order's history, as every API shows it. */
const readOrder = async (merchantId: string, orderId: string): Promise<Json> => {
  const own = `/merchants/${merchantId}`;
  const [timeline, lanes, events, list] = await Promise.all([
    apis.operator('GET', `/orders/${orderId}/timeline`),
    apis.internal('GET', `${own}/orders/${orderId}/lanes`),
    apis.internal('GET', `${own}/orders/${orderId}/events`),
    apis.internal('GET', `${own}/webhook-deliveries?order_id=${orderId}`),
  ]);
  const deliveries: Json[] = [];
  for (const { id } of list.body.data) {
    deliveries.push((await apis.internal('GET', `${own}/webhook-deliveries/${id}`)).body);
    deliveries.push((await apis.operator('GET', `/owners/${merchantId}/webhook-deliveries/${id}/requests`)).body);
  }
  return { timeline: timeline.body, lanes: lanes.body, events: events.body, deliveries };
};

/** Rows of history that are not where their order says that they are. */
const countMisplaced = async (): Promise<number> => {
  const [{ n }] = await query(`
    select (select count(*) from all_commands c join orders o on o.id = c.order_id where c.partition_day <> o.partition_day)
         + (select count(*) from all_attempts a join all_webhook_deliveries d on d.id = a.delivery_id join orders o on o.id = d.order_id
            where a.partition_day <> o.partition_day)
         -- Settled rows are in the day of their order, except skipped ones.
         + (select count(*) from all_webhook_deliveries d join orders o on o.id = d.order_id
            where d.partition_day <> case when d.settled_at is null or (d.state = 'skipped' and d.partition_day = 'epoch')
                                     then 'epoch' else o.partition_day end)
         -- Some may be in none.
         + (select count(*) from all_events e join orders o on o.id = e.order_id
            where e.event_day > 'epoch'
              and (o.partition_day = 'epoch' or e.event_day not between o.partition_day and greatest(o.partition_day, o.last_event_day))) as n`);
  return n;
};

const readLastDay = async (): Promise<string> =>
  (await query('select max(day)::text as day from partition_days'))[0].day;

/** The partition and the state of each delivery. */
const readPlaces = async (): Promise<string[]> => {
  const rows = await query(`
    select count(*) || ' ' || state || ' in ' || tableoid::regclass as place from all_webhook_deliveries
    group by tableoid::regclass, state order by tableoid::regclass::text, state`);
  return rows.map(({ place }) => place);
};

type Counts = Partial<
  Record<'matched' | 'delivered' | 'exhausted' | 'skipped' | 'waiting' | 'in_flight' | 'purged', number>
>;

const expectBalance = async (counts: Counts & { sandbox?: Counts } = {}): Promise<void> => {
  const { body } = await apis.operator('GET', '/audit');
  expect(auditSchema.parse(body)).toMatchObject({
    balanced: true,
    ...counts,
    sandbox: { balanced: true, ...counts.sandbox },
  });
};

const startRetention = (onPurged: (orders: number) => void = () => undefined) =>
  createRetention({
    pool: apis.pool,
    now: clock.now,
    retentionDays: 90,
    idempotencyDays: undefined,
    activityDays: 365,
    customerDataDays: 365,
    onPurged,
    onErased: () => undefined,
    onSkipped: () => undefined,
    logger: pino({ level: 'silent' }),
  });

const dropOldDays = async (): Promise<void> => {
  const step = startRetention();
  while ((await step()) > 0);
};

/** The state that a process leaves that dies before it drops the day. */
const purgeOnly = async (): Promise<number> => {
  let purged = 0;
  const step = startRetention((orders) => {
    purged += orders;
  });
  while (purged === 0 && (await step()) > 0);
  return purged;
};

/** The order's webhooks to an endpoint: sequence, the one before it, and how it is. */
const readLane = async (orderId: string, endpointId: string): Promise<unknown[]> => {
  const rows = await query(
    `select sequence, previous_sequence, case when state = 'waiting' and not gate_open then 'gated' else state end as state
     from all_webhook_deliveries where order_id = $1 and endpoint_id = $2 and replay_id is null order by sequence`,
    [orderId, endpointId],
  );
  return rows.map(({ sequence, previous_sequence: previous, state }) => [sequence, previous, state]);
};

const silent = pino({ level: 'silent' });
const feed = () => feedAllReplays({ pool: apis.pool, now: clock.now, logger: silent });

const readInFlight = async (): Promise<number[]> =>
  (await query('select in_flight from endpoint_windows')).map(({ in_flight: inFlight }) => inFlight);

describe('A day of history', () => {
  const tablesOf = async (day: string): Promise<Json[]> =>
    query(`select relname::text as name from pg_class where relkind = 'r' and relname ~ ($1 || '$') order by 1`, [day]);

  it('keeps orders that were under way at its midnight for a day more: none of their rows is moved', async () => {
    await query('select drop_day_partitions(day) from partition_days');
    nowMs = noon;
    await dropOldDays();
    const merchantId = await newMerchant();
    const [orderId] = await startOrders(merchantId, 1);
    await settleInFlight(delivered);
    nowMs = noon + dayMs;
    await settleAll(delivered);
    const [{ ctid }] = await query('select ctid::text from webhook_deliveries_20260601 where order_id = $1 limit 1', [
      orderId,
    ]);
    nowMs = noon + 91 * dayMs - 3_600_000;
    await dropOldDays();
    expect(
      await query('select ctid::text from webhook_deliveries_20260601 where order_id = $1 limit 1', [orderId]),
    ).toEqual([{ ctid }]);
    nowMs += dayMs;
    await dropOldDays();
    expect(await query('select 1 from orders')).toEqual([]);
    expect(await tablesOf('20260601')).toEqual([]);
  });

  it('[P34] is dropped with its partitions, and the order that is not settled takes its history with it', async () => {
    await query('select drop_day_partitions(day) from partition_days');
    await dropOldDays();
    const merchantId = await newMerchant();
    const [gone] = await makeOrders(merchantId, 1);
    const [left] = await startOrders(merchantId, 1);
    await settleInFlight(delivered);
    await failForLong();
    const before = await readOrder(merchantId, left!);
    expect(before.timeline.data.filter(({ kind }: Json) => kind === 'attempt')).toHaveLength(2);
    expect(await readPlaces()).toEqual([
      '1 waiting in webhook_deliveries',
      '3 delivered in webhook_deliveries_20260601',
    ]);
    expect(await tablesOf('20260601')).toEqual([
      { name: 'commands_20260601' },
      { name: 'delivery_attempts_20260601' },
      { name: 'events_20260601' },
      { name: 'webhook_deliveries_20260601' },
    ]);

    nowMs += 92 * dayMs;
    await dropOldDays();
    expect(await tablesOf('20260601')).toEqual([]);
    expect(await readPlaces()).toEqual(['1 delivered in webhook_deliveries', '1 waiting in webhook_deliveries']);
    await expectBalance({ matched: 4, purged: 2, delivered: 1, waiting: 1 });
    expect(await query('select id, partition_day::text as day from orders')).toEqual([{ id: left, day: '1970-01-01' }]);
    expect(await readOrder(merchantId, left!)).toEqual(before);
    expect((await apis.operator('GET', `/orders/${gone}/timeline`)).body.code).toBe('order_purged');
    expect(await readLastDay()).toBe('2026-09-08');
    expect(await countMisplaced()).toBe(0);
  });
});

describe('A day that two processes drop at once', () => {
  it('[P34] is dropped by the first, and the second finds it gone', async () => {
    await startByDay();
    // A slow machine would not get there in the time that the function gives its lock.
    await query(`alter function drop_day_partitions set lock_timeout = '6s'`);
    const first = await openTransaction(apis.databaseUrl);
    await first.query(`select drop_day_partitions('2026-06-01')`);
    const [isDropped] = await Promise.all([
      dropPartitionDay(apis.pool, '2026-06-01'),
      commitOnceAwaited(first, apis.pool, 1),
    ]);
    expect(isDropped).toBe(false);
  });
});

describe('Days to come', () => {
  it('[P34] are made also in the middle of a walk that takes longer than a day', async () => {
    await startByDay();
    const merchantId = await newMerchant();
    const orderIds = Array.from({ length: 101 }, newOrderId);
    await apis.applyMessages(orderIds.map((orderId) => submit(clock, merchantId, orderId)));
    nowMs += 92 * dayMs;
    const step = startRetention();
    expect(await step()).toBe(1);
    expect(await query('select count(*)::int as n from orders')).toEqual([{ n: 1 }]);
    expect(await readLastDay()).toBe('2026-09-08');
    nowMs += dayMs;
    expect(await step()).toBe(1);
    expect(await readLastDay()).toBe('2026-09-09');
  });

  it('are left to the next walk while a long transaction reads the view of recent events', async () => {
    await startByDay();
    const reading = new pg.Client({ connectionString: apis.databaseUrl });
    await reading.connect();
    try {
      await reading.query('begin');
      await reading.query('select 1 from recent_events limit 1');
      nowMs += dayMs;
      const walk = startRetention();
      expect(await walk()).toBe(0);
      expect(await readLastDay()).toBe('2026-06-08');
      await reading.query('commit');
      expect(await walk()).toBe(0);
      expect(await readLastDay()).toBe('2026-06-09');
    } finally {
      await reading.end();
    }
  });
});

describe('An event of an order that has a day', () => {
  /** The clock of the database tells the day of an event: it is as late as there are days. */
  const comeTo = (day: number) => createPartitionDays(apis.pool, new Date(noon + (day - 1) * dayMs), 0);
  const startFirstDay = async (): Promise<string> => {
    await query('select drop_day_partitions(day) from partition_days');
    await comeTo(1);
    return newMerchant();
  };
  const report = (orderIds: readonly string[], status: Parameters<typeof reportStatus>[2]) =>
    apis.applyMessages(orderIds.map((orderId) => reportStatus(clock, orderId, status)));
  const readEventPlaces = async (orderId: string): Promise<string[]> => {
    const rows = await query(
      `select sequence || ' in ' || tableoid::regclass as place from all_events where order_id = $1 order by sequence`,
      [orderId],
    );
    return rows.map(({ place }) => place);
  };
  const readFeed = async (merchantId: string, after?: string): Promise<Json> => {
    const { status, body } = await apis.internal(
      'GET',
      `/merchants/${merchantId}/events?limit=1${after === undefined ? '' : `&after=${after}`}`,
    );
    return status === 200 ? body : { code: body.code };
  };
  /** Page by page, of one event each. */
  const followFeed = async (merchantId: string, count: number, from?: string): Promise<Json[]> => {
    const entries: Json[] = [];
    let after = from;
    return pollUntil(`${count} events`, async () => {
      const page = await readFeed(merchantId, after);
      entries.push(...page.data);
      after = page.next_cursor;
      return entries.length >= count ? entries : undefined;
    });
  };
  const toPlace = ({ order_id, sequence }: Json): string => `${order_id} ${sequence}`;

  it('[P34] is in the day on which it was written, and read with all others of its order', async () => {
    const merchantId = await startFirstDay();
    const [orderId] = await startOrders(merchantId, 1);
    await comeTo(2);
    await report([orderId!], 'on_route_to_pickup');
    await comeTo(4);
    await report([orderId!], 'at_pickup');
    expect(await readEventPlaces(orderId!)).toEqual([
      '1 in events_20260601',
      '2 in events_20260601',
      '3 in events_20260602',
      '4 in events_20260604',
    ]);
    expect(await countMisplaced()).toBe(0);
    await settleAll(delivered);
    expect(await readPlaces()).toEqual(['4 delivered in webhook_deliveries_20260601']);
    const { events, timeline, deliveries } = await readOrder(merchantId, orderId!);
    expect(events.data.map(({ body }: Json) => body.status)).toEqual([
      'ready',
      'ready',
      'on_route_to_pickup',
      'at_pickup',
    ]);
    expect(timeline.data.filter(({ kind }: Json) => kind === 'event')).toHaveLength(4);
    const bodies = deliveries.flatMap(({ body }: Json) => (body === undefined ? [] : [JSON.parse(body).status]));
    expect(bodies.sort()).toEqual(['at_pickup', 'on_route_to_pickup', 'ready', 'ready']);
  });

  it('[P34] is in the feed of a reader whose cursor is of any day', async () => {
    const merchantId = await startFirstDay();
    const orderIds = await startOrders(merchantId, 2);
    await comeTo(2);
    await report(orderIds, 'on_route_to_pickup');
    await comeTo(5);
    await report(orderIds, 'at_pickup');
    const entries = await followFeed(merchantId, 8);
    expect(new Set(entries.map(toPlace)).size).toBe(8);
    for (const [index, { cursor }] of entries.entries()) {
      if (index === entries.length - 1) continue;
      const rest = entries.slice(index + 1).map(toPlace);
      expect((await followFeed(merchantId, rest.length, cursor)).map(toPlace)).toEqual(rest);
    }
  });

  it('[P34] is in the feed behind one of the next day, where its transaction began before midnight and wrote it after that', async () => {
    nowMs = Date.now();
    await query('select drop_day_partitions(day) from partition_days');
    for (const day of [-2, -1, 0]) await createPartitionDays(apis.pool, new Date(nowMs + day * dayMs), 0);
    const merchantId = await newMerchant();
    const [late, other] = await startOrders(merchantId, 2);
    await report([other!], 'on_route_to_pickup');
    const last = (await followFeed(merchantId, 5)).at(-1)!;
    expect(toPlace(last)).toBe(`${other} 3`);
    await query(
      `insert into all_events (order_id, sequence, event, body, created_at, merchant_id, position, event_day)
       select $1, 3, event, body, now(), $2, feed_position(), (now() at time zone 'utc')::date - 1
       from all_events where order_id = $3 and sequence = 3`,
      [late, merchantId, other],
    );
    expect((await followFeed(merchantId, 1, last.cursor)).map(toPlace)).toEqual([`${late} 3`]);
  });

  it('[P34] is in the feed of a reader that follows it, also when no new day was made for long', async () => {
    const merchantId = await startFirstDay();
    const [first, second] = await startOrders(merchantId, 2);
    const last = (await followFeed(merchantId, 4)).at(-1)!;
    // As long ago as there are days: a row that is written now is in a day that is not among the recent ones.
    await query(`update feed_state set recent_until = '2026-05-31'`);
    await query('create or replace view recent_events as select * from events');
    await report([first!], 'on_route_to_pickup');
    const [next] = await followFeed(merchantId, 1, last.cursor);
    expect(toPlace(next)).toBe(`${first} 3`);
    // An old day is made: the last one is among them again, though it is long ago.
    await query(`select create_day_partitions('2026-05-01')`);
    await report([second!], 'on_route_to_pickup');
    expect((await followFeed(merchantId, 2, last.cursor)).map(toPlace)).toEqual([`${first} 3`, `${second} 3`]);
    expect((await followFeed(merchantId, 1, next.cursor)).map(toPlace)).toEqual([`${second} 3`]);
    await settleAll(delivered);
    expect(await readPlaces()).toEqual(['6 delivered in webhook_deliveries_20260601']);
  });

  it('[P34] is in the feed of a reader whose transaction began before midnight, and whose snapshot is of the next day', async () => {
    const merchantId = await startFirstDay();
    const [orderId] = await startOrders(merchantId, 1);
    const last = (await followFeed(merchantId, 2)).at(-1)!;
    await report([orderId!], 'on_route_to_pickup');
    await followFeed(merchantId, 1, last.cursor);
    await query(`update feed_state set recent_until = (now() at time zone 'utc')::date - 1`);
    await query('create or replace view recent_events as select * from events');
    await query('create schema yesterday');
    await query(`create function yesterday.now() returns timestamptz language sql stable
      return pg_catalog.now() - interval '1 day'`);
    const { rows } = await inTransaction(apis.pool, async (client) => {
      await client.query('set local search_path = yesterday, pg_catalog, public');
      const [cursor] = await query(
        'select position::float8, order_id as "orderId", sequence from all_events where order_id = $1 and sequence = 2',
        [orderId],
      );
      return readPage(client, merchantId, cursor);
    });
    expect(rows.map(toPlace)).toEqual([`${orderId} 3`]);
  });

  it('[P34] is in no day while its order’s day has not come, by the clock of the database', async () => {
    const merchantId = await startFirstDay();
    const ahead = Date.now() + 3 * dayMs;
    await createPartitionDays(apis.pool, new Date(ahead), 0);
    nowMs = ahead;
    const [orderId] = await startOrders(merchantId, 1);
    expect(await query('select 1 from orders where partition_day > current_date + 1')).toHaveLength(1);
    expect(await readEventPlaces(orderId!)).toEqual(['1 in events', '2 in events']);
    expect((await followFeed(merchantId, 2)).map(toPlace)).toEqual([`${orderId} 1`, `${orderId} 2`]);
  });

  it('[P34] is in no day where the day begins between the order’s row and the event’s', async () => {
    const merchantId = await startFirstDay();
    const [orderId] = await startOrders(merchantId, 1);
    await report([orderId!], 'on_route_to_pickup');
    // The second day is made after its order was written, and before the event is.
    await comeTo(2);
    await inTransaction(apis.pool, async (client) => {
      await lockOrders(client, [orderId!]);
      await insertEvents(client, [
        {
          orderId: orderId!,
          merchantId,
          sequence: 4,
          event: 'status_changed',
          body: '{}',
          createdAtMs: nowMs,
        },
      ]);
    });
    expect(await readEventPlaces(orderId!)).toEqual([
      '1 in events_20260601',
      '2 in events_20260601',
      '3 in events_20260601',
      '4 in events',
    ]);
  });

  it('is looked for in the days of its order alone', async () => {
    const merchantId = await startFirstDay();
    const [orderId] = await startOrders(merchantId, 1);
    await comeTo(2);
    await report([orderId!], 'on_route_to_pickup');
    await comeTo(3);
    await comeTo(4);
    for (const look of ['events_of(array[$1])', 'event_at($1, 3)']) {
      const locked = await inTransaction(apis.pool, async (client) => {
        expect((await client.query(`select from ${look}`, [orderId])).rowCount).toBeGreaterThan(0);
        const { rows } = await client.query<{ name: string }>(
          `select relation::regclass::text as name from pg_locks
           where pid = pg_backend_pid() and relation::regclass::text ~ '^events(_\\d+)?$' order by 1`,
        );
        return rows.map(({ name }) => name);
      });
      expect(locked).toEqual(['events', 'events_20260601', 'events_20260602']);
    }
  });

  it('[P34] leaves with its order for no day when that outlives its own, and no reader that follows the feed misses it', async () => {
    const merchantId = await startFirstDay();
    const [gone] = await makeOrders(merchantId, 1);
    const [left] = await startOrders(merchantId, 1);
    const [first] = await followFeed(merchantId, 4);
    await comeTo(2);
    await report([left!], 'on_route_to_pickup');
    await failForLong();
    const before = await readOrder(merchantId, left!);

    nowMs += 92 * dayMs;
    await dropOldDays();
    expect(await readEventPlaces(left!)).toEqual(['1 in events', '2 in events', '3 in events']);
    expect(await readEventPlaces(gone!)).toEqual([]);
    expect(await readOrder(merchantId, left!)).toEqual(before);
    expect(await countMisplaced()).toBe(0);
    // The purge of the other order ends the feed of before.
    expect(await readFeed(merchantId, first.cursor)).toEqual({ code: 'cursor_expired' });
    await report([left!], 'at_pickup');
    expect(await readEventPlaces(left!)).toContain('4 in events');
    expect((await followFeed(merchantId, 1)).map(toPlace)).toContain(`${left} 1`);
  });

  it('[P34] keeps its day until no order of an earlier one is left', async () => {
    const merchantId = await startFirstDay();
    const [orderId] = await makeOrders(merchantId, 1);
    await comeTo(2);
    await report([orderId!], 'canceled');
    await settleAll(delivered);
    await comeTo(3);
    const letGo = await holdRows(apis.databaseUrl, 'orders where id = $1', [orderId]);
    const before = await readEventPlaces(orderId!);
    nowMs += 93 * dayMs;
    await dropOldDays();
    expect(await readEventPlaces(orderId!)).toEqual(before);
    expect(before).toContain('3 in events_20260602');
    await letGo();
    await dropOldDays();
    expect(await query('select to_regclass($1) as name', ['events_20260602'])).toEqual([{ name: null }]);
    expect(await query('select 1 from orders')).toEqual([]);
  });
});

describe('A settled delivery of an order that has a day', () => {
  const arrange = async () => {
    await startByDay();
    const { merchant_id: merchantId, webhook_endpoint: endpoint } = await createMerchant(apis, {
      webhook_url: 'https://shop.example/hook',
    });
    return { merchantId, own: `/merchants/${merchantId}`, endpointId: endpoint!.id };
  };

  it('[P34] leaves for the day with all of its columns, and waiting and in-flight ones stay', async () => {
    const { merchantId } = await arrange();
    const [orderId] = await startOrders(merchantId, 1);
    // No column has its default value.
    await query(
      `update webhook_deliveries set previous_sequence = previous_sequence + 7, mode = 'sandbox', published = true, schedule_base = 3,
         visible_until = now(), replay_id = $1, origin_id = $1, generation = 5 where order_id = $2`,
      [randomUUID(), orderId],
    );
    const readFirst = async () => {
      const [{ row }] = await query('select to_jsonb(d) as row from all_webhook_deliveries d where sequence = 1');
      return row;
    };
    const before = await readFirst();
    nowMs += 1_000;
    await settleInFlight(delivered);
    expect(await readPlaces()).toEqual([
      '1 in_flight in webhook_deliveries',
      '1 delivered in webhook_deliveries_20260601',
    ]);
    const settled = {
      state: 'delivered',
      attempt_count: 1,
      settled_at: expect.any(String),
      partition_day: '2026-06-01',
    };
    const after = await readFirst();
    expect(after).toEqual({ ...before, ...settled });
    expect(Date.parse(after.settled_at)).toBe(nowMs);

    await settleInFlight(exhausted);
    await apis.applyMessages([reportStatus(clock, orderId!, 'on_route_to_pickup')]);
    await settleInFlight(failed);
    expect(await readPlaces()).toEqual([
      '1 waiting in webhook_deliveries',
      '1 delivered in webhook_deliveries_20260601',
      '1 exhausted in webhook_deliveries_20260601',
    ]);
    expect(await countMisplaced()).toBe(0);
  });

  it('[P4] is the one before the next event, to each endpoint that asked for it, also once it was moved out of the day', async () => {
    const { merchantId, own, endpointId: all } = await arrange();
    const body = { url: 'https://shop.example/some', events: ['delivery_requested', 'tracking_url_added'] };
    const { id: some } = (await apis.internal('POST', `${own}/webhook-endpoints`, { body })).body;
    const [orderId] = await makeOrders(merchantId, 1);
    const lanes = async () => [await readLane(orderId!, all), await readLane(orderId!, some)];
    const ofAll = [
      [1, 0, 'delivered'],
      [2, 1, 'delivered'],
    ];
    expect(await lanes()).toEqual([ofAll, [[2, 0, 'delivered']]]);
    expect(await readPlaces()).toEqual(['3 delivered in webhook_deliveries_20260601']);

    await apis.applyMessages([reportStatus(clock, orderId!, 'on_route_to_pickup')]);
    expect((await lanes())[0]).toEqual([...ofAll, [3, 2, 'in_flight']]);
    await settleAll(exhausted);
    ofAll.push([3, 2, 'exhausted']);

    await inTransaction(apis.pool, (client) => moveOutOfDay(client, '2026-06-01', [orderId!]));
    expect(await readPlaces()).toEqual(['3 delivered in webhook_deliveries', '1 exhausted in webhook_deliveries']);
    await apis.applyMessages([reportStatus(clock, orderId!, 'on_route_to_delivery')]);
    expect((await lanes())[0]).toEqual([...ofAll, [4, 3, 'in_flight']]);
    await apis.applyMessages([reportTrackingUrl(clock, orderId!, 'a')]);
    expect(await lanes()).toEqual([
      [...ofAll, [4, 3, 'in_flight'], [5, 4, 'gated']],
      [
        [2, 0, 'delivered'],
        [5, 2, 'in_flight'],
      ],
    ]);
    await settleAll(delivered);
    await apis.applyMessages([reportTrackingUrl(clock, orderId!, 'b')]);
    expect(await lanes()).toEqual([
      [...ofAll, [4, 3, 'delivered'], [5, 4, 'delivered'], [6, 5, 'in_flight']],
      [
        [2, 0, 'delivered'],
        [5, 2, 'delivered'],
        [6, 5, 'in_flight'],
      ],
    ]);
    await expectBalance({ matched: 9, delivered: 6, exhausted: 1, in_flight: 2 });
  });

  it('[P34] stays settled after any further report, also after two at once and while its order is moved', async () => {
    const { merchantId, endpointId } = await arrange();
    const [orderId] = await startOrders(merchantId, 1);
    const [first] = await attemptsInFlight(delivered);
    await apis.settle([first!]);
    const readFirst = () => query('select to_jsonb(d) as row from all_webhook_deliveries d where sequence = 1');
    const before = await readFirst();
    const late = { ...first!, ...failed, generation: 0 };
    expect(await apis.settle([first!, late, first!])).toMatchObject({ stale: 3, unknown: 0, settled: [], updates: [] });
    expect(await readInFlight()).toEqual([1]);

    /** Reports while the order is moved, by a transaction that commits once both reports wait for the order. */
    const reportWhileMoved = async (attempts: readonly DeliveryAttempted[]) => {
      const moving = await openTransaction(apis.databaseUrl);
      await moving.query('select from orders for no key update');
      await moveOutOfDay(moving, '2026-06-01', [orderId!]);
      const [one, other] = await Promise.all([
        apis.settle(attempts),
        apis.settle(attempts),
        commitOnceAwaited(moving, apis.pool, 2),
      ]);
      expect(await countMisplaced()).toBe(0);
      return [one, other].map(({ stale, unknown, settled }) => [stale, unknown, settled.length]).sort();
    };
    const [second] = await attemptsInFlight(exhausted);
    const once = [
      [1, 0, 1],
      [2, 0, 0],
    ];
    expect(await reportWhileMoved([first!, second!])).toEqual(once);
    expect(await apis.settle([first!, { ...second!, ...delivered }])).toMatchObject({ stale: 2, unknown: 0 });
    expect(await readPlaces()).toEqual(['1 delivered in webhook_deliveries', '1 exhausted in webhook_deliveries']);

    expect(await readFirst()).toEqual([{ row: { ...before[0].row, partition_day: '1970-01-01' } }]);
    expect(await readInFlight()).toEqual([0]);
    const logged = await query('select delivery_id, generation from all_attempts order by delivery_id, generation');
    expect(logged).toEqual([
      { delivery_id: first!.delivery_id, generation: 0 },
      { delivery_id: first!.delivery_id, generation: 1 },
      { delivery_id: second!.delivery_id, generation: 1 },
    ]);
    await apis.applyMessages([reportStatus(clock, orderId!, 'on_route_to_pickup')]);
    expect((await readLane(orderId!, endpointId)).at(-1)).toEqual([3, 2, 'in_flight']);
    await expectBalance({ matched: 3, delivered: 1, exhausted: 1, in_flight: 1 });
  });

  it('[P13 P34] is not found once its order is purged, though its day still stands, and counts as purged from then on', async () => {
    const { merchantId, own, endpointId } = await arrange();
    const purgedIds = [...(await makeOrders(merchantId, 1)), ...(await makeOrders(merchantId, 1, exhausted))];
    const [left] = await startOrders(merchantId, 1);
    await settleInFlight(delivered);
    await settleAll(failed);
    await makeOrders(
      (await createMerchant(apis, { mode: 'sandbox', webhook_url: 'https://a.example' })).merchant_id,
      1,
    );
    await expectBalance({ matched: 6, delivered: 3, exhausted: 2, waiting: 1, purged: 0, sandbox: { delivered: 2 } });
    const of = (orderId: string) =>
      query('select id, webhook_id from all_webhook_deliveries where order_id = $1 order by sequence', [orderId]);
    const gone = (await Promise.all(purgedIds.map(of))).flat();
    const kept = await of(left!);

    nowMs += 92 * dayMs;
    const places = await readPlaces();
    expect(await purgeOnly()).toBe(3);
    expect(await readPlaces()).toEqual(places);
    const sandbox = { matched: 2, delivered: 0, purged: 2 };
    const counts = { matched: 6, delivered: 1, exhausted: 0, waiting: 1, purged: 4, sandbox };
    await expectBalance(counts);

    const list = async (filter: string) => {
      const { status, body } = await apis.internal('GET', `${own}/webhook-deliveries?${filter}`);
      expect(status).toBe(200);
      return body.data.map(({ id }: Json) => id).sort();
    };
    expect(await list('')).toEqual(kept.map(({ id }) => id));
    expect(await list('state=delivered')).toEqual([kept[0].id]);
    expect(await list(`endpoint_id=${endpointId}`)).toHaveLength(2);
    expect(await list('state=exhausted')).toEqual([]);
    for (const orderId of purgedIds) expect(await list(`order_id=${orderId}`)).toEqual([]);
    for (const { id, webhook_id: webhookId } of gone) {
      expect(await list(`webhook_id=${webhookId}`)).toEqual([]);
      for (const [api, method, rest] of [
        ['internal', 'GET', ''],
        ['operator', 'GET', '/requests'],
        ['internal', 'POST', '/replay'],
      ] as const) {
        const { status } = await apis[api](method, `${own}/webhook-deliveries/${id}${rest}`);
        expect([rest, status]).toEqual([rest, 404]);
      }
      const selected = { delivery_ids: [kept[0].id, id] };
      for (const path of ['/webhook-replays', '/webhook-replays/preview']) {
        expect((await apis.internal('POST', `${own}${path}`, { body: selected })).status).toBe(404);
      }
    }
    const range = { since: '2020-01-01T00:00:00Z', until: '2099-01-01T00:00:00Z', states: ['delivered', 'exhausted'] };
    const preview = await apis.internal('POST', `${own}/webhook-replays/preview`, { body: range });
    expect(preview.body).toMatchObject({ deliveries: 1, orders: 1, left_out: 0 });
    const replay = await apis.internal('POST', `${own}/webhook-replays`, { body: range });
    await feed();
    const { body: view } = await apis.internal('GET', `${own}/webhook-replays/${replay.body.id}`);
    expect(view).toMatchObject({ total: 1, queued: 1 });
    await expectBalance({ ...counts, matched: 7, waiting: 2 });

    // A process that goes on where that one died.
    await dropOldDays();
    expect(await readPlaces()).toEqual(['1 delivered in webhook_deliveries', '2 waiting in webhook_deliveries']);
    await expectBalance({ ...counts, matched: 7, waiting: 2 });
    expect(await list('state=delivered')).toEqual([kept[0].id]);
  });

  it('[P13] leaves no row behind if its order is purged before all of it has left its day', async () => {
    const { merchantId } = await arrange();
    const [first, second] = await makeOrders(merchantId, 2);
    // A step moved commands, a delivery with its attempts, and attempts of a delivery that was settled after that.
    await query(`update all_commands set partition_day = 'epoch' where type = 'order.submitted'`);
    await query(
      `update all_attempts set partition_day = 'epoch' where delivery_id in (select id from all_webhook_deliveries where order_id in ($1, $2))`,
      [first, second],
    );
    await query(`update all_webhook_deliveries set partition_day = 'epoch' where order_id = $1`, [first]);
    nowMs += 92 * dayMs;
    expect(await purgeOnly()).toBe(2);
    for (const table of ['commands', 'webhook_deliveries', 'delivery_attempts', 'events', 'orders'])
      expect([table, await query(`select 1 from ${table}`)]).toEqual([table, []]);
  });

  it('[P34] is not found with an order that was made anew under its order’s id', async () => {
    const { merchantId, own } = await arrange();
    const [orderId] = await startOrders(merchantId, 1);
    const [late] = await attemptsInFlight(delivered);
    await settleAll(delivered);
    const old = { id: late!.delivery_id };
    nowMs += 92 * dayMs;
    await purgeOnly();
    const isUnknown = { unknown: 1, logged: [], settled: [] };
    expect(await apis.settle([late!])).toMatchObject(isUnknown);
    await query('delete from order_fingerprints');
    await apis.applyMessages([submit(clock, merchantId, orderId!), reportTrackingUrl(clock, orderId!, 'a')]);
    expect(await apis.settle([late!])).toMatchObject(isUnknown);
    const [anew] = await query('select id from webhook_deliveries');
    for (const filter of ['', `order_id=${orderId}`]) {
      const { data } = (await apis.internal('GET', `${own}/webhook-deliveries?${filter}`)).body;
      expect(data.map(({ id }: Json) => id)).toEqual([anew.id]);
    }
    expect((await apis.internal('GET', `${own}/webhook-deliveries/${old.id}`)).status).toBe(404);
    expect((await apis.operator('GET', `/owners/${merchantId}/webhook-deliveries/${old.id}/requests`)).status).toBe(
      404,
    );
    expect((await apis.internal('POST', `${own}/webhook-deliveries/${old.id}/replay`)).status).toBe(404);
  });

  it('[P34] is sent again from its day, alone, with others or in a range, and its replay’s delivery ends there too', async () => {
    const { merchantId, own } = await arrange();
    await makeOrders(merchantId, 1, exhausted);
    nowMs += dayMs;
    await makeOrders(merchantId, 1, exhausted);
    const originals = await query('select id from all_webhook_deliveries order by created_at');
    const replay = async (path: string, body?: object) => {
      const started = await apis.internal('POST', `${own}${path}`, body ? { body } : {});
      expect([started.status, started.body.code]).toEqual([202, undefined]);
      nowMs += 1_000;
      await feed();
      await releaseDueWindows(apis.pool, nowMs);
      await settleAll(delivered);
      await feed();
      expect(await query('select from webhook_deliveries')).toEqual([]);
      const { body: view } = await apis.internal('GET', `${own}/webhook-replays/${started.body.id}`);
      expect(view.status).toBe('completed');
      return [view.total, view.queued, view.settled];
    };
    const [one] = originals;
    for (let times = 0; times < 2; times += 1) {
      expect(await replay(`/webhook-deliveries/${one.id}/replay`)).toEqual([1, 1, 1]);
    }
    const delivery_ids = originals.map(({ id }) => id);
    const preview = await apis.internal('POST', `${own}/webhook-replays/preview`, { body: { delivery_ids } });
    expect(preview.body).toMatchObject({ deliveries: 4, orders: 2 });
    expect(await replay('/webhook-replays', { delivery_ids })).toEqual([4, 4, 4]);
    const range = { since: '2020-01-01T00:00:00Z', until: '2099-01-01T00:00:00Z', states: ['exhausted'] };
    expect(await replay('/webhook-replays', range)).toEqual([4, 4, 4]);

    expect(await readPlaces()).toEqual([
      '6 delivered in webhook_deliveries_20260601',
      '2 exhausted in webhook_deliveries_20260601',
      '4 delivered in webhook_deliveries_20260602',
      '2 exhausted in webhook_deliveries_20260602',
    ]);
    for (const { id } of originals) {
      const { body } = await apis.internal('GET', `${own}/webhook-deliveries/${id}`);
      const attempts = id === one.id ? [1, 2, 3, 4, 5] : [1, 2, 3];
      expect(body.attempts.map(({ attempt }: Json) => attempt)).toEqual(attempts);
      expect(body.state).toBe('exhausted');
    }
    expect(await countMisplaced()).toBe(0);
    await expectBalance({ matched: 14, delivered: 10, exhausted: 4, waiting: 0, in_flight: 0 });
  });

  it('is looked for in all days only by an id that one in a day can have', async () => {
    await startByDay();
    const placesSearched = (ids: readonly string[]) =>
      inTransaction(apis.pool, async (client) => {
        const named = ids.map((id) => ({ id, endpointId: randomUUID(), ownerId: 'm' }));
        expect(await readTaken(client, named)).toEqual([]);
        const { rows } = await client.query(
          `select from pg_locks where pid = pg_backend_pid() and relation::regclass::text ~ '^webhook_deliveries(_\\d+)?$'`,
        );
        return rows.length;
      });
    const impossible = [
      ...Array.from({ length: 100 }, () => randomUUID()),
      ...Array.from({ length: 100 }, (_, day) => firstUuidOf(Date.UTC(2020, 0, day))),
      ...Array.from({ length: 100 }, (_, day) => firstUuidOf(Date.UTC(2099, 0, day))),
    ];
    expect(await placesSearched(impossible)).toBe(1);
    // In no day, and in eight.
    expect(await placesSearched([...impossible, firstUuidOf(nowMs)])).toBe(9);
  });

  it('[P34] is left alone when its endpoint is deleted: waiting ones are skipped where they are, and go with their order', async () => {
    const { merchantId, own, endpointId } = await arrange();
    const [orderId] = await makeOrders(merchantId, 1);
    await apis.applyMessages([reportStatus(clock, orderId!, 'on_route_to_pickup')]);
    await apis.applyMessages([reportStatus(clock, orderId!, 'on_route_to_delivery')]);
    expect((await apis.internal('DELETE', `${own}/webhook-endpoints/${endpointId}`)).status).toBe(204);
    expect(await skipDeleted(apis.pool, new Date(nowMs), 100)).toBe(1);
    await settleAll(exhausted);
    expect(await readLane(orderId!, endpointId)).toEqual([
      [1, 0, 'delivered'],
      [2, 1, 'delivered'],
      [3, 2, 'skipped'],
      [4, 3, 'skipped'],
    ]);
    // The one that was in flight was settled by its report, the other one by the sweep.
    const places = [
      '1 skipped in webhook_deliveries',
      '2 delivered in webhook_deliveries_20260601',
      '1 skipped in webhook_deliveries_20260601',
    ];
    expect(await readPlaces()).toEqual(places);
    await expectBalance({ matched: 4, delivered: 2, skipped: 2 });

    const [other] = await startOrders(merchantId, 1);
    expect(await readLane(other!, endpointId)).toEqual([]);
    nowMs += 92 * dayMs;
    await dropOldDays();
    expect(await readPlaces()).toEqual([]);
    await expectBalance({ matched: 4, delivered: 0, skipped: 0, purged: 4 });
  });
});
