import { afterAll, describe, expect, it } from '@jest/globals';
import { inTransaction, toDate } from '@delivery/postgres';
import { releaseDeliveries } from '../../src/ledger/queries/release-deliveries.js';
import { selectReleases } from '../../src/ledger/queries/windows.js';
import type { NewDelivery } from '../../src/ledger/rules/deliveries.js';
import { explainQueries } from '../support/explain-queries.js';
import {
  createLedgerWorld,
  createMerchant,
  newDelivery,
  readBalance,
  reportStatus,
  submit,
} from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';

const world = await createLedgerWorld();
afterAll(() => world.close());

type Stored = { status: string; size: number; inFlight: number; probeAtMs: number | null };

const storedKinds = (nowMs: number): Stored[] =>
  ['active', 'disabled', 'deleted'].flatMap((status) =>
    [1, 6].flatMap((size) =>
      [0, 1, 2, 6].flatMap((inFlight) =>
        [null, nowMs - 1, nowMs + 5].map((probeAtMs) => ({ status, size, inFlight, probeAtMs })),
      ),
    ),
  );

const openCount = 4;

/** The immediate releases, and when the relay has to look. */
const expectedOf = ({ status, size, inFlight, probeAtMs }: Stored, nowMs: number) => {
  const isProbe = probeAtMs !== null && probeAtMs <= nowMs && inFlight === 0;
  const room = status !== 'active' ? 0 : probeAtMs === null ? Math.max(0, size - inFlight) : Number(isProbe);
  const released = Math.min(room, openCount);
  const isFull = probeAtMs === null ? inFlight + released >= size : inFlight + released > 0;
  const isRest = released < openCount;
  return {
    released,
    room,
    wakeAtMs: status !== 'active' || isFull || !isRest ? null : Math.max(nowMs, probeAtMs ?? 0),
  };
};

const store = async (endpointId: string, { status, size, inFlight, probeAtMs }: Stored) => {
  await world.pool.query('update endpoints set status = $2 where id = $1', [endpointId, status]);
  await world.pool.query(
    'update endpoint_windows set size = $2, in_flight = $3, probe_at = $4 where endpoint_id = $1',
    [endpointId, size, inFlight, toDate(probeAtMs)],
  );
};

/** With their events, as a batch of messages writes them. */
const write = (deliveries: readonly NewDelivery[], nowMs: number) =>
  inTransaction(world.pool, async (client) => {
    for (const { orderId, sequence, event, body, traceparent } of deliveries) {
      await client.query(
        `insert into events (order_id, sequence, event, body, traceparent, created_at, merchant_id, position)
         values ($1, $2, $3, $4, $5, now(), 'm', 0)`,
        [orderId, sequence, event, body, traceparent],
      );
    }
    const endpointIds = [...new Set(deliveries.map(({ endpointId }) => endpointId))];
    return releaseDeliveries(client, { endpointIds, created: deliveries }, nowMs);
  });

describe('new deliveries', () => {
  it('[P13] go out at once as far as their window has room, and the relay looks at the rest', async () => {
    const nowMs = world.now();
    for (const stored of storedKinds(nowMs)) {
      const { endpointIds } = await createMerchant(world, [null]);
      const endpointId = endpointIds[0]!;
      await store(endpointId, stored);
      const open = Array.from({ length: openCount }, () => newDelivery(endpointId, { createdAtMs: nowMs }));
      const next = newDelivery(endpointId, {
        orderId: open[0]!.orderId,
        sequence: 2,
        previousSequence: 1,
        gateOpen: false,
      });
      const { releases } = await write([...open, next], nowMs);
      const expected = expectedOf(stored, nowMs);
      const { rows } = await world.pool.query<{ in_flight: number; wake_at: Date | null }>(
        'select in_flight, wake_at from endpoint_windows where endpoint_id = $1',
        [endpointId],
      );
      expect({
        stored,
        released: releases.map(({ id }) => id).sort(),
        mayWait: releases.filter((release) => release.report_batchable).length,
        inFlight: rows[0]!.in_flight,
        wakeAtMs: rows[0]!.wake_at?.getTime() ?? null,
      }).toEqual({
        stored,
        released: open.slice(0, expected.released).map(({ id }) => id),
        // The first has one behind it; where all of them fill the window, the next one waits for any of them.
        mayWait: openCount < expected.room ? expected.released - 1 : 0,
        inFlight: stored.inFlight + expected.released,
        wakeAtMs: expected.wakeAtMs,
      });
    }
    const { rows, matched, counted } = await readBalance(world);
    expect({ matched, counted }).toEqual({ matched: rows, counted: rows });
  });

  it('are released as the relay releases: generation, time and lease, not published yet, and all that goes out', async () => {
    const nowMs = world.now();
    const { endpointIds } = await createMerchant(world, [null]);
    const header = { name: 'X-Key', sealed: 'h' };
    await world.pool.query('update endpoints set header = $2 where id = $1', [endpointIds[0], header]);
    const delivery = newDelivery(endpointIds[0]!, { createdAtMs: nowMs, body: '{"a":1}', traceparent: '00-1' });
    const { releases } = await write([delivery], nowMs);
    expect(releases).toMatchObject([
      {
        id: delivery.id,
        order_id: delivery.orderId,
        mode: 'live',
        endpoint_id: delivery.endpointId,
        owner_id: 'm',
        sequence: 1,
        previous_sequence: 0,
        event: 'status_changed',
        webhook_id: delivery.webhookId,
        generation: 1,
        attempt_count: 0,
        replay_id: null,
        body: '{"a":1}',
        traceparent: '00-1',
        url: `http://127.0.0.1:1/${delivery.endpointId}`,
        secrets: [{ sealed: 's', expires_at: null }],
        header,
        has_fault: false,
        report_batchable: true,
      },
    ]);
    const { rows } = await world.pool.query(
      'select state, generation, released_at, published, not_before from webhook_deliveries where id = $1',
      [delivery.id],
    );
    const now = new Date(nowMs);
    expect(rows).toEqual([{ state: 'in_flight', generation: 1, released_at: now, published: false, not_before: now }]);
  });
});

describe('a release to an open_delivery endpoint', () => {
  const releasesOf = (orderId: string) => ({
    name: 'releases',
    text: selectReleases('(select * from webhook_deliveries where order_id = $1 order by sequence limit 1)'),
    values: [orderId],
  });

  it('reads no more of an order that has thousands of events', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null]);
    await world.pool.query(`update endpoints set open_delivery = '{"client_id": "c", "sealed": "s"}' where id = $1`, [
      endpointIds[0],
    ]);
    const orderId = newOrderId();
    await world.apply([submit(world, merchantId, orderId)]);
    await world.apply([reportStatus(world, orderId, 'ready'), reportStatus(world, orderId, 'on_route_to_pickup')]);
    const blocksRead = async () => {
      const [explained] = await explainQueries(world.pool, (client) => client.query(releasesOf(orderId)));
      return explained!.blocks;
    };
    // The first look reads the catalogs, too.
    await blocksRead();
    const before = await blocksRead();
    await world.pool.query(
      `insert into all_events (order_id, sequence, event, body, created_at, merchant_id, position)
       select $1, n, 'status_changed', '{"status":"at_pickup"}', now(), $2, 0 from generate_series(100, 20000) n`,
      [orderId, merchantId],
    );
    await world.apply([reportStatus(world, orderId, 'on_route_to_delivery')]);
    const pickedUpAt = new Date(world.now());
    const { rows } = await world.pool.query<{ told_order: { times: { picked_up_at: string } } }>(releasesOf(orderId));
    expect(new Date(rows[0]!.told_order.times.picked_up_at).getTime() - pickedUpAt.getTime()).toBeLessThan(10);
    expect(await blocksRead()).toBeLessThan(before + 50);
  });
});
