import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DeliveryReleased } from '@delivery/contracts';
import { inTransaction } from '@delivery/postgres';
import { catchUpEndpoint } from '../../src/endpoints/queries/write-endpoints.js';
import type { PartitionDay } from '../../src/ledger/queries/partition-days.js';
import { moveOutOfDay } from '../../src/retention/queries/days.js';
import { claimMax } from '../../src/sweeps/sweep-ledger.js';
import { holdRows } from '../support/hold-rows.js';
import {
  addInFlight,
  attemptOf,
  createLedgerWorld,
  createMerchant,
  delivered,
  exhausted,
  failed,
  type LedgerWorld,
  readBalance,
  readyOrders,
  reportStatus,
  reportTrackingUrl,
  retrySchedule,
  submit,
} from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';

let world: LedgerWorld;
beforeEach(async () => {
  world = await createLedgerWorld();
});
afterEach(() => world.close());

const take = () => world.queue.splice(0);
const succeed = (message: DeliveryReleased) => attemptOf(world, message, delivered);
const fail = (message: DeliveryReleased) => attemptOf(world, message, failed);
const exhaust = (message: DeliveryReleased) => attemptOf(world, message, exhausted);

const countsOf = async (merchantId: string) => {
  const { rows } = await world.pool.query<{ state: string; n: number }>(
    'select state, count(*) as n from all_webhook_deliveries where owner_id = $1 group by state',
    [merchantId],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
};

describe('the delivery ledger', () => {
  it('[P4] releases the first event of an order with its commit, and the next one only when that is settled', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    await world.apply([submit(world, merchantId, orderId), reportStatus(world, orderId, 'ready')]);
    const [first, ...others] = take();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      sequence: 1,
      previous_sequence: 0,
      attempt: 1,
      generation: 1,
      event: 'status_changed',
    });

    await world.settle([fail(first!)]);
    expect(take()).toEqual([]);
    world.advance(9_999);
    await world.releaseDue();
    expect(take()).toEqual([]);
    world.advance(1);
    await world.releaseDue();
    const [again] = take();
    expect(again).toMatchObject({ sequence: 1, attempt: 2, generation: 2, webhook_id: first!.webhook_id });

    await world.settle([succeed(again!)]);
    expect(take()).toMatchObject([{ sequence: 2, previous_sequence: 1, event: 'delivery_requested', attempt: 1 }]);
  });

  it('lets the report of the last one of a lane wait, while its window has room', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null]);
    const [orderId, otherId] = [newOrderId(), newOrderId()];
    const reports = [reportStatus(world, orderId, 'ready'), reportTrackingUrl(world, orderId, 'a')];
    await world.apply([submit(world, merchantId, orderId), ...reports]);
    const [first] = take();
    expect(first).not.toHaveProperty('report_batchable');
    await world.settle([succeed(first!)]);
    const [second] = take();
    expect(second).toMatchObject({ sequence: 2 });
    expect(second).not.toHaveProperty('report_batchable');
    await world.settle([succeed(second!)]);
    const [third] = take();
    expect(third).toMatchObject({ sequence: 3, report_batchable: true });

    await world.pool.query('update endpoint_windows set size = 2 where endpoint_id = $1', [endpointIds[0]]);
    await world.apply([submit(world, merchantId, otherId), reportTrackingUrl(world, otherId, 'a')]);
    const [filling] = take();
    expect(filling).not.toHaveProperty('report_batchable');
    await world.settle([fail(filling!)]);
    world.advance(10_000);
    await world.releaseDue();
    expect(take()[0]).not.toHaveProperty('report_batchable');
  });

  it('[P4] gives each endpoint a lane of its own, and names the last sequence that was addressed to it', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [
      null,
      ['delivery_requested', 'tracking_url_added'],
    ]);
    const orderId = newOrderId();
    await world.apply([submit(world, merchantId, orderId), reportStatus(world, orderId, 'ready')]);
    const released = take();
    expect(released.find(({ endpoint_id }) => endpoint_id === endpointIds[1])).toMatchObject({
      sequence: 2,
      previous_sequence: 0,
    });
    await world.settle(released.map(succeed));
    take();
    world.advance(1_000);
    await world.apply([reportStatus(world, orderId, 'on_route_to_pickup'), reportTrackingUrl(world, orderId, 'a')]);
    const next = take();
    expect(next.find(({ endpoint_id }) => endpoint_id === endpointIds[1])).toMatchObject({
      sequence: 4,
      previous_sequence: 2,
    });
  });

  it('lets the next event follow an exhausted one', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    await world.apply([submit(world, merchantId, orderId), reportStatus(world, orderId, 'ready')]);
    await world.settle(take().map(exhaust));
    expect(take()).toMatchObject([{ sequence: 2, previous_sequence: 1 }]);
    expect(await countsOf(merchantId)).toEqual({ exhausted: 1, in_flight: 1 });
  });

  it('settles by a success of an old generation, ignores an old failure, and never reverts delivered', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    await world.apply([submit(world, merchantId, orderId), reportTrackingUrl(world, orderId, 'a')]);
    const [old] = take();
    await world.settle([fail(old!)]);
    world.advance(10_000);
    await world.releaseDue();
    const [current] = take();
    const stale = await world.settle([fail(old!)]);
    expect(stale.stale).toBe(1);
    await world.settle([succeed(old!)]);
    await world.settle([fail(current!), exhaust(current!)]);
    expect(await countsOf(merchantId)).toEqual({ delivered: 1 });
  });

  it('[P5] publishes again the releases of a process that died after its commit, under the same generation', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    await world.dyingAfterCommit(() =>
      world.apply([submit(world, merchantId, orderId), reportTrackingUrl(world, orderId, 'a')]),
    );
    expect(take()).toEqual([]);
    world.advance(10_001);
    await world.sweepUnpublished();
    const again = take();
    expect(again).toMatchObject([{ generation: 1, attempt: 1 }]);
    await world.markPublished(again);
    world.advance(10_001);
    await world.sweepUnpublished();
    expect(take()).toEqual([]);
  });

  it('[P5] releases a lost message’s delivery anew when its lease has run out', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    const header = { name: 'X-Key', sealed: 'h' };
    await world.pool.query('update endpoints set header = $2 where owner_id = $1', [merchantId, header]);
    await world.apply([submit(world, merchantId, orderId), reportTrackingUrl(world, orderId, 'a')]);
    const lost = take();
    expect(lost).toMatchObject([{ header }]);
    await world.markPublished(lost);
    world.advance(11 * 60_000);
    await world.sweepLeases();
    expect(take()).toEqual([]);
    world.advance(61_000);
    await world.sweepLeases();
    expect(take()).toMatchObject([{ generation: 2, attempt: 1, webhook_id: lost[0]!.webhook_id, header }]);
  });

  it('[P6] takes back expired leases while another transaction holds the window of one of the endpoints', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null, null]);
    const orderId = newOrderId();
    await world.apply([submit(world, merchantId, orderId), reportTrackingUrl(world, orderId, 'a')]);
    const lost = take();
    await world.markPublished(lost);
    world.advance(13 * 60_000);
    const letGo = await holdRows(world.databaseUrl, 'endpoint_windows where endpoint_id = $1', [endpointIds[0]]);
    await world.sweepLeases().finally(letGo);
    expect(take()).toMatchObject([{ endpoint_id: endpointIds[1], generation: 2 }]);
    await world.sweepLeases();
    expect(take()).toMatchObject([{ endpoint_id: endpointIds[0], generation: 2 }]);
  });

  it.each(['endpoint_windows', 'webhook_deliveries'])(
    '[P6] takes back expired leases while another transaction holds the %s of an endpoint with any number of them',
    async (table) => {
      const { merchantId, endpointIds } = await createMerchant(world, [null, null]);
      await addInFlight(world, endpointIds[0]!, { count: claimMax, visibleUntil: null });
      world.advance(1_000);
      await readyOrders(world, merchantId, 1);
      const lost = take().filter(({ endpoint_id }) => endpoint_id === endpointIds[1]);
      await world.markPublished(lost);
      world.advance(13 * 60_000);
      const letGo = await holdRows(world.databaseUrl, `${table} where endpoint_id = $1`, [endpointIds[0]]);
      await world.sweepLeases().finally(letGo);
      expect(take()).toMatchObject([{ endpoint_id: endpointIds[1], generation: 2 }]);
    },
  );

  it('[P6] keeps no more in flight to an endpoint than its window allows, and one probe when it does not answer', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderIds = Array.from({ length: 40 }, newOrderId);
    await world.apply(orderIds.map((orderId) => submit(world, merchantId, orderId)));
    await world.apply(orderIds.map((orderId) => reportTrackingUrl(world, orderId, 'a')));
    const first = take();
    expect(first).toHaveLength(16);
    const unreachable = (message: DeliveryReleased) =>
      attemptOf(world, message, { outcome: 'failed', unreachable: true });
    await world.settle(first.map(unreachable));
    expect(take()).toEqual([]);
    world.advance(9_999);
    await world.releaseDue();
    expect(take()).toEqual([]);
    world.advance(1);
    await world.releaseDue();
    const probe = take();
    expect(probe).toHaveLength(1);
    await world.settle(probe.map(succeed));
    expect(take()).toHaveLength(2);
  });

  it('[P6] keeps a merchant with five endpoints within one share, and within less of it the slower they answer', async () => {
    const { merchantId } = await createMerchant(world, Array(5).fill(['tracking_url_added']));
    const orderIds = Array.from({ length: 250 }, newOrderId);
    await world.apply(orderIds.map((orderId) => submit(world, merchantId, orderId)));
    await world.apply(orderIds.map((orderId) => reportTrackingUrl(world, orderId, '1')));
    const answerAllAfter = (durationMs: number) =>
      world.settle(take().map((message) => attemptOf(world, message, { ...delivered, duration_ms: durationMs })));
    expect(world.queue).toHaveLength(5 * 16);
    for (let round = 0; round < 3; round += 1) await answerAllAfter(1_000);
    expect(world.queue).toHaveLength(5 * 51);
    await answerAllAfter(9_000);
    expect(world.queue).toHaveLength(5 * 5);
    // At once, but long after their release: they stood in our own queues.
    for (let round = 0; round < 2; round += 1) {
      world.advance(1_000);
      await answerAllAfter(0);
    }
    expect(world.queue).toHaveLength(5 * 3);
  });

  it('spends no attempt on a deferred delivery, keeps its place in the order, and narrows the window', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    await world.apply([submit(world, merchantId, orderId), reportStatus(world, orderId, 'ready')]);
    const [first] = take();
    const defer = (message: DeliveryReleased) => attemptOf(world, message, { outcome: 'deferred', unreachable: true });
    const plan = await world.settle([defer(first!)]);
    expect(plan).toMatchObject({ logged: [], stale: 0, settled: [] });
    expect(take()).toEqual([]);
    const { rows } = await world.pool.query('select * from endpoint_windows where endpoint_id = $1', endpointIds);
    expect(rows).toMatchObject([{ size: 8, in_flight: 0, failing_since: null }]);
    world.advance(10_000);
    await world.releaseDue();
    const [again] = take();
    expect(again).toMatchObject({ sequence: 1, attempt: 1, generation: 2 });
    // The old generation's is stale by now, and says nothing.
    await world.settle([defer(first!), succeed(again!)]);
    expect(take()).toMatchObject([{ sequence: 2, attempt: 1 }]);
    expect((await world.pool.query('select attempt from all_attempts')).rows).toEqual([{ attempt: 1 }]);
  });

  it('[P5] disables an endpoint that answers 410 and holds its deliveries', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    await world.apply([submit(world, merchantId, orderId), reportStatus(world, orderId, 'ready')]);
    await world.settle(take().map((message) => attemptOf(world, message, { outcome: 'gone', unreachable: false })));
    world.advance(60_000);
    await world.releaseDue();
    expect(take()).toEqual([]);
    expect(await countsOf(merchantId)).toEqual({ waiting: 2 });
    const { rows } = await world.pool.query('select status, disabled_reason from endpoints where id = $1', [
      endpointIds[0],
    ]);
    expect(rows).toEqual([{ status: 'disabled', disabled_reason: 'gone' }]);
    const { rows: reported } = await world.pool.query(
      'select action, actor_type, reason from activity order by id desc limit 1',
    );
    expect(reported).toEqual([{ action: 'endpoint.disabled', actor_type: 'system', reason: 'gone' }]);
  });

  it('disables an endpoint that has answered nothing but failures for five days, and holds its deliveries', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    await world.apply([submit(world, merchantId, orderId), reportStatus(world, orderId, 'ready')]);
    const day = 24 * 3_600_000;
    world.schedule.push(...retrySchedule);
    for (let failures = 0; failures < 5; failures += 1) {
      await world.settle(take().map(fail));
      world.advance(day);
      await world.releaseDue();
    }
    expect(await statusOf(endpointIds[0]!)).toEqual('active');
    await world.settle(take().map(fail));
    expect(await statusOf(endpointIds[0]!)).toEqual('disabled');
    world.advance(day);
    await world.releaseDue();
    expect(take()).toEqual([]);
    expect(await countsOf(merchantId)).toEqual({ waiting: 2 });
  });

  it('[P2] keeps order and loses nothing, with any arrivals, failures, crashes, repeats and losses', async () => {
    const action = fc.oneof(
      { weight: 5, arbitrary: fc.record({ do: fc.constant('emit' as const), order: fc.nat(2), die: fc.boolean() }) },
      { weight: 8, arbitrary: fc.record({ do: fc.constant('attempt' as const), pick: fc.nat(50), how: fc.nat(5) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('lose' as const), pick: fc.nat(50) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), pick: fc.nat(50) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), order: fc.nat(2) }) },
      {
        weight: 3,
        arbitrary: fc.record({ do: fc.constant('catch up' as const), which: fc.nat(1) }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 11_000, 13 * 60_000) }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40 }), async (actions) => {
        const { merchantId, endpointIds } = await createMerchant(world, [null, ['tracking_url_added']]);
        const orderIds = [newOrderId(), newOrderId(), newOrderId()];
        await world.apply(orderIds.map((orderId) => submit(world, merchantId, orderId)));
        /** First arrivals per order and endpoint, as the merchant sees them; `seen` holds webhook ids. */
        const arrivals = new Map<string, number[]>();
        const seen = new Set<string>();
        const past: DeliveryReleased[] = [];
        let emitted = 0;

        const post = (message: DeliveryReleased) => {
          past.push(message);
          if (seen.has(message.webhook_id)) return;
          seen.add(message.webhook_id);
          const key = `${message.order_id} ${message.endpoint_id}`;
          arrivals.set(key, [...(arrivals.get(key) ?? []), message.sequence]);
        };
        const attempt = async (message: DeliveryReleased, how: number) => {
          await world.markPublished([message]);
          post(message);
          if (how === 0) return; // posted, and the dispatcher died before it could report
          await world.settle([how > 3 ? succeed(message) : how === 2 ? exhaust(message) : fail(message)]);
        };
        const run = async (step: (typeof actions)[number]) => {
          switch (step.do) {
            case 'emit': {
              const work = () => world.apply([reportTrackingUrl(world, orderIds[step.order]!, `${(emitted += 1)}`)]);
              return step.die ? world.dyingAfterCommit(work) : work();
            }
            case 'attempt': {
              const [message] = world.queue.splice(step.pick % Math.max(1, world.queue.length), 1);
              return message && attempt(message, step.how);
            }
            case 'lose':
              return void world.queue.splice(step.pick % Math.max(1, world.queue.length), 1);
            case 'repeat': {
              const message = past[step.pick % Math.max(1, past.length)];
              return message && world.settle([step.pick % 2 === 0 ? succeed(message) : fail(message)]);
            }
            case 'move':
              return moveOrder(orderIds[step.order]!);
            case 'catch up':
              await catchUpEndpoint(world.pool, endpointIds[step.which]!, new Date(world.now()));
              return world.releaseDue();
            case 'wait':
              world.advance(step.ms);
              await world.releaseDue();
              await world.sweepLeases();
              return world.sweepUnpublished();
          }
        };
        for (const step of actions) await run(step);

        // Then everything heals: every endpoint answers, and all that is left is delivered within a bounded time.
        for (let round = 0; round < 200; round += 1) {
          for (const message of take()) await attempt(message, 5);
          world.advance(60_000);
          await world.releaseDue();
          await world.sweepLeases();
          await world.sweepUnpublished();
          if (world.queue.length === 0 && !(await isUnsettled(merchantId))) break;
        }
        const counts = await countsOf(merchantId);
        expect((counts['delivered'] ?? 0) + (counts['exhausted'] ?? 0)).toBe(emitted * 2);
        expect(Object.keys(counts).sort()).toEqual(
          Object.keys(counts)
            .filter((state) => /delivered|exhausted/.test(state))
            .sort(),
        );
        for (const sequences of arrivals.values()) {
          expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
        }
        const { rows } = await world.pool.query(
          `select w.in_flight from endpoint_windows w join endpoints e on e.id = w.endpoint_id where e.owner_id = $1`,
          [merchantId],
        );
        expect(rows).toEqual([{ in_flight: 0 }, { in_flight: 0 }]);
        await expectBalance();
        expect(await findMisplaced(merchantId)).toEqual([]);
        expect(await findBrokenLanes(merchantId)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});

const statusOf = async (endpointId: string) => {
  const { rows } = await world.pool.query<{ status: string }>('select status from endpoints where id = $1', [
    endpointId,
  ]);
  return rows[0]?.status;
};

/** Takes the history of an order out of its day, as retention does. */
const moveOrder = (orderId: string): Promise<void> =>
  inTransaction(world.pool, async (client) => {
    const { rows } = await client.query<{ day: PartitionDay }>(
      `select partition_day::text as day from orders where id = $1 and partition_day > 'epoch' for no key update`,
      [orderId],
    );
    for (const { day } of rows) await moveOutOfDay(client, day, [orderId]);
  });

/** Settled deliveries, and attempts, that are not where their order says. */
const findMisplaced = async (merchantId: string): Promise<unknown[]> => {
  const { rows } = await world.pool.query(
    `select d.id from orders o join all_webhook_deliveries d on d.order_id = o.id left join all_attempts a on a.delivery_id = d.id
     where o.merchant_id = $1 and (d.partition_day <> o.partition_day or a.partition_day <> o.partition_day)`,
    [merchantId],
  );
  return rows;
};

/** Deliveries that name another one before them than there was. */
const findBrokenLanes = async (merchantId: string): Promise<unknown[]> => {
  const { rows } = await world.pool.query(
    `select * from (
       select order_id, endpoint_id, sequence, previous_sequence,
              coalesce(lag(sequence) over (partition by order_id, endpoint_id order by sequence), 0) as before
       from all_webhook_deliveries where owner_id = $1) d
     where previous_sequence <> before`,
    [merchantId],
  );
  return rows;
};

const isUnsettled = async (merchantId: string) => {
  const { rowCount } = await world.pool.query(
    `select 1 from all_webhook_deliveries where owner_id = $1 and state in ('waiting', 'in_flight') limit 1`,
    [merchantId],
  );
  return rowCount !== 0;
};

const expectBalance = async () => {
  const { rows, matched, counted } = await readBalance(world);
  expect({ matched, counted }).toEqual({ matched: rows, counted: rows });
};
