import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import type { DeliveryAttempted } from '@delivery/contracts';
import { createDatabase } from '@delivery/test-support';
import { lockDeliveries } from '../src/db/lock-deliveries.js';
import { createPool, type Pool } from '../src/db/pool.js';
import { settleDelivered } from '../src/db/settle-delivered.js';
import { toDate } from '../src/db/sql-types.js';
import type { DeliveryState } from '../src/ledger/delivery.js';
import { planAttempts } from '../src/ledger/plan-attempts.js';
import { adjustWindow, roomOf, windowMax, type Window } from '../src/ledger/window.js';
import { deliveredOf, type DeliveryKey } from './ledger-world.js';

const nowMs = Date.UTC(2026, 5, 1, 12);
const dueCount = 6;

let pool: Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createDatabase();
  drop = database.drop;
  pool = createPool({ databaseUrl: database.url, poolMax: 2, logger: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await pool.end();
  await drop();
});

const windows: Omit<Window, 'endpointId' | 'deleted'>[] = [true, false].flatMap((active) =>
  [1, 4, windowMax - 1].flatMap((size) =>
    [0, 1, 3, 5].flatMap((inFlight) =>
      [null, nowMs - 1, nowMs, nowMs + 1].map((probeAtMs) => ({
        active,
        size,
        inFlight,
        probeAtMs,
        failingSinceMs: probeAtMs === null ? null : nowMs - 60_000,
      })),
    ),
  ),
);

const insertEndpoint = async (window: (typeof windows)[number]): Promise<string> => {
  const { rows } = await pool.query<{ id: string }>(
    `with p as (insert into platforms (name, key_hash, sealed_key) values (gen_random_uuid(), gen_random_uuid(), 'x') returning id),
          m as (insert into merchants (id, name, platform_id, version)
                select gen_random_uuid(), 'm', id, (select coalesce(max(version), 0) + 1 from merchants) from p returning id)
     insert into endpoints (id, merchant_id, url, status, secrets)
     select gen_random_uuid(), id, 'http://127.0.0.1:1/', $1, '[{"sealed": "s", "expires_at": null}]' from m returning id`,
    [window.active ? 'active' : 'disabled'],
  );
  const id = rows[0]!.id;
  await pool.query(
    `insert into endpoint_windows (endpoint_id, size, in_flight, probe_at, failing_since) values ($1, $2, $3, $4, $5)`,
    [id, window.size, window.inFlight, toDate(window.probeAtMs), toDate(window.failingSinceMs)],
  );
  for (let count = 0; count < dueCount; count += 1) await insertDelivery(id, 'waiting');
  return id;
};

/** The first of its order to the endpoint, and due. */
const insertDelivery = async (endpointId: string, state: DeliveryState, gateOpen = true): Promise<DeliveryKey> => {
  const { rows } = await pool.query<{ id: string; order_id: string }>(
    `with e as (insert into events (order_id, sequence, event, body, created_at)
                values (gen_random_uuid(), 1, 'status_changed', '{}', $2) returning order_id)
     insert into deliveries (id, order_id, endpoint_id, merchant_id, sequence, previous_sequence, event, webhook_id, state,
                             gate_open, not_before, created_at, generation, attempt_count, last_error_code)
     select gen_random_uuid(), order_id, $1::uuid, 'm', 1, 0, 'status_changed', 'w', $3, $4, $2, $2, 2, 2, 'http_status'
     from e returning id, order_id`,
    [endpointId, new Date(nowMs), state, gateOpen],
  );
  return { id: rows[0]!.id, orderId: rows[0]!.order_id, endpointId };
};

type Row = {
  id: string;
  state: string;
  attempt_count: number;
  last_error_code: string | null;
  settled_at: Date | null;
};
type Saved = { size: number; in_flight: number; probe_at: Date | null; failing_since: Date | null };

describe('settleDelivered', () => {
  it('has the room of roomOf after the successes of adjustWindow, for every kind of window', async () => {
    for (const window of windows) {
      for (const successCount of [0, 1, 3]) {
        const endpointId = await insertEndpoint(window);
        const attempts: DeliveryAttempted[] = [];
        while (attempts.length < successCount)
          attempts.push(deliveredOf(await insertDelivery(endpointId, 'in_flight'), nowMs));
        const releases = await settleDelivered(pool, attempts, [endpointId], nowMs);
        let expected: Window = { ...window, endpointId, deleted: false };
        for (let count = 0; count < successCount; count += 1) expected = adjustWindow(expected, 'success', null, nowMs);
        const released = Math.min(roomOf(expected, nowMs), dueCount);
        const { rows } = await pool.query<Saved>('select * from endpoint_windows where endpoint_id = $1', [endpointId]);
        const saved = rows[0]!;
        expect({
          window,
          successCount,
          released: releases.length,
          size: saved.size,
          inFlight: saved.in_flight,
          probeAtMs: saved.probe_at?.getTime() ?? null,
          failingSinceMs: saved.failing_since?.getTime() ?? null,
        }).toEqual({
          window,
          successCount,
          released,
          size: expected.size,
          inFlight: expected.inFlight + released,
          probeAtMs: expected.probeAtMs,
          failingSinceMs: expected.failingSinceMs,
        });
      }
    }
  });

  it('settles what applyAttempt settles, by the first of several reports, and releases none of it', async () => {
    const states: DeliveryState[] = ['waiting', 'in_flight', 'delivered', 'exhausted', 'skipped'];
    const endpointId = await insertEndpoint({
      active: true,
      size: 100,
      inFlight: 2,
      probeAtMs: null,
      failingSinceMs: null,
    });
    const deliveries = await Promise.all(
      [true, false].flatMap((gateOpen) => states.map((state) => insertDelivery(endpointId, state, gateOpen))),
    );
    const unknown = { id: randomUUID(), orderId: randomUUID(), endpointId };
    const attempts = [
      ...deliveries.map((delivery) => deliveredOf(delivery, nowMs, { generation: 1, attempt: 1 })),
      ...[...deliveries, unknown].map((delivery) => deliveredOf(delivery, nowMs)),
    ];
    const ids = deliveries.map(({ id }) => id);
    const before = await lockDeliveries(pool, [], ids);
    const plan = planAttempts(attempts, before, new Map(), nowMs);

    const releases = await settleDelivered(pool, attempts, [endpointId], nowMs);

    const { rows } = await pool.query<Row>(
      'select id, state, attempt_count, last_error_code, settled_at from deliveries where id = any($1)',
      [ids],
    );
    const changed = new Map(plan.updates.map((update) => [update.id, update]));
    expect(changed.size).toBe(4);
    for (const row of rows) {
      const kept = before.get(row.id)!;
      const update = changed.get(row.id);
      expect(row).toEqual({
        id: row.id,
        state: update?.state ?? kept.state,
        attempt_count: update?.attemptCount ?? kept.attemptCount,
        last_error_code: update ? update.lastErrorCode : 'http_status',
        settled_at: update ? toDate(update.settledAtMs) : null,
      });
    }
    expect(releases.filter(({ id }) => ids.includes(id))).toEqual([]);
    expect(releases).toHaveLength(dueCount);
    const logged = await pool.query('select delivery_id from delivery_attempts where delivery_id = any($1)', [
      [...ids, unknown.id],
    ]);
    expect(logged.rows).toHaveLength(plan.logged.length);
    const window = await pool.query<Saved>('select * from endpoint_windows where endpoint_id = $1', [endpointId]);
    const successCount = [...before.values()].filter(({ state }) => state === 'in_flight').length;
    expect(successCount).toBe(2);
    expect(window.rows[0]).toMatchObject({ size: 100 + successCount, in_flight: 2 - successCount + dueCount });
  });
});
