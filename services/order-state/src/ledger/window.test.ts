import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { adjustWindow, roomOf, windowMax, type AttemptSignal, type Window } from './window.js';

const nowMs = 1_000_000;
const window = (changes: Partial<Window> = {}): Window => ({
  endpointId: 'e',
  active: true,
  deleted: false,
  size: 16,
  inFlight: 4,
  probeAtMs: null,
  failingSinceMs: null,
  ...changes,
});

describe('window', () => {
  it('widens by one with a success and closes the breaker', () => {
    const open = window({ size: 1, inFlight: 1, probeAtMs: nowMs - 1, failingSinceMs: 5 });
    expect(adjustWindow(open, 'success', null, nowMs)).toMatchObject({
      size: 2,
      inFlight: 0,
      probeAtMs: null,
      failingSinceMs: null,
    });
  });

  it('halves when the endpoint does not answer, but not when it answers with a failure', () => {
    expect(adjustWindow(window(), 'unreachable', 10_000, nowMs)).toMatchObject({
      size: 8,
      inFlight: 3,
      probeAtMs: null,
    });
    expect(adjustWindow(window(), 'answered', 10_000, nowMs)).toMatchObject({
      size: 16,
      inFlight: 3,
      failingSinceMs: nowMs,
    });
  });

  it('opens the breaker at the bottom: nothing goes out before the probe is due, then one delivery', () => {
    const open = adjustWindow(window({ size: 2, inFlight: 1 }), 'unreachable', 10_000, nowMs);
    expect(open).toMatchObject({ size: 1, inFlight: 0, probeAtMs: nowMs + 10_000 });
    expect(roomOf(open, nowMs + 9_999)).toBe(0);
    expect(roomOf(open, nowMs + 10_000)).toBe(1);
    expect(roomOf({ ...open, inFlight: 1 }, nowMs + 10_000)).toBe(0);
  });

  it('never probes later than the delivery that failed is due, and at the latest after half a minute', () => {
    expect(adjustWindow(window({ size: 1 }), 'unreachable', 500, nowMs).probeAtMs).toBe(nowMs + 500);
    expect(adjustWindow(window({ size: 1 }), 'unreachable', 8 * 3_600_000, nowMs).probeAtMs).toBe(nowMs + 30_000);
  });

  it('gives no room to a disabled endpoint', () => {
    expect(roomOf(window({ active: false }), nowMs)).toBe(0);
  });

  it('stays within its bounds and never counts below zero, whatever happens', () => {
    const signal = fc.constantFrom<AttemptSignal>('success', 'answered', 'unreachable', 'lapsed');
    fc.assert(
      fc.property(fc.array(signal, { maxLength: 600 }), (signals) => {
        let current = window();
        for (const next of signals) current = adjustWindow(current, next, 1_000, nowMs);
        expect(current.size).toBeGreaterThanOrEqual(1);
        expect(current.size).toBeLessThanOrEqual(windowMax);
        expect(current.inFlight).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
