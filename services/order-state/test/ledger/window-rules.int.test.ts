import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Pool, queryOne } from '@delivery/postgres';
import { openMigratedPool } from '../support/open-migrated-pool.js';

let pool: Pool;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ pool, close } = await openMigratedPool());
});
afterAll(() => close());

const at = (ms: number): Date => new Date(Date.UTC(2026, 0, 1) + ms);
type Stored = {
  active: boolean;
  size: number;
  inFlight: number;
  probeAt: Date | null;
  maxPerSecond: number | null;
  pacedTo: Date | null;
};
const stored: Stored = { active: true, size: 4, inFlight: 1, probeAt: null, maxPerSecond: null, pacedTo: null };
const open: Stored = { ...stored, inFlight: 0, probeAt: at(10) };

type Look = { room: number; wake_at: Date | null; reason: string };
const look = (of: Stored, ms: number, dueAt: Date | null = at(ms)): Promise<Look> =>
  queryOne(pool, {
    name: 'look',
    text: 'select * from look_at_window($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [of.active, of.size, of.inFlight, of.probeAt, of.maxPerSecond, of.pacedTo, dueAt, at(ms)],
  });
const roomAt = async (window: Stored, ms: number) => (await look(window, ms)).room;
const wakeAt = async (window: Stored, dueAt: Date | null) => (await look(window, 0, dueAt)).wake_at;

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

  it('gives the reason for which no more goes than it has room for', async () => {
    const paced = { ...stored, maxPerSecond: 2 };
    const windows: [Stored, string][] = [
      [stored, 'release'],
      [{ ...stored, active: false }, 'held'],
      [{ ...stored, size: 0 }, 'fetch'],
      [open, 'probe'],
      [{ ...stored, inFlight: 4 }, 'window'],
      [{ ...paced, inFlight: 2 }, 'pace'],
      [{ ...paced, pacedTo: at(1_000) }, 'pace'],
      [{ ...paced, pacedTo: at(0) }, 'release'],
    ];
    for (const [window, reason] of windows) expect([window, await look(window, 0)]).toMatchObject([window, { reason }]);
  });

  it('whose max_per_second deliveries are in flight has room for no more, and waits for a report', async () => {
    expect(await look({ ...stored, inFlight: 2, maxPerSecond: 2 }, 0)).toMatchObject({ room: 0, wake_at: null });
  });
});
