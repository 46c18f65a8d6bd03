import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toDate } from '@delivery/postgres';
import { insertDeliveries } from '../src/ledger/sql/insert-deliveries.js';
import { createLedgerWorld, createMerchant, type LedgerWorld, newDelivery, readBalance } from './ledger-world.js';

let world: LedgerWorld;
beforeAll(async () => {
  world = await createLedgerWorld();
});
afterAll(() => world.close());

type Stored = { status: string; size: number; inFlight: number; probeAtMs: number | null; wakeAtMs: number | null };

const storedKinds = (nowMs: number): Stored[] =>
  ['active', 'disabled', 'deleted'].flatMap((status) =>
    [1, 6].flatMap((size) =>
      [0, 1, 2, 6].flatMap((inFlight) =>
        [null, nowMs - 1, nowMs + 5].flatMap((probeAtMs) =>
          [null, nowMs - 1, nowMs, nowMs + 1].map((wakeAtMs) => ({ status, size, inFlight, probeAtMs, wakeAtMs })),
        ),
      ),
    ),
  );

const openCount = 4;

/** What is released at once, and when the relay has to look. */
const expectedOf = ({ status, size, inFlight, probeAtMs, wakeAtMs }: Stored, nowMs: number) => {
  const isDue = wakeAtMs !== null && wakeAtMs <= nowMs;
  const isProbe = probeAtMs !== null && probeAtMs <= nowMs && inFlight === 0;
  const room = status !== 'active' || isDue ? 0 : probeAtMs === null ? Math.max(0, size - inFlight) : Number(isProbe);
  const released = Math.min(room, openCount);
  const isFull = probeAtMs === null ? inFlight + released >= size : inFlight + released > 0;
  const dueMs = Math.min(wakeAtMs ?? Number.POSITIVE_INFINITY, released < openCount ? nowMs : Number.POSITIVE_INFINITY);
  const isNothingDue = dueMs === Number.POSITIVE_INFINITY;
  return {
    released,
    room,
    wakeAtMs: status !== 'active' || isFull || isNothingDue ? null : Math.max(dueMs, probeAtMs ?? 0),
  };
};

const store = async (endpointId: string, { status, size, inFlight, probeAtMs, wakeAtMs }: Stored) => {
  await world.pool.query('update endpoints set status = $2 where id = $1', [endpointId, status]);
  await world.pool.query(
    'update endpoint_windows set size = $2, in_flight = $3, probe_at = $4, wake_at = $5 where endpoint_id = $1',
    [endpointId, size, inFlight, toDate(probeAtMs), toDate(wakeAtMs)],
  );
};

describe('insertDeliveries', () => {
  it('releases at once what a window has room for while nothing is due before it, and has the relay look at the rest', async () => {
    const nowMs = world.now();
    const { endpointIds } = await createMerchant(world, [null]);
    const endpointId = endpointIds[0]!;
    for (const stored of storedKinds(nowMs)) {
      await store(endpointId, stored);
      const open = Array.from({ length: openCount }, () => newDelivery(endpointId, { createdAtMs: nowMs }));
      const next = newDelivery(endpointId, {
        orderId: open[0]!.orderId,
        sequence: 2,
        previousSequence: 1,
        gateOpen: false,
      });
      const releases = await insertDeliveries(world.pool, [...open, next], nowMs);
      const expected = expectedOf(stored, nowMs);
      const { rows } = await world.pool.query<{ in_flight: number; wake_at: Date | null }>(
        'select in_flight, wake_at from endpoint_windows where endpoint_id = $1',
        [endpointId],
      );
      expect({
        stored,
        released: releases.map(({ id }) => id),
        mayWait: releases.map((release) => release.report_may_wait),
        inFlight: rows[0]!.in_flight,
        wakeAtMs: rows[0]!.wake_at?.getTime() ?? null,
      }).toEqual({
        stored,
        released: open.slice(0, expected.released).map(({ id }) => id),
        // The first has one behind it; where all of them fill the window, whoever comes next waits for any of them.
        mayWait: open.slice(0, expected.released).map((_, index) => index > 0 && openCount < expected.room),
        inFlight: stored.inFlight + expected.released,
        wakeAtMs: expected.wakeAtMs,
      });
    }
    const { rows, matched, counted } = await readBalance(world);
    expect({ matched, counted }).toEqual({ matched: rows, counted: rows });
  });

  it('writes a release as the relay would: generation, time and lease, not published yet, and all that goes out', async () => {
    const nowMs = world.now();
    const { endpointIds } = await createMerchant(world, [null]);
    const header = { name: 'X-Key', sealed: 'h' };
    await world.pool.query('update endpoints set header = $2 where id = $1', [endpointIds[0], header]);
    const delivery = newDelivery(endpointIds[0]!, { createdAtMs: nowMs, body: '{"a":1}', traceparent: '00-1' });
    const releases = await insertDeliveries(world.pool, [delivery], nowMs);
    expect(releases).toEqual([
      {
        id: delivery.id,
        order_id: delivery.orderId,
        mode: 'live',
        endpoint_id: delivery.endpointId,
        merchant_id: 'm',
        sequence: 1,
        previous_sequence: 0,
        event: 'status_changed',
        webhook_id: delivery.webhookId,
        generation: 1,
        attempt_count: 0,
        schedule_base: 0,
        replay_id: null,
        body: '{"a":1}',
        traceparent: '00-1',
        url: `http://127.0.0.1:1/${delivery.endpointId}`,
        secrets: [{ sealed: 's', expires_at: null }],
        header,
        misbehaves: false,
        report_may_wait: true,
      },
    ]);
    const { rows } = await world.pool.query(
      'select state, generation, released_at, published, not_before from deliveries where id = $1',
      [delivery.id],
    );
    const now = new Date(nowMs);
    expect(rows).toEqual([{ state: 'in_flight', generation: 1, released_at: now, published: false, not_before: now }]);
  });
});
