import { describe, expect, it } from '@jest/globals';
import { createVerdictBreaker, probeIntervalMs, type VerdictWait, type WaitMode } from './verdict-breaker.js';

const waitOf = (mode: WaitMode): VerdictWait => ({ mode, sinceMs: 0 });

const skippingBreaker = () => {
  const clock = { nowMs: 0 };
  const breaker = createVerdictBreaker(() => clock.nowMs);
  for (let timeout = 0; timeout < 3; timeout += 1) breaker.noteTimeout(breaker.enter());
  return { breaker, clock };
};

describe('verdict breaker', () => {
  it('goes on waiting until three timeouts came in a row', () => {
    const breaker = createVerdictBreaker(() => 0);
    breaker.noteTimeout(waitOf('wait'));
    breaker.noteTimeout(waitOf('wait'));
    breaker.noteVerdict(waitOf('wait'));
    breaker.noteTimeout(waitOf('wait'));
    breaker.noteTimeout(waitOf('wait'));
    expect(breaker.enter().mode).toBe('wait');
    breaker.noteTimeout(waitOf('wait'));
    expect(breaker.enter().mode).toBe('skip');
  });

  it('lets one probe a second wait, and never two at once', () => {
    const { breaker, clock } = skippingBreaker();
    clock.nowMs += probeIntervalMs;
    expect(breaker.enter().mode).toBe('probe');
    clock.nowMs += 5 * probeIntervalMs;
    expect(breaker.enter().mode).toBe('skip');
    breaker.noteTimeout(waitOf('probe'));
    expect(breaker.enter().mode).toBe('probe');
    breaker.noteAbandoned(waitOf('probe'));
    expect(breaker.enter().mode).toBe('skip');
  });

  it('waits again once a probe has its verdict', () => {
    const { breaker, clock } = skippingBreaker();
    clock.nowMs += probeIntervalMs;
    breaker.noteVerdict(breaker.enter());
    expect(breaker.enter().mode).toBe('wait');
  });

  it('probes at once after a late verdict, with one request and not with all', () => {
    const { breaker } = skippingBreaker();
    expect(breaker.enter().mode).toBe('skip');
    breaker.noteLateVerdict();
    expect(breaker.enter().mode).toBe('probe');
    breaker.noteLateVerdict();
    expect(breaker.enter().mode).toBe('skip');
  });

  it('[P6] does not count a timeout during which a verdict came for any merchant, late or in time', () => {
    const clock = { nowMs: 0 };
    const breaker = createVerdictBreaker(() => clock.nowMs);
    for (let round = 0; round < 10; round += 1) {
      const waits = Array.from({ length: 5 }, () => breaker.enter());
      clock.nowMs += 1_000;
      breaker.noteLateVerdict();
      clock.nowMs += 500;
      waits.forEach(breaker.noteTimeout);
    }
    expect(breaker.isSkipping()).toBe(false);
    const waits = Array.from({ length: 3 }, () => breaker.enter());
    clock.nowMs += 1_500;
    waits.forEach(breaker.noteTimeout);
    expect(breaker.isSkipping()).toBe(true);
  });
});
