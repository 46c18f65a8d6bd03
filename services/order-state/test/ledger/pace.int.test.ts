import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DeliveryReleased } from '@delivery/contracts';
import { queryOne } from '@delivery/postgres';
import { lookAtWindow } from '../../src/endpoints/queries/read-endpoints.js';
import { readNextWakeMs } from '../../src/ledger/queries/windows.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  delivered,
  type LedgerWorld,
  readyOrders,
} from '../support/ledger-world.js';

let world: LedgerWorld;
beforeEach(async () => {
  world = await createLedgerWorld();
});
afterEach(() => world.close());

const arrange = async (maxPerSecond: number, orders: number) => {
  const { merchantId, endpointIds } = await createMerchant(world, [null, null]);
  const [paced, free] = [endpointIds[0]!, endpointIds[1]!];
  await setPace(paced, maxPerSecond);
  await readyOrders(world, merchantId, orders);
  return { paced, free };
};
const setPace = (endpointId: string, maxPerSecond: number | null) =>
  world.pool.query('update endpoints set max_per_second = $2 where id = $1', [endpointId, maxPerSecond]);

/** Takes the released deliveries, and reports them as delivered. */
const deliver = async (): Promise<DeliveryReleased[]> => {
  const taken = world.queue.splice(0);
  await world.settle(taken.map((message) => attemptOf(world, message, delivered)));
  return taken;
};
const inFlightTo = async (endpointId: string): Promise<number> =>
  (await world.pool.query('select in_flight from endpoint_windows where endpoint_id = $1', [endpointId])).rows[0]
    .in_flight;
const burstOf = (maxPerSecond: number): number => Math.max(1, Math.ceil(maxPerSecond / 4));

/** The most that any second holds of events at these times, which rise. */
const mostInASecond = (timesMs: readonly number[]): number =>
  Math.max(0, ...timesMs.map((from) => timesMs.filter((at) => at >= from && at < from + 1_000).length));

describe('An endpoint with max_per_second', () => {
  it.each([3, 40])(
    '[P23] %i gets no more in any second and a quarter’s worth at once, from two replicas that look all the time',
    async (max) => {
      const { paced, free } = await arrange(max, Math.ceil(max * 1.5));
      const releasedAtMs: number[] = [];
      const sequences = new Map<string, number[]>();
      const startMs = world.now();
      const owed = 2 * Math.ceil(max * 1.5);
      for (let look = 0; look < 600 && releasedAtMs.length < owed; look += 1) {
        for (const message of await deliver()) {
          if (message.endpoint_id !== paced) continue;
          releasedAtMs.push(world.now());
          sequences.set(message.order_id, [...(sequences.get(message.order_id) ?? []), message.sequence]);
        }
        world.advance(10);
        await Promise.all([world.releaseDue(), world.releaseDue()]);
      }
      expect(releasedAtMs).toHaveLength(owed);
      expect(mostInASecond(releasedAtMs)).toBeLessThanOrEqual(max + burstOf(max));
      // Nor fewer than it says: the last one goes when as many seconds have passed as the others are worth.
      expect(releasedAtMs.at(-1)! - startMs).toBeLessThanOrEqual((owed / max) * 1_000 + 20);
      for (const order of sequences.values()) expect(order).toEqual([1, 2]);
      expect(await inFlightTo(free)).toBe(0);
    },
  );

  it('[P6] holds no slot while its deliveries wait, and holds up no other endpoint', async () => {
    const { paced, free } = await arrange(2, 12);
    // All of the other's come at once, as far as its window goes.
    expect(world.queue.filter(({ endpoint_id }) => endpoint_id === free)).toHaveLength(12);
    expect(world.queue.filter(({ endpoint_id }) => endpoint_id === paced)).toHaveLength(1);
    expect(await inFlightTo(paced)).toBe(1);
    await deliver();
    expect((await deliver()).map(({ endpoint_id }) => endpoint_id)).toEqual(Array.from({ length: 12 }, () => free));
  });

  it('[P23] has the relay wake at the millisecond when the next one may go, and not before', async () => {
    const { paced } = await arrange(3, 4);
    await deliver();
    await deliver();
    const wakeMs = await readNextWakeMs(world.pool);
    expect(wakeMs).toBe(world.now() + 334);
    world.advance(333);
    await world.releaseDue();
    expect(world.queue).toEqual([]);
    world.advance(1);
    await world.releaseDue();
    expect(world.queue.map(({ endpoint_id }) => endpoint_id)).toEqual([paced]);
  });

  it('[P23] never has more in flight than goes in a second, however long no report comes', async () => {
    const { paced } = await arrange(4, 20);
    for (let second = 0; second < 10; second += 1) {
      world.advance(1_000);
      await world.releaseDue();
    }
    expect(world.queue.filter(({ endpoint_id }) => endpoint_id === paced)).toHaveLength(4);
    expect(await inFlightTo(paced)).toBe(4);
  });

  it('goes by a pace that is changed or taken away with its next release', async () => {
    const { paced } = await arrange(1, 12);
    const toPaced = async () => (await deliver()).filter(({ endpoint_id }) => endpoint_id === paced).length;
    expect(await toPaced()).toBe(1);
    await setPace(paced, 8);
    world.advance(1_000);
    await world.releaseDue();
    expect(await toPaced()).toBe(2);
    await setPace(paced, null);
    world.advance(1_000);
    await world.releaseDue();
    expect(await toPaced()).toBeGreaterThan(8);
  });
});

describe('The pace', () => {
  it('is asked without a call: its rules are expressions that the planner puts in place of one', async () => {
    const { rows } = await world.pool.query<{ 'QUERY PLAN': string }>(
      `explain (verbose) select look.* from endpoint_windows w join endpoints e on e.id = w.endpoint_id
         cross join lateral ${lookAtWindow('w.wake_at', '$1')} look`,
      [new Date(world.now())],
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join(' ');
    expect(plan).toContain('date_trunc');
    expect(plan).not.toContain('look_at_window');
  });

  it('[P23] never releases more than a bucket of a quarter of a second, at any time', async () => {
    const look = (max: number, pacedTo: number | null, nowMs: number) =>
      queryOne<{ room: number; wake_at: Date }>(world.pool, {
        name: 'look',
        text: `select room, wake_at from look_at_window(true, 256, 0, null, $1, to_timestamp($2::float8 / 1000), $3, $3)`,
        values: [max, pacedTo, new Date(nowMs)],
      });
    const looks = fc.array(
      fc.record({ afterMs: fc.integer({ min: 0, max: 700 }), wanted: fc.integer({ min: 1, max: 60 }) }),
      {
        minLength: 5,
        maxLength: 25,
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000 }), looks, async (max, asked) => {
        let pacedToMs: number | null = null;
        let nowMs = world.now();
        const times: number[] = [];
        for (const { afterMs, wanted } of asked) {
          nowMs += afterMs;
          const released = Math.min(wanted, (await look(max, pacedToMs, nowMs)).room);
          times.push(...Array.from({ length: released }, () => nowMs));
          if (released > 0) pacedToMs = Math.max(pacedToMs ?? 0, nowMs) + (released * 1_000) / max;
          const { wake_at: wakeAt } = await look(max, pacedToMs, nowMs);
          expect((await look(max, pacedToMs, wakeAt.getTime())).room).toBeGreaterThanOrEqual(1);
        }
        // For a second that is closed only at its beginning; a millisecond of the clock may add one.
        expect(mostInASecond(times)).toBeLessThanOrEqual(max + burstOf(max) + Math.ceil(max / 1_000));
      }),
      { numRuns: 30 },
    );
  });
});
