import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inSnapshot, queryOne } from '@delivery/postgres';
import { lookAtWindow } from '../../src/endpoints/queries/read-endpoints.js';
import { toLanes } from '../../src/timelines/lanes.js';
import { readLanes } from '../../src/timelines/queries.js';
import { createLedgerWorld, createMerchant, givePlatformCalls, readyOrders } from '../support/ledger-world.js';

const world = await createLedgerWorld({ isPatient: true });
afterAll(() => world.close());

const secondsOrNull = fc.option(fc.integer({ min: -2_000, max: 2_000 }));
/**
 * Times in milliseconds from now. `probeInMs`: the breaker is open. `catchUpInMs`: of what was tried before. Every second webhook was never
 * released, and so is due at once whatever `dueInMs` says: it waits for no time.
 */
const situations = fc.record({
  ofPlatform: fc.boolean(),
  orders: fc.integer({ min: 1, max: 6 }),
  size: fc.integer({ min: 1, max: 6 }),
  inFlight: fc.integer({ min: 0, max: 6 }),
  probeInMs: fc.option(fc.integer({ min: -2_000, max: 2_000 }), { freq: 2 }),
  maxPerSecond: fc.option(fc.integer({ min: 1, max: 8 }), { freq: 2 }),
  pacedToMs: secondsOrNull,
  catchUpInMs: secondsOrNull,
  dueInMs: fc.array(fc.integer({ min: -3_000, max: 3_000 }), { minLength: 6, maxLength: 6 }),
});
type Situation = typeof situations extends fc.Arbitrary<infer S> ? S : never;

/** Two merchants of a platform, and an endpoint of one of them or of the platform, with orders whose first webhook waits. */
const arrange = async (situation: Situation) => {
  const { merchantId, endpointIds } = await createMerchant(world, situation.ofPlatform ? [] : [null]);
  const { merchantId: otherId } = await createMerchant(world, []);
  const platformOwner = await givePlatformCalls(world.pool, merchantId);
  await world.pool.query('update merchants set platform_owner_id = $1 where id = $2', [platformOwner, otherId]);
  const endpointId = endpointIds[0] ?? randomUUID();
  if (situation.ofPlatform) {
    await world.pool.query(
      `with own as (insert into endpoints (id, owner_id, url, secrets)
                    values ($1::uuid, $2, 'http://127.0.0.1:1/' || $1::uuid, '[{"sealed": "s", "expires_at": null}]') returning id)
       insert into endpoint_windows (endpoint_id, last_turn) select id, '' from own`,
      [endpointId, platformOwner],
    );
  }
  // Full meanwhile: everything waits.
  await world.pool.query('update endpoint_windows set in_flight = 16 where endpoint_id = $1', [endpointId]);
  await readyOrders(world, merchantId, situation.orders);
  if (situation.ofPlatform) await readyOrders(world, otherId, situation.orders);
  await arrangeWindow(endpointId, situation);
  return endpointId;
};

const arrangeWindow = async (endpointId: string, situation: Situation): Promise<void> => {
  const at = (ms: number | null) => (ms === null ? null : new Date(world.now() + ms));
  const { size, inFlight, probeInMs, maxPerSecond, pacedToMs, catchUpInMs, dueInMs } = situation;
  await world.pool.query('update endpoints set max_per_second = $2 where id = $1', [endpointId, maxPerSecond]);
  await world.pool.query(
    `update endpoint_windows set size = $2, in_flight = $3, probe_at = $4, paced_to = $5, catch_up_at = $6, wake_at = $7
     where endpoint_id = $1`,
    [endpointId, size, inFlight, at(probeInMs), at(pacedToMs), at(catchUpInMs), at(0)],
  );
  await world.pool.query(
    `update webhook_deliveries d
     set not_before = $2::timestamptz + make_interval(secs => case when t.place % 2 = 1 then t.due_in_ms else least(t.due_in_ms, 0) end / 1000.0),
       attempt_count = t.place % 2,
       released_at = case when t.place % 2 = 1 then $2::timestamptz - interval '1 second' end
     from (select id, row_number() over (order by id) as place, ($3::int[])[1 + (row_number() over (order by id) - 1) % 6] as due_in_ms
           from webhook_deliveries where endpoint_id = $1 and gate_open) t
     where d.id = t.id`,
    [endpointId, at(0), dueInMs],
  );
};

const readWaits = async (endpointId: string) => {
  const { rows } = await world.pool.query<{ order_id: string }>(
    'select distinct order_id from webhook_deliveries where endpoint_id = $1',
    [endpointId],
  );
  const nowMs = world.now();
  const lanes = await inSnapshot(world.pool, async (client) => {
    const all = [];
    for (const { order_id } of rows) {
      const read = await readLanes(client, order_id, { reader: 'operator', nowMs });
      all.push(...toLanes(read!, nowMs));
    }
    return all;
  });
  return lanes.flatMap(({ row: { health }, lane: { deliveries } }) =>
    deliveries.map(({ id, waits_for }) => ({ id, health, ...waits_for! })),
  );
};

const readRoom = (endpointId: string): Promise<number> =>
  queryOne<{ room: number }>(world.pool, {
    name: 'room',
    text: `select look.room from endpoint_windows w join endpoints e on e.id = w.endpoint_id
      cross join lateral ${lookAtWindow('$2', '$2')} look where e.id = $1`,
    values: [endpointId, new Date(world.now())],
  }).then(({ room }) => room);

/** One look of the relay, wherever the window's own time to look is. @returns what it releases */
const release = async (endpointId: string): Promise<Set<string>> => {
  await world.pool.query('update endpoint_windows set wake_at = $2 where endpoint_id = $1', [
    endpointId,
    new Date(world.now()),
  ]);
  await world.releaseDue();
  const taken = world.queue.splice(0).filter(({ endpoint_id }) => endpoint_id === endpointId);
  return new Set(taken.map(({ delivery_id }) => delivery_id));
};

describe('The reason why a webhook waits', () => {
  it('is what releasing does, for any window, and by the turns of a platform', async () => {
    await fc.assert(
      fc.asyncProperty(situations, async (situation) => {
        const endpointId = await arrange(situation);
        const waits = await readWaits(endpointId);
        const nowMs = world.now();
        const room = await readRoom(endpointId);
        const released = await release(endpointId);
        const mayGo = waits.filter(
          ({ reason, until }) =>
            reason === 'release' || (reason === 'probe' && until !== null && until.getTime() <= nowMs),
        );
        const mayGoIds = new Set(mayGo.map(({ id }) => id));
        expect([...released].filter((id) => !mayGoIds.has(id))).toEqual([]);
        expect(released.size).toBe(Math.min(room, mayGo.length));

        // If a time is given, waiting for it is enough; if none is, no time is.
        const blocked = waits.filter(({ reason }) => ['probe', 'pace', 'window'].includes(reason));
        if (released.size > 0 || blocked.length === 0) return;
        const untilMs = blocked[0]!.until?.getTime();
        world.advance((untilMs ?? nowMs + 3_600_000) - nowMs);
        expect((await release(endpointId)).size > 0).toBe(untilMs !== undefined);
      }),
      { numRuns: 30 },
    );
  });

  it('is the pace, until a report comes, if max_per_second are in flight, as the health of the endpoint says', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null]);
    await world.pool.query('update endpoint_windows set in_flight = 16 where endpoint_id = $1', [endpointIds[0]]);
    await readyOrders(world, merchantId, 1);
    await world.pool.query('update endpoints set max_per_second = 4 where id = $1', [endpointIds[0]]);
    await world.pool.query('update endpoint_windows set in_flight = 4 where endpoint_id = $1', [endpointIds[0]]);
    const waits = await readWaits(endpointIds[0]!);
    expect(waits).toMatchObject([
      { health: 'paced', reason: 'pace', until: null },
      { health: 'paced', reason: 'predecessor' },
    ]);
  });
});
