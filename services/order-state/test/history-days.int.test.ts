import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { auditSchema, type DeliveryAttempted, historyLayoutSchema, operatorStatusSchema } from '@delivery/contracts';
import { createPool, inTransaction, type Pool } from '@delivery/postgres';
import { pollUntil } from '@delivery/test-support';
import { releaseDueWindows } from '../src/ledger/relay/release-due-windows.js';
import { noDay } from '../src/ledger/sql/history-days.js';
import { skipDeleted } from '../src/ledger/sql/sweep.js';
import { createRetention } from '../src/operations/apply-retention.js';
import { moveHistoryStep } from '../src/operations/move-history.js';
import { makeHistoryDays, moveHistory } from '../src/operations/sql/history-days.js';
import { insertEvents } from '../src/orders/sql/insert-events.js';
import { lockOrders } from '../src/orders/sql/lock-orders.js';
import { feedReplays } from '../src/replays/feed-replays.js';
import { holdRows, openTransaction } from './hold-rows.js';
import { attemptOf, delivered, reportStatus, reportTrackingUrl, submit } from './ledger-world.js';
import { commitOnceAwaited } from './lock-waiters.js';
import { type Apis, createMerchant, type Json, operatorReadToken, retentionDays, startApis } from './start-apis.js';

const dayMs = 24 * 3_600_000;
const noon = Date.UTC(2026, 5, 1, 12);
const failed = { outcome: 'failed', unreachable: false, retry_in_ms: null } as const;
const retried = { ...failed, retry_in_ms: 1_000 * dayMs };

let apis: Apis;
let nowMs: number;
let lines: Json[];
beforeEach(async () => {
  nowMs = noon;
  lines = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  apis = await startApis({ now: () => nowMs, logger, isPatient: true });
});
afterEach(() => apis.stop());

const clock = { now: () => nowMs };
const query = async (sql: string, values: unknown[] = []): Promise<Json[]> => (await apis.pool.query(sql, values)).rows;

/** As a release without days left it. */
const startUpgraded = async (): Promise<void> => {
  await query('update history_layout set by_day = false');
  await query('select drop_history_day(day) from history_days');
};

const newMerchant = async (): Promise<string> =>
  (await createMerchant(apis, { webhook_url: 'https://shop.example/hook' })).merchant_id;

/** As an installation that has had days from the beginning. */
const startByDay = async (): Promise<void> => {
  await query('select drop_history_day(day) from history_days');
  await makeHistoryDays(apis.pool, new Date(nowMs), 7);
};

type Result = Parameters<typeof attemptOf>[2];

/** What came to each delivery that is in flight. */
const attemptsInFlight = async (result: Result): Promise<DeliveryAttempted[]> => {
  const inFlight = await query(
    `select id as delivery_id, order_id, endpoint_id, merchant_id, generation, attempt_count + 1 as attempt
     from deliveries where state = 'in_flight' order by id`,
  );
  return inFlight.map((message) => attemptOf(clock, message, result));
};
const settleInFlight = async (result: Result) => apis.settle(await attemptsInFlight(result));

/** Settles what is in flight, and what that releases. */
const settleAll = async (result: Result): Promise<void> => {
  for (;;) {
    const attempts = await attemptsInFlight(result);
    if (attempts.length === 0) return;
    await apis.settle(attempts);
  }
};

/** Orders that are ready, each with two webhooks of which the first is in flight. */
const startOrders = async (merchantId: string, count: number): Promise<string[]> => {
  const orderIds = Array.from({ length: count }, () => randomBytes(12).toString('hex'));
  await apis.applyMessages(orderIds.map((orderId) => submit(clock, merchantId, orderId)));
  await apis.applyMessages(orderIds.map((orderId) => reportStatus(clock, orderId, 'ready')));
  return orderIds;
};

/** The same, and their webhooks were tried. */
const makeOrders = async (merchantId: string, count: number, result: Result = delivered): Promise<string[]> => {
  const orderIds = await startOrders(merchantId, count);
  await settleAll(result);
  return orderIds;
};

/** What anybody is shown of an order's history. */
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
    deliveries.push((await apis.operator('GET', `${own}/webhook-deliveries/${id}/requests`)).body);
  }
  return { timeline: timeline.body, lanes: lanes.body, events: events.body, deliveries };
};
const readOrders = (merchantId: string, orderIds: readonly string[]): Promise<Json[]> =>
  Promise.all(orderIds.map((orderId) => readOrder(merchantId, orderId)));

const putLayout = async (byDay: boolean): Promise<Json> => {
  const { status, body } = await apis.operator('PUT', '/history-layout', { body: { by_day: byDay, by: 'ana' } });
  expect(status).toBe(200);
  return historyLayoutSchema.parse(body);
};
const getLayout = async (): Promise<Json> =>
  historyLayoutSchema.parse((await apis.operator('GET', '/history-layout')).body);

const step = (pool: Pool = apis.pool) => moveHistoryStep({ pool });
const moveAll = async (pool?: Pool): Promise<void> => {
  while ((await step(pool)) > 0);
};

/** Rows of history that are not where their order says that they are. */
const countMisplaced = async (): Promise<number> => {
  const [{ n }] = await query(`
    select (select count(*) from all_commands c join orders o on o.id = c.order_id where c.history_day <> o.history_day)
         + (select count(*) from all_attempts a join all_deliveries d on d.id = a.delivery_id join orders o on o.id = d.order_id
            where a.history_day <> o.history_day)
         -- What is settled is where its order says, but what was skipped, and what an order without ends of chains has.
         + (select count(*) from all_deliveries d join orders o on o.id = d.order_id
            where d.history_day <> case when d.settled_at is null or (o.chain_ends is null and d.history_day = 'epoch')
                                             or (d.state = 'skipped' and d.history_day = 'epoch')
                                     then 'epoch' else o.history_day end)
         -- Some may be in none.
         + (select count(*) from all_events e join orders o on o.id = e.order_id
            where e.event_day > 'epoch'
              and (o.history_day = 'epoch' or e.event_day not between o.history_day and greatest(o.history_day, o.last_event_day))) as n`);
  return n;
};
const countRows = async (): Promise<Json> => {
  const [counts] = await query(`
    select (select count(*) from all_commands) commands, (select count(*) from all_attempts) attempts,
           (select count(*) from all_deliveries) deliveries, (select count(*) from all_events) events`);
  return counts;
};
const countInDays = async (): Promise<number> =>
  (await query("select count(*) as n from orders where history_day > 'epoch'"))[0].n;

/** Where deliveries are, and in which state. */
const readPlaces = async (): Promise<string[]> => {
  const rows = await query(`
    select count(*) || ' ' || state || ' in ' || tableoid::regclass as place from all_deliveries
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
    customerDataDays: 365,
    onPurged,
    onErased: () => undefined,
  });

const dropOldDays = async (): Promise<void> => {
  const step = startRetention();
  while ((await step()) > 0);
};

/** As a process leaves it that dies before it drops the day. */
const purgeOnly = async (): Promise<number> => {
  let purged = 0;
  const step = startRetention((orders) => {
    purged += orders;
  });
  while (purged === 0 && (await step()) > 0);
  return purged;
};

/** The order's webhooks to an endpoint: sequence, the one before it, and how it is. */
const readChain = async (orderId: string, endpointId: string): Promise<unknown[]> => {
  const rows = await query(
    `select sequence, previous_sequence, case when state = 'waiting' and not gate_open then 'gated' else state end as state
     from all_deliveries where order_id = $1 and endpoint_id = $2 and replay_id is null order by sequence`,
    [orderId, endpointId],
  );
  return rows.map(({ sequence, previous_sequence: previous, state }) => [sequence, previous, state]);
};

const silent = pino({ level: 'silent' });
const feed = () => feedReplays({ pool: apis.pool, now: clock.now, onQueued: () => undefined, logger: silent });

const readInFlight = async (): Promise<number[]> =>
  (await query('select in_flight from endpoint_windows')).map(({ in_flight: inFlight }) => inFlight);

describe('The history of an upgraded ledger', () => {
  /** Orders of three days, of the second one more than are moved in one step. */
  const arrangedCount = 1 + 210 + 1 + 3;
  const arrange = async () => {
    await startUpgraded();
    const [quiet, busy] = [await newMerchant(), await newMerchant()];
    const quietIds: string[] = [];
    const busyIds: string[] = [];
    for (const count of [1, 210, 1]) {
      quietIds.push(...(await makeOrders(quiet, count)).slice(0, 1));
      busyIds.push(...(await makeOrders(busy, 1, failed)));
      nowMs += dayMs;
    }
    return { quiet, busy, quietIds, busyIds };
  };

  it('is moved by day and back while orders flow, and each order reads the same before, during and after', async () => {
    const { quiet, busy, quietIds, busyIds } = await arrange();
    // As a release left them that had no feed.
    await query('update events set merchant_id = null, position = null where order_id = $1', [quietIds[0]]);
    const before = await readOrders(quiet, quietIds);
    expect(before[0].timeline.data.filter(({ kind }: Json) => kind === 'command')).toHaveLength(2);
    expect(before[0].timeline.data.filter(({ kind }: Json) => kind === 'attempt')).toHaveLength(2);
    const busyBefore = await readOrders(busy, busyIds);

    const flowsEachWay = 2;
    const flow = async (status: 'on_route_to_pickup' | 'on_route_to_delivery') => {
      await apis.applyMessages(busyIds.map((orderId) => reportStatus(clock, orderId, status)));
      await settleAll(failed);
      busyIds.push(...(await makeOrders(busy, 1, failed)));
    };
    const moveWhile = async (byDay: boolean, status: Parameters<typeof flow>[0]) => {
      await putLayout(byDay);
      let moved = 0;
      let looks = 0;
      while ((await step()) > 0) {
        const movedBefore = moved;
        [{ moved }] = await query('select moved from history_layout');
        if (moved === movedBefore) continue;
        looks += 1;
        expect(await countMisplaced()).toBe(0);
        expect(await query(`select 1 from pg_class where relname = 'deliveries_live'`)).toHaveLength(1);
        expect(await readOrders(quiet, quietIds)).toEqual(before);
        if (looks <= flowsEachWay) await flow(status);
      }
      expect(looks).toBeGreaterThanOrEqual(3);
      expect(await getLayout()).toMatchObject({ by_day: byDay, moving: null });
      expect(await countMisplaced()).toBe(0);
      expect(await query(`select 1 from pg_class where relname = 'deliveries_live'`)).toHaveLength(byDay ? 0 : 1);
      expect(await readOrders(quiet, quietIds)).toEqual(before);
    };

    await moveWhile(true, 'on_route_to_pickup');
    const elsewhere = `select 1 from orders where history_day <> (created_at at time zone 'utc')::date`;
    expect(await query(elsewhere)).toEqual([]);
    expect(await query('select 1 from only commands union all select 1 from only delivery_attempts')).toEqual([]);
    expect(await query('select 1 from only deliveries where settled_at is not null')).toEqual([]);
    expect(await query('select 1 from only events, feed_state where position < recent_position')).toEqual([]);
    expect(await query(`select 1 from all_events where event_day > 'epoch'`)).not.toEqual([]);
    await expectBalance();

    await moveWhile(false, 'on_route_to_delivery');
    expect(await countInDays()).toBe(0);
    expect(await query('select order_id as id from all_events where position is null')).toEqual([
      { id: quietIds[0] },
      { id: quietIds[0] },
    ]);
    const [{ n: commandCount }] = await query('select count(*) as n from only commands');
    const [{ n: attemptCount }] = await query('select count(*) as n from only delivery_attempts');
    const [{ n: deliveryCount }] = await query('select count(*) as n from only deliveries');
    const [{ n: eventCount }] = await query('select count(*) as n from only events');
    expect(await countRows()).toEqual({
      commands: commandCount,
      attempts: attemptCount,
      deliveries: deliveryCount,
      events: eventCount,
    });
    await expectBalance();
    const busyAfter = await readOrders(busy, busyIds.slice(0, busyBefore.length));
    // Of each report its command; of the first one of each status the event, its delivery and the attempt too.
    const added = 2 * flowsEachWay + 2 * 3;
    for (const [index, { timeline }] of busyBefore.entries()) {
      const kept = (body: Json): Json[] => body.data.filter(({ kind }: Json) => kind !== 'endpoint');
      expect(kept(busyAfter[index].timeline)).toEqual(expect.arrayContaining(kept(timeline)));
      expect(kept(busyAfter[index].timeline)).toHaveLength(kept(timeline).length + added);
    }
  });

  it('is whole wherever the process dies: before a step is committed nothing has happened, after it another one goes on', async () => {
    const { quiet, quietIds } = await arrange();
    const [before, rows] = [await readOrders(quiet, quietIds), await countRows()];
    await putLayout(true);
    const other = createPool({
      applicationName: 'other',
      databaseUrl: apis.databaseUrl,
      poolMax: 1,
      logger: silent,
    });
    try {
      while ((await getLayout()).moved === 0) await step(other);
      const { moved, moving } = await getLayout();
      const [next] = await query(`select id from orders where history_day = 'epoch' order by created_at limit 1`);
      const letGo = await holdRows(apis.databaseUrl, 'commands where order_id = $1', [next.id]);
      const dying = moveAll(other);
      const died = expect(dying).rejects.toThrow();
      await pollUntil('the step waits for a row', async () => {
        const waiting = await query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'other' and wait_event_type = 'Lock'`,
        );
        return waiting.length > 0 ? true : undefined;
      });
      await died;
      expect(await getLayout()).toMatchObject({ moved, moving });
      expect(await countMisplaced()).toBe(0);
      expect(await readOrders(quiet, quietIds)).toEqual(before);
      await letGo();
      await moveAll();
    } finally {
      await other.end();
    }
    expect(await getLayout()).toMatchObject({ moving: null, moved: arrangedCount });
    expect(await countMisplaced()).toBe(0);
    expect(await countRows()).toEqual(rows);
    expect(await readOrders(quiet, quietIds)).toEqual(before);
  });

  it('is moved once where two replicas are at it, and turned round in the middle', async () => {
    const { quiet, quietIds } = await arrange();
    const [before, rows] = [await readOrders(quiet, quietIds), await countRows()];
    await putLayout(true);
    while ((await getLayout()).moved < 200) await Promise.all([step(), step()]);
    const { moved } = await getLayout();
    expect(await countInDays()).toBe(moved);
    expect(moved).toBeLessThan(arrangedCount);

    expect(await putLayout(false)).toMatchObject({ by_day: false, moved: 0, moving: { progress: 0 } });
    await Promise.all([moveAll(), moveAll()]);
    await moveAll();
    expect(await getLayout()).toMatchObject({ moving: null, moved });
    expect(await countInDays()).toBe(0);

    await putLayout(true);
    await Promise.all([moveAll(), moveAll(), moveAll()]);
    await moveAll();
    expect(await getLayout()).toMatchObject({ moving: null, moved: arrangedCount });
    expect(await countMisplaced()).toBe(0);
    expect(await countRows()).toEqual(rows);
    expect(await readOrders(quiet, quietIds)).toEqual(before);
  });

  it('is moved beside a vacuum of the table that it goes back to', async () => {
    const { quiet, quietIds } = await arrange();
    const before = await readOrders(quiet, quietIds);
    await putLayout(true);
    await moveAll();
    await putLayout(false);
    const vacuum = new pg.Client({ connectionString: apis.databaseUrl });
    await vacuum.connect();
    try {
      await vacuum.query('begin; lock table deliveries in share update exclusive mode');
      await moveAll();
    } finally {
      await vacuum.end();
    }
    expect(await getLayout()).toMatchObject({ moving: null, moved: arrangedCount });
    expect(await readOrders(quiet, quietIds)).toEqual(before);
  });

  it('is all in one place again only when no create that began before may still add to a day', async () => {
    await makeHistoryDays(apis.pool, new Date(nowMs), 1);
    const merchantId = await newMerchant();
    await makeOrders(merchantId, 1);
    const creating = new pg.Client({ connectionString: apis.databaseUrl });
    await creating.connect();
    try {
      await creating.query('begin');
      await creating.query(
        `insert into orders (id, merchant_id, external_id, display_id, status, external_data, content_hash, last_sequence,
                             created_at, updated_at, history_day)
         select 'abcdef', $1, 'late', '1', 'created', '{}', '\\x00', 0, $2::timestamptz, $2, history_day_at($2)`,
        [merchantId, new Date(nowMs)],
      );
      await putLayout(false);
      await moveAll();
      expect(await getLayout()).toMatchObject({ moving: { progress: expect.any(Number) }, moved: 1 });
      await creating.query('commit');
    } finally {
      await creating.end();
    }
    await moveAll();
    expect(await getLayout()).toMatchObject({ moving: null, moved: 2 });
    expect(await countInDays()).toBe(0);
  });
});

describe('A day of history', () => {
  const tablesOf = async (day: string): Promise<Json[]> =>
    query(`select relname::text as name from pg_class where relkind = 'r' and relname ~ ($1 || '$') order by 1`, [day]);

  it('keeps for a day more what was under way at its midnight: no row of that is moved', async () => {
    await query('select drop_history_day(day) from history_days');
    nowMs = noon;
    await dropOldDays();
    const merchantId = await newMerchant();
    const [orderId] = await startOrders(merchantId, 1);
    await settleInFlight(delivered);
    nowMs = noon + dayMs;
    await settleAll(delivered);
    const [{ ctid }] = await query('select ctid::text from deliveries_20260601 where order_id = $1 limit 1', [orderId]);
    nowMs = noon + 91 * dayMs - 3_600_000;
    await dropOldDays();
    expect(await query('select ctid::text from deliveries_20260601 where order_id = $1 limit 1', [orderId])).toEqual([
      { ctid },
    ]);
    nowMs += dayMs;
    await dropOldDays();
    expect(await query('select 1 from orders')).toEqual([]);
    expect(await tablesOf('20260601')).toEqual([]);
  });

  it('is dropped with its partitions, and the order that is not settled takes its history with it', async () => {
    await query('select drop_history_day(day) from history_days');
    await dropOldDays();
    const merchantId = await newMerchant();
    const [gone] = await makeOrders(merchantId, 1);
    const [left] = await startOrders(merchantId, 1);
    await settleInFlight(delivered);
    await settleAll(retried);
    const before = await readOrder(merchantId, left!);
    expect(before.timeline.data.filter(({ kind }: Json) => kind === 'attempt')).toHaveLength(2);
    expect(await readPlaces()).toEqual(['1 waiting in deliveries', '3 delivered in deliveries_20260601']);
    expect(await tablesOf('20260601')).toEqual([
      { name: 'commands_20260601' },
      { name: 'deliveries_20260601' },
      { name: 'delivery_attempts_20260601' },
      { name: 'events_20260601' },
    ]);

    nowMs += 92 * dayMs;
    await dropOldDays();
    expect(await tablesOf('20260601')).toEqual([]);
    expect(await readPlaces()).toEqual(['1 delivered in deliveries', '1 waiting in deliveries']);
    await expectBalance({ matched: 4, purged: 2, delivered: 1, waiting: 1 });
    expect(await query('select id, history_day::text as day from orders')).toEqual([{ id: left, day: '1970-01-01' }]);
    expect(await readOrder(merchantId, left!)).toEqual(before);
    expect((await apis.operator('GET', `/orders/${gone}/timeline`)).body.code).toBe('order_gone');
    expect(await getLayout()).toMatchObject({ days_ahead: 7, days: { last: '2026-09-08' } });
    expect(await countMisplaced()).toBe(0);
  });
});

describe('Days to come', () => {
  it('are made also in the middle of a walk that takes longer than a day', async () => {
    await startByDay();
    const merchantId = await newMerchant();
    const orderIds = Array.from({ length: 101 }, () => randomBytes(12).toString('hex'));
    await apis.applyMessages(orderIds.map((orderId) => submit(clock, merchantId, orderId)));
    nowMs += 92 * dayMs;
    const step = startRetention();
    expect(await step()).toBe(1);
    expect(await query('select count(*)::int as n from orders')).toEqual([{ n: 1 }]);
    expect((await getLayout()).days.last).toBe('2026-09-08');
    nowMs += dayMs;
    expect(await step()).toBe(1);
    expect((await getLayout()).days.last).toBe('2026-09-09');
  });

  it('are left to the next walk while somebody keeps the view of recent events for long', async () => {
    await startByDay();
    const reading = new pg.Client({ connectionString: apis.databaseUrl });
    await reading.connect();
    try {
      await reading.query('begin');
      await reading.query('select 1 from recent_events limit 1');
      nowMs += dayMs;
      const walk = startRetention();
      expect(await walk()).toBe(0);
      expect((await getLayout()).days.last).toBe('2026-06-08');
      await reading.query('commit');
      expect(await walk()).toBe(0);
      expect((await getLayout()).days.last).toBe('2026-06-09');
    } finally {
      await reading.end();
    }
  });
});

describe('An event of an order that has a day', () => {
  /** The clock of the database tells the day of an event: it is as late as there are days. */
  const comeTo = (day: number) => makeHistoryDays(apis.pool, new Date(noon + (day - 1) * dayMs), 0);
  const startFirstDay = async (): Promise<string> => {
    await query('select drop_history_day(day) from history_days');
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

  it('is in the day on which it was written, and read with all others of its order', async () => {
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
    expect(await readPlaces()).toEqual(['4 delivered in deliveries_20260601']);
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

  it('is in the feed for who comes from any day', async () => {
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

  it('is in the feed behind one of the next day, where its transaction began before midnight and wrote it after that', async () => {
    nowMs = Date.now();
    await query('select drop_history_day(day) from history_days');
    for (const day of [-2, -1, 0]) await makeHistoryDays(apis.pool, new Date(nowMs + day * dayMs), 0);
    const merchantId = await newMerchant();
    const [late, other] = await startOrders(merchantId, 2);
    await report([other!], 'on_route_to_pickup');
    const last = (await followFeed(merchantId, 5)).at(-1)!;
    expect(toPlace(last)).toBe(`${other} 3`);
    await query(
      `insert into all_events (order_id, sequence, event, body, created_at, merchant_id, position, event_day)
       select $1, 3, 'status_changed', '{}', now(), $2, feed_position(), (now() at time zone 'utc')::date - 1`,
      [late, merchantId],
    );
    expect((await followFeed(merchantId, 1, last.cursor)).map(toPlace)).toEqual([`${late} 3`]);
  });

  it('is in the feed for who follows it, also when no new day was made for long', async () => {
    const merchantId = await startFirstDay();
    const [first, second] = await startOrders(merchantId, 2);
    const last = (await followFeed(merchantId, 4)).at(-1)!;
    // As long ago as there are days: what is written now is in a day that is not among the recent ones.
    await query(`update feed_state set recent_until = '2026-05-31'`);
    await query('create or replace view recent_events as select * from events');
    await report([first!], 'on_route_to_pickup');
    const [next] = await followFeed(merchantId, 1, last.cursor);
    expect(toPlace(next)).toBe(`${first} 3`);
    // Somebody makes an old day: the last one is among them again, though it is long ago.
    await query(`select make_history_day('2026-05-01')`);
    await report([second!], 'on_route_to_pickup');
    expect((await followFeed(merchantId, 2, last.cursor)).map(toPlace)).toEqual([`${first} 3`, `${second} 3`]);
    expect((await followFeed(merchantId, 1, next.cursor)).map(toPlace)).toEqual([`${second} 3`]);
    await settleAll(delivered);
    expect(await readPlaces()).toEqual(['6 delivered in deliveries_20260601']);
  });

  it('is in no day where that of its order has not come yet, by the clock of the database', async () => {
    const merchantId = await startFirstDay();
    const ahead = Date.now() + 3 * dayMs;
    await makeHistoryDays(apis.pool, new Date(ahead), 0);
    nowMs = ahead;
    const [orderId] = await startOrders(merchantId, 1);
    expect(await query('select 1 from orders where history_day > current_date + 1')).toHaveLength(1);
    expect(await readEventPlaces(orderId!)).toEqual(['1 in events', '2 in events']);
    expect((await followFeed(merchantId, 2)).map(toPlace)).toEqual([`${orderId} 1`, `${orderId} 2`]);
  });

  it('is in no day where that comes between what its order tells and what is written', async () => {
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
          mode: 'live',
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

  it('leaves with its order for no day when that outlives its own, and nobody who follows the feed misses it', async () => {
    const merchantId = await startFirstDay();
    const [gone] = await makeOrders(merchantId, 1);
    const [left] = await startOrders(merchantId, 1);
    const [first] = await followFeed(merchantId, 4);
    await comeTo(2);
    await report([left!], 'on_route_to_pickup');
    await settleAll(retried);
    const before = await readOrder(merchantId, left!);

    nowMs += 92 * dayMs;
    await dropOldDays();
    expect(await readEventPlaces(left!)).toEqual(['1 in events', '2 in events', '3 in events']);
    expect(await readEventPlaces(gone!)).toEqual([]);
    expect(await readOrder(merchantId, left!)).toEqual(before);
    expect(await countMisplaced()).toBe(0);
    // What retention took of the other order ends the feed of before.
    expect(await readFeed(merchantId, first.cursor)).toEqual({ code: 'cursor_expired' });
    await report([left!], 'at_pickup');
    expect(await readEventPlaces(left!)).toContain('4 in events');
    expect((await followFeed(merchantId, 1)).map(toPlace)).toContain(`${left} 1`);
  });

  it('keeps its day until no order of an earlier one is left', async () => {
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

  it('leaves for the day with all that it was, and what waits or is in flight stays', async () => {
    const { merchantId } = await arrange();
    const [orderId] = await startOrders(merchantId, 1);
    // Nothing of it is what a column begins with.
    await query(
      `update deliveries set previous_sequence = previous_sequence + 7, mode = 'sandbox', published = true, schedule_base = 3,
         visible_until = now(), replay_id = $1, origin_id = $1, generation = 5 where order_id = $2`,
      [randomUUID(), orderId],
    );
    const readFirst = async () => {
      const [{ row }] = await query('select to_jsonb(d) as row from all_deliveries d where sequence = 1');
      return row;
    };
    const before = await readFirst();
    nowMs += 1_000;
    await settleInFlight(delivered);
    expect(await readPlaces()).toEqual(['1 in_flight in deliveries', '1 delivered in deliveries_20260601']);
    const settled = { state: 'delivered', attempt_count: 1, settled_at: expect.any(String), history_day: '2026-06-01' };
    const after = await readFirst();
    expect(after).toEqual({ ...before, ...settled });
    expect(Date.parse(after.settled_at)).toBe(nowMs);

    await settleInFlight(failed);
    await apis.applyMessages([reportStatus(clock, orderId!, 'on_route_to_pickup')]);
    await settleInFlight(retried);
    expect(await readPlaces()).toEqual([
      '1 waiting in deliveries',
      '1 delivered in deliveries_20260601',
      '1 exhausted in deliveries_20260601',
    ]);
    expect(await countMisplaced()).toBe(0);
  });

  it('is the one before the next event, to each endpoint that asked for it, also once it was moved out of the day and back', async () => {
    const { merchantId, own, endpointId: all } = await arrange();
    const body = { url: 'https://shop.example/some', events: ['delivery_requested', 'tracking_url_added'] };
    const { id: some } = (await apis.internal('POST', `${own}/webhook-endpoints`, { body })).body;
    const [orderId] = await makeOrders(merchantId, 1);
    const chains = async () => [await readChain(orderId!, all), await readChain(orderId!, some)];
    const ofAll = [
      [1, 0, 'delivered'],
      [2, 1, 'delivered'],
    ];
    expect(await chains()).toEqual([ofAll, [[2, 0, 'delivered']]]);
    expect(await readPlaces()).toEqual(['3 delivered in deliveries_20260601']);

    await apis.applyMessages([reportStatus(clock, orderId!, 'on_route_to_pickup')]);
    expect((await chains())[0]).toEqual([...ofAll, [3, 2, 'in_flight']]);
    await settleAll(failed);
    ofAll.push([3, 2, 'exhausted']);

    await putLayout(false);
    await moveAll();
    expect(await readPlaces()).toEqual(['3 delivered in deliveries', '1 exhausted in deliveries']);
    await apis.applyMessages([reportStatus(clock, orderId!, 'on_route_to_delivery')]);
    expect((await chains())[0]).toEqual([...ofAll, [4, 3, 'in_flight']]);

    nowMs += 1_000;
    await putLayout(true);
    await moveAll();
    expect(await readPlaces()).toEqual([
      '1 in_flight in deliveries',
      '3 delivered in deliveries_20260601',
      '1 exhausted in deliveries_20260601',
    ]);
    await apis.applyMessages([reportTrackingUrl(clock, orderId!, 'a')]);
    expect(await chains()).toEqual([
      [...ofAll, [4, 3, 'in_flight'], [5, 4, 'gated']],
      [
        [2, 0, 'delivered'],
        [5, 2, 'in_flight'],
      ],
    ]);
    await settleAll(delivered);
    await apis.applyMessages([reportTrackingUrl(clock, orderId!, 'b')]);
    expect(await chains()).toEqual([
      [...ofAll, [4, 3, 'delivered'], [5, 4, 'delivered'], [6, 5, 'in_flight']],
      [
        [2, 0, 'delivered'],
        [5, 2, 'delivered'],
        [6, 5, 'in_flight'],
      ],
    ]);
    await expectBalance({ matched: 9, delivered: 6, exhausted: 1, in_flight: 2 });
  });

  it('stays settled whatever is reported again, by whomever at once, and while its order is moved', async () => {
    const { merchantId, endpointId } = await arrange();
    const [orderId] = await startOrders(merchantId, 1);
    const [first] = await attemptsInFlight(delivered);
    await apis.settle([first!]);
    const readFirst = () => query('select to_jsonb(d) as row from all_deliveries d where sequence = 1');
    const before = await readFirst();
    const late = { ...first!, ...failed, generation: 0 };
    expect(await apis.settle([first!, late, first!])).toMatchObject({ stale: 3, unknown: 0, settled: [], updates: [] });
    expect(await readInFlight()).toEqual([1]);

    /** Reports while the order is moved, by somebody who commits once both reports wait for the order. */
    const reportWhile = async (from: string, to: string, attempts: readonly DeliveryAttempted[]) => {
      const moving = await openTransaction(apis.databaseUrl);
      await moving.query('select from orders for no key update');
      await moveHistory(moving, { orderIds: [orderId!], from, to });
      const [one, other] = await Promise.all([
        apis.settle(attempts),
        apis.settle(attempts),
        commitOnceAwaited(moving, apis.pool, 2),
      ]);
      expect(await countMisplaced()).toBe(0);
      return [one, other].map(({ stale, unknown, settled }) => [stale, unknown, settled.length]).sort();
    };
    const [second] = await attemptsInFlight(failed);
    const once = [
      [1, 0, 1],
      [2, 0, 0],
    ];
    expect(await reportWhile('2026-06-01', noDay, [first!, second!])).toEqual(once);
    const twice = Array(2).fill([2, 0, 0]);
    expect(await reportWhile(noDay, '2026-06-01', [first!, { ...second!, ...delivered }])).toEqual(twice);
    expect(await readPlaces()).toEqual(['1 delivered in deliveries_20260601', '1 exhausted in deliveries_20260601']);

    expect(await readFirst()).toEqual(before);
    expect(await readInFlight()).toEqual([0]);
    const logged = await query('select delivery_id, generation from all_attempts order by delivery_id, generation');
    expect(logged).toEqual([
      { delivery_id: first!.delivery_id, generation: 0 },
      { delivery_id: first!.delivery_id, generation: 1 },
      { delivery_id: second!.delivery_id, generation: 1 },
    ]);
    await apis.applyMessages([reportStatus(clock, orderId!, 'on_route_to_pickup')]);
    expect((await readChain(orderId!, endpointId)).at(-1)).toEqual([3, 2, 'in_flight']);
    await expectBalance({ matched: 3, delivered: 1, exhausted: 1, in_flight: 1 });
  });

  it('stays where it was where a release made its order that knew of no ends of chains, and is purged with it', async () => {
    const { merchantId, endpointId } = await arrange();
    const [orderId] = await startOrders(merchantId, 1);
    await query('update orders set chain_ends = null');
    await settleInFlight(delivered);
    await settleInFlight(failed);
    expect(await readPlaces()).toEqual(['1 delivered in deliveries', '1 exhausted in deliveries']);
    await apis.applyMessages([reportStatus(clock, orderId!, 'on_route_to_pickup')]);
    await apis.applyMessages([reportStatus(clock, orderId!, 'on_route_to_delivery')]);
    const chain = [
      [1, 0, 'delivered'],
      [2, 1, 'exhausted'],
    ];
    expect(await readChain(orderId!, endpointId)).toEqual([...chain, [3, 2, 'in_flight'], [4, 3, 'gated']]);
    await settleAll(delivered);
    expect(await query('select chain_ends from orders')).toEqual([{ chain_ends: null }]);
    expect(await readPlaces()).toEqual(['3 delivered in deliveries', '1 exhausted in deliveries']);
    const before = await readOrder(merchantId, orderId!);

    // What takes it into a day tells it where its chains end.
    await putLayout(false);
    await moveAll();
    nowMs += 1_000;
    await putLayout(true);
    await moveAll();
    expect(await readPlaces()).toEqual(['3 delivered in deliveries_20260601', '1 exhausted in deliveries_20260601']);
    expect(await readOrder(merchantId, orderId!)).toEqual(before);
    await apis.applyMessages([reportTrackingUrl(clock, orderId!, 'a')]);
    expect((await readChain(orderId!, endpointId)).at(-1)).toEqual([5, 4, 'in_flight']);

    const [other] = await startOrders(merchantId, 1);
    await query('update orders set chain_ends = null where id = $1', [other]);
    await settleAll(delivered);
    nowMs += 91 * dayMs;
    expect(await purgeOnly()).toBe(2);
    expect(await readPlaces()).toEqual(['4 delivered in deliveries_20260601', '1 exhausted in deliveries_20260601']);
    await expectBalance({ matched: 7, delivered: 0, exhausted: 0, purged: 7 });
  });

  it('is nobody’s once its order is purged, though its day still stands, and counts as purged from then on', async () => {
    const { merchantId, own, endpointId } = await arrange();
    const goneIds = [...(await makeOrders(merchantId, 1)), ...(await makeOrders(merchantId, 1, failed))];
    const [left] = await startOrders(merchantId, 1);
    await settleInFlight(delivered);
    await settleAll(retried);
    await makeOrders(
      (await createMerchant(apis, { mode: 'sandbox', webhook_url: 'https://a.example' })).merchant_id,
      1,
    );
    await expectBalance({ matched: 6, delivered: 3, exhausted: 2, waiting: 1, purged: 0, sandbox: { delivered: 2 } });
    const of = (orderId: string) =>
      query('select id, webhook_id from all_deliveries where order_id = $1 order by sequence', [orderId]);
    const gone = (await Promise.all(goneIds.map(of))).flat();
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
    for (const orderId of goneIds) expect(await list(`order_id=${orderId}`)).toEqual([]);
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
      for (const path of ['/webhook-deliveries/replay', '/webhook-deliveries/replay/preview']) {
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
    expect(await readPlaces()).toEqual(['1 delivered in deliveries', '2 waiting in deliveries']);
    await expectBalance({ ...counts, matched: 7, waiting: 2 });
    expect(await list('state=delivered')).toEqual([kept[0].id]);
  });

  it('is not found with an order that was made anew under its order’s id', async () => {
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
    const [anew] = await query('select id from deliveries');
    for (const filter of ['', `order_id=${orderId}`]) {
      const { data } = (await apis.internal('GET', `${own}/webhook-deliveries?${filter}`)).body;
      expect(data.map(({ id }: Json) => id)).toEqual([anew.id]);
    }
    expect((await apis.internal('GET', `${own}/webhook-deliveries/${old.id}`)).status).toBe(404);
    expect((await apis.operator('GET', `${own}/webhook-deliveries/${old.id}/requests`)).status).toBe(404);
    expect((await apis.internal('POST', `${own}/webhook-deliveries/${old.id}/replay`)).status).toBe(404);
  });

  it('is sent again from its day, alone, with others or in a range, and what sent it again ends there too', async () => {
    const { merchantId, own } = await arrange();
    await makeOrders(merchantId, 1, failed);
    nowMs += dayMs;
    await makeOrders(merchantId, 1, failed);
    const originals = await query('select id from all_deliveries order by created_at');
    const replay = async (path: string, body?: object) => {
      const started = await apis.internal('POST', `${own}${path}`, body ? { body } : {});
      expect([started.status, started.body.code]).toEqual([202, undefined]);
      nowMs += 1_000;
      await feed();
      await releaseDueWindows(apis.pool, nowMs);
      await settleAll(delivered);
      await feed();
      expect(await query('select from deliveries')).toEqual([]);
      const { body: view } = await apis.internal('GET', `${own}/webhook-replays/${started.body.id}`);
      expect(view.status).toBe('completed');
      return [view.total, view.queued, view.settled];
    };
    const [one] = originals;
    for (let times = 0; times < 2; times += 1) {
      expect(await replay(`/webhook-deliveries/${one.id}/replay`)).toEqual([1, 1, 1]);
    }
    const delivery_ids = originals.map(({ id }) => id);
    const preview = await apis.internal('POST', `${own}/webhook-deliveries/replay/preview`, { body: { delivery_ids } });
    expect(preview.body).toMatchObject({ deliveries: 4, orders: 2 });
    expect(await replay('/webhook-deliveries/replay', { delivery_ids })).toEqual([4, 4, 4]);
    const range = { since: '2020-01-01T00:00:00Z', until: '2099-01-01T00:00:00Z', states: ['exhausted'] };
    expect(await replay('/webhook-replays', range)).toEqual([4, 4, 4]);

    expect(await readPlaces()).toEqual([
      '6 delivered in deliveries_20260601',
      '2 exhausted in deliveries_20260601',
      '4 delivered in deliveries_20260602',
      '2 exhausted in deliveries_20260602',
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

  it('is left alone when its endpoint is deleted: what waited is skipped where it is, and goes with its order', async () => {
    const { merchantId, own, endpointId } = await arrange();
    const [orderId] = await makeOrders(merchantId, 1);
    await apis.applyMessages([reportStatus(clock, orderId!, 'on_route_to_pickup')]);
    await apis.applyMessages([reportStatus(clock, orderId!, 'on_route_to_delivery')]);
    expect((await apis.internal('DELETE', `${own}/webhook-endpoints/${endpointId}`)).status).toBe(204);
    expect(await skipDeleted(apis.pool, new Date(nowMs), 100)).toBe(1);
    await settleAll(failed);
    expect(await readChain(orderId!, endpointId)).toEqual([
      [1, 0, 'delivered'],
      [2, 1, 'delivered'],
      [3, 2, 'skipped'],
      [4, 3, 'skipped'],
    ]);
    // The one that was in flight was settled by its report, the other one by the sweep.
    const places = [
      '1 skipped in deliveries',
      '2 delivered in deliveries_20260601',
      '1 skipped in deliveries_20260601',
    ];
    expect(await readPlaces()).toEqual(places);
    await expectBalance({ matched: 4, delivered: 2, skipped: 2 });
    const before = await readOrder(merchantId, orderId!);

    await putLayout(false);
    await moveAll();
    expect(await readPlaces()).toEqual(['2 delivered in deliveries', '2 skipped in deliveries']);
    await expectBalance({ matched: 4, delivered: 2, skipped: 2 });
    nowMs += 1_000;
    await putLayout(true);
    await moveAll();
    expect(await readPlaces()).toEqual(['2 delivered in deliveries_20260601', '2 skipped in deliveries_20260601']);
    expect(await readOrder(merchantId, orderId!)).toEqual(before);

    const [other] = await startOrders(merchantId, 1);
    expect(await readChain(other!, endpointId)).toEqual([]);
    nowMs += 92 * dayMs;
    await dropOldDays();
    expect(await readPlaces()).toEqual([]);
    await expectBalance({ matched: 4, delivered: 0, skipped: 0, purged: 4 });
  });
});

describe('GET and PUT /operator/v1/history-layout', () => {
  it('tell how history is kept, make the days ahead, and change nothing when asked twice', async () => {
    await startUpgraded();
    expect(await getLayout()).toEqual({
      by_day: false,
      moving: null,
      moved: 0,
      days: { first: null, last: null, count: 0 },
      days_ahead: 0,
    });
    const changed = await putLayout(true);
    const from = new Date(noon - retentionDays * dayMs).toISOString();
    expect(changed).toEqual({
      by_day: true,
      moving: { from, until: new Date(noon).toISOString(), moved_to: from, progress: 0 },
      moved: 0,
      days: { first: '2026-06-01', last: '2026-06-08', count: 8 },
      days_ahead: 7,
    });
    nowMs += 1_000;
    expect(await putLayout(true)).toEqual(changed);
    expect(apis.historyMoves()).toBe(1);
    expect(lines.filter(({ msg }) => msg === 'history.layout_changed')).toEqual([
      expect.objectContaining({ byDay: true, operator: 'ana', by: 'token', session: null }),
    ]);
    await step();
    const { progress } = (await getLayout()).moving;
    expect(progress).toBeGreaterThan(0);
    expect(progress).toBeLessThan(0.2);
  });

  it('say what is wrong with a body, and let a token for reading alone only read', async () => {
    await startUpgraded();
    for (const [body, pointer] of [
      [{}, '/by_day'],
      [{ by_day: 'yes' }, '/by_day'],
      [{ by_day: true, by: '' }, '/by'],
    ]) {
      const refused = await apis.operator('PUT', '/history-layout', { body });
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, pointer]);
    }
    const headers = { authorization: `Bearer ${operatorReadToken}` };
    const reading = await apis.operator('PUT', '/history-layout', { body: { by_day: true }, headers });
    expect([reading.status, reading.body.code]).toEqual([403, 'insufficient_scope']);
    expect((await apis.operator('GET', '/history-layout', { headers })).body).toMatchObject({ by_day: false });
  });

  it('are on the status while there is something to look at', async () => {
    const onStatus = async () =>
      operatorStatusSchema.parse((await apis.operator('GET', '/status')).body).history_layout;
    await startUpgraded();
    expect(await onStatus()).toBeNull();
    await putLayout(true);
    expect(await onStatus()).toMatchObject({ by_day: true, moving: { progress: 0 }, days_ahead: 7 });
    await moveAll();
    expect(await onStatus()).toBeNull();
    nowMs += 6 * dayMs;
    expect(await onStatus()).toMatchObject({ moving: null, days_ahead: 1 });
  });
});
