import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from '@delivery/postgres';
import { openMigratedPool } from '../support/open-migrated-pool.js';

let pool: Pool;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ pool, close } = await openMigratedPool());
});
afterAll(() => close());

const at = (ms: number): Date => new Date(Date.UTC(2026, 0, 1) + ms);
type Stored = { active: boolean; size: number; inFlight: number; probeAt: Date | null };
const stored: Stored = { active: true, size: 4, inFlight: 1, probeAt: null };
const open: Stored = { ...stored, inFlight: 0, probeAt: at(10) };

const ask = async <T>(call: string, { active, size, inFlight, probeAt }: Stored, time: Date | null): Promise<T> => {
  const { rows } = await pool.query<{ answer: T }>(`select ${call}($1, $2, $3, $4, $5) as answer`, [
    ...[active, size, inFlight, probeAt],
    time,
  ]);
  return rows[0]!.answer;
};
const roomAt = (window: Stored, ms: number) => ask<number>('window_capacity', window, at(ms));
const wakeAt = (window: Stored, dueAt: Date | null) => ask<Date | null>('window_wake_at', window, dueAt);

describe('A window', () => {
  it('has room for its free slots, and never for less than none', async () => {
    expect(await roomAt(stored, 0)).toBe(3);
    expect(await roomAt({ ...stored, inFlight: 5 }, 0)).toBe(0);
    expect(await roomAt({ ...stored, active: false }, 0)).toBe(0);
  });

  it('whose breaker is open has room for nothing before the probe is due, and then for one delivery', async () => {
    expect(await roomAt(open, 9)).toBe(0);
    expect(await roomAt(open, 10)).toBe(1);
    expect(await roomAt({ ...open, inFlight: 1 }, 10)).toBe(0);
  });

  it('is looked at when the next delivery is due, and not before a probe may go out', async () => {
    expect(await wakeAt(stored, at(5))).toEqual(at(5));
    expect(await wakeAt(open, at(5))).toEqual(at(10));
    expect(await wakeAt(open, at(15))).toEqual(at(15));
  });

  it('is not looked at while it is full, disabled or its probe is out: a settled delivery looks by itself', async () => {
    expect(await wakeAt({ ...stored, inFlight: 4 }, at(5))).toBeNull();
    expect(await wakeAt({ ...stored, active: false }, at(5))).toBeNull();
    expect(await wakeAt({ ...open, inFlight: 1 }, at(5))).toBeNull();
  });

  it('is not looked at while nothing waits, also where its breaker is open', async () => {
    expect(await wakeAt(stored, null)).toBeNull();
    expect(await wakeAt(open, null)).toBeNull();
  });
});
