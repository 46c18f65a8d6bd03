import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { historyLayoutSchema, operatorStatusSchema } from '@delivery/contracts';
import { createPool, type Pool } from '@delivery/postgres';
import { pollUntil } from '@delivery/test-support';
import { createRetention } from '../src/operations/apply-retention.js';
import { moveHistoryStep } from '../src/operations/move-history.js';
import { makeHistoryDays } from '../src/operations/sql/history-days.js';
import { holdRows } from './hold-rows.js';
import { attemptOf, delivered, reportStatus, submit } from './ledger-world.js';
import { type Apis, createMerchant, type Json, operatorReadToken, retentionDays, startApis } from './start-apis.js';

const dayMs = 24 * 3_600_000;
const noon = Date.UTC(2026, 5, 1, 12);
const failed = { outcome: 'failed', unreachable: false, retry_in_ms: null } as const;

let apis: Apis;
let nowMs: number;
let lines: Json[];
beforeEach(async () => {
  nowMs = noon;
  lines = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  apis = await startApis({ now: () => nowMs, logger });
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

/** Settles what is in flight, and what that releases. */
const settleAll = async (result: Parameters<typeof attemptOf>[2]): Promise<void> => {
  for (;;) {
    const inFlight = await query(
      `select id as delivery_id, order_id, endpoint_id, merchant_id, generation, attempt_count + 1 as attempt
       from deliveries where state = 'in_flight'`,
    );
    if (inFlight.length === 0) return;
    await apis.settle(inFlight.map((message) => attemptOf(clock, message, result)));
  }
};

/** Orders that are ready, each with two webhooks that were tried. */
const makeOrders = async (merchantId: string, count: number, result: Parameters<typeof attemptOf>[2] = delivered) => {
  const orderIds = Array.from({ length: count }, () => randomBytes(12).toString('hex'));
  await apis.applyMessages(orderIds.map((orderId) => submit(clock, merchantId, orderId)));
  await apis.applyMessages(orderIds.map((orderId) => reportStatus(clock, orderId, 'ready')));
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
            where a.history_day <> o.history_day) as n`);
  return n;
};
const countRows = async (): Promise<Json> =>
  (await query('select (select count(*) from all_commands) commands, (select count(*) from all_attempts) attempts'))[0];
const countInDays = async (): Promise<number> =>
  (await query("select count(*) as n from orders where history_day > 'epoch'"))[0].n;

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
        expect(await readOrders(quiet, quietIds)).toEqual(before);
        if (looks <= flowsEachWay) await flow(status);
      }
      expect(looks).toBeGreaterThanOrEqual(3);
      expect(await getLayout()).toMatchObject({ by_day: byDay, moving: null });
      expect(await countMisplaced()).toBe(0);
      expect(await readOrders(quiet, quietIds)).toEqual(before);
    };

    await moveWhile(true, 'on_route_to_pickup');
    const elsewhere = `select 1 from orders where history_day <> (created_at at time zone 'utc')::date`;
    expect(await query(elsewhere)).toEqual([]);
    expect(await query('select 1 from only commands union all select 1 from only delivery_attempts')).toEqual([]);

    await moveWhile(false, 'on_route_to_delivery');
    expect(await countInDays()).toBe(0);
    const [{ n: commandCount }] = await query('select count(*) as n from only commands');
    const [{ n: attemptCount }] = await query('select count(*) as n from only delivery_attempts');
    expect(await countRows()).toEqual({ commands: commandCount, attempts: attemptCount });
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
      logger: pino({ level: 'silent' }),
    });
    try {
      while ((await getLayout()).moved === 0) await step(other);
      const { moved, moving } = await getLayout();
      const [next] = await query(`select id from orders where history_day = 'epoch' order by created_at limit 1`);
      const letGo = await holdRows(apis.databaseUrl, 'commands where order_id = $1', [next.id]);
      const dying = step(other);
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
  const dropOldDays = async () => {
    const step = createRetention({
      pool: apis.pool,
      now: clock.now,
      retentionDays: 90,
      idempotencyDays: undefined,
      customerDataDays: 365,
      onPurged: () => undefined,
      onErased: () => undefined,
    });
    while ((await step()) > 0);
  };
  const tablesOf = async (day: string) =>
    (
      await query('select to_regclass($1) as commands, to_regclass($2) as attempts', [
        `commands_${day}`,
        `delivery_attempts_${day}`,
      ])
    )[0];

  it('is dropped with its partitions, and the order that is not settled takes its history with it', async () => {
    await query('select drop_history_day(day) from history_days');
    await dropOldDays();
    const merchantId = await newMerchant();
    const [gone] = await makeOrders(merchantId, 1);
    const [left] = await makeOrders(merchantId, 1, { ...failed, retry_in_ms: 1_000 * dayMs });
    const before = await readOrder(merchantId, left!);
    expect(before.timeline.data.filter(({ kind }: Json) => kind === 'attempt')).toHaveLength(1);
    expect(await tablesOf('20260601')).toEqual({
      commands: 'commands_20260601',
      attempts: 'delivery_attempts_20260601',
    });

    nowMs += 92 * dayMs;
    await dropOldDays();
    expect(await tablesOf('20260601')).toEqual({ commands: null, attempts: null });
    expect(await query('select id, history_day::text as day from orders')).toEqual([{ id: left, day: '1970-01-01' }]);
    expect((await readOrder(merchantId, left!)).timeline).toEqual(before.timeline);
    expect((await apis.operator('GET', `/orders/${gone}/timeline`)).body.code).toBe('order_gone');
    expect(await getLayout()).toMatchObject({ days_ahead: 7, days: { last: '2026-09-08' } });
    expect(await countMisplaced()).toBe(0);
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
