import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { createDatabase } from '@delivery/test-support';
import { createPool, type Pool } from '../src/db/pool.js';
import { releaseFromWindows } from '../src/db/release-deliveries.js';
import { toDate } from '../src/db/sql-types.js';
import { adjustWindow, roomOf, windowMax, type Window } from '../src/ledger/window.js';

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
  await pool.query(
    `with e as (insert into events (order_id, sequence, event, body, created_at)
                select $1::text || n, 1, 'status_changed', '{}', $2 from generate_series(1, ${dueCount}) n returning order_id)
     insert into deliveries (id, order_id, endpoint_id, merchant_id, sequence, previous_sequence, event, webhook_id, state,
                             gate_open, not_before, created_at)
     select gen_random_uuid(), order_id, $1::uuid, 'm', 1, 0, 'status_changed', 'w', 'waiting', true, $2, $2 from e`,
    [id, new Date(nowMs)],
  );
  return id;
};

type Saved = { size: number; in_flight: number; probe_at: Date | null; failing_since: Date | null };

describe('releaseFromWindows', () => {
  it('has the room of roomOf after the successes of adjustWindow, for every kind of window', async () => {
    for (const window of windows) {
      for (const successCount of [0, 1, 3]) {
        const endpointId = await insertEndpoint(window);
        const releases = await releaseFromWindows(pool, [{ endpointId, successCount }], nowMs);
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
});
