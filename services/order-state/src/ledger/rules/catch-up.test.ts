import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { deliveryStateSchema } from '@delivery/contracts';
import { catchUpAfterSuccess, catchUpEveryMs, catchUpNow, failingMinMs, isEarly, refuseSendNow } from './catch-up.js';
import { adjustWindow, type Window } from './window.js';

const nowMs = Date.UTC(2026, 5, 1, 12);
const after = (failedForMs: number | null, catchUpAtMs: number | null) =>
  catchUpAfterSuccess({ failingSinceMs: failedForMs === null ? null : nowMs - failedForMs, catchUpAtMs }, nowMs);

describe('An endpoint that answers again', () => {
  it('catches up at once, where nothing but failures came back for a minute', () => {
    expect(after(failingMinMs, null)).toBe(nowMs);
    expect(after(failingMinMs, nowMs - catchUpEveryMs)).toBe(nowMs);
  });

  it('does not, where other deliveries succeeded meanwhile: one that fails alone keeps to its schedule', () => {
    expect(after(failingMinMs - 1, null)).toBeNull();
    expect(after(null, 5)).toBe(5);
  });

  it('catches up a while after the last time, where it fails again and again', () => {
    const lastMs = nowMs - 120_000;
    expect(after(failingMinMs, lastMs)).toBe(lastMs + catchUpEveryMs);
    expect(after(failingMinMs, lastMs + catchUpEveryMs)).toBe(lastMs + catchUpEveryMs);
  });

  it('never catches up more often, whatever comes back', () => {
    const steps = fc.array(fc.record({ ms: fc.nat(300_000), succeeds: fc.boolean() }), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (answers) => {
        let atMs = nowMs;
        let window: Window = { ...closed, probeAtMs: null };
        const catchUps = new Set<number>();
        for (const { ms, succeeds } of answers) {
          atMs += ms;
          const signal = { kind: succeeds ? 'success' : 'answered', durationMs: 5, waitedMs: 0 } as const;
          window = adjustWindow(window, signal, atMs);
          if (window.catchUpAtMs !== null) catchUps.add(window.catchUpAtMs);
        }
        const times = [...catchUps];
        for (const [place, time] of times.slice(1).entries()) {
          expect(time - (times[place] ?? 0)).toBeGreaterThanOrEqual(catchUpEveryMs);
        }
      }),
    );
  });
});

const closed: Window = {
  endpointId: 'e',
  active: true,
  deleted: false,
  revision: 1,
  sharedBy: 1,
  size: 1,
  inFlight: 0,
  probeAtMs: nowMs + 20_000,
  failingSinceMs: null,
  catchUpAtMs: null,
};

describe('An endpoint that is asked to catch up', () => {
  it('does so now, and gets its probe now', () => {
    expect(catchUpNow(closed, nowMs)).toMatchObject({ catchUpAtMs: nowMs, probeAtMs: nowMs });
    expect(catchUpNow({ ...closed, probeAtMs: nowMs - 5 }, nowMs)).toMatchObject({ probeAtMs: nowMs - 5 });
    expect(catchUpNow({ ...closed, probeAtMs: null }, nowMs)).toMatchObject({ probeAtMs: null });
  });
});

describe('An attempt', () => {
  it('is early before the time until which its delivery waits', () => {
    expect(isEarly({ notBeforeMs: nowMs + 1, releasedAtMs: nowMs })).toBe(true);
    expect(isEarly({ notBeforeMs: nowMs, releasedAtMs: nowMs })).toBe(false);
  });
});

describe('Sending now', () => {
  it('is refused for what does not wait, with the way out', () => {
    const refusals = deliveryStateSchema.options.map((state) => [state, refuseSendNow(state)?.code]);
    expect(Object.fromEntries(refusals)).toEqual({
      waiting: undefined,
      in_flight: undefined,
      held: 'endpoint_disabled',
      delivered: 'delivery_not_waiting',
      exhausted: 'delivery_not_waiting',
      skipped: 'delivery_not_waiting',
    });
    expect(refuseSendNow('held')?.detail).toContain('Enable the endpoint');
    expect(refuseSendNow('exhausted')?.detail).toContain('replay it');
  });
});
