import { describe, expect, it } from '@jest/globals';
import { createVerdictBreaker, probeIntervalMs } from './verdict-breaker.js';

const skippingBreaker = () => {
  const clock = { nowMs: 0 };
  const breaker = createVerdictBreaker(() => clock.nowMs);
  for (let timeout = 0; timeout < 3; timeout += 1) breaker.noteTimeout(breaker.enter());
  return { breaker, clock };
};

describe('verdict breaker', () => {
  it('goes on waiting until three timeouts came in a row', () => {
    const breaker = createVerdictBreaker(() => 0);
    breaker.noteTimeout('wait');
    breaker.noteTimeout('wait');
    breaker.noteVerdict('wait');
    breaker.noteTimeout('wait');
    breaker.noteTimeout('wait');
    expect(breaker.enter()).toBe('wait');
    breaker.noteTimeout('wait');
    expect(breaker.enter()).toBe('skip');
  });

  it('lets one probe a second wait, and never two at once', () => {
    const { breaker, clock } = skippingBreaker();
    clock.nowMs += probeIntervalMs;
    expect(breaker.enter()).toBe('probe');
    clock.nowMs += 5 * probeIntervalMs;
    expect(breaker.enter()).toBe('skip');
    breaker.noteTimeout('probe');
    expect(breaker.enter()).toBe('probe');
    breaker.noteAbandoned('probe');
    expect(breaker.enter()).toBe('skip');
  });

  it('waits again once a probe has its verdict', () => {
    const { breaker, clock } = skippingBreaker();
    clock.nowMs += probeIntervalMs;
    breaker.noteVerdict(breaker.enter());
    expect(breaker.enter()).toBe('wait');
  });

  it('probes at once after a late verdict, with one request and not with all', () => {
    const { breaker } = skippingBreaker();
    expect(breaker.enter()).toBe('skip');
    breaker.noteLateVerdict();
    expect(breaker.enter()).toBe('probe');
    breaker.noteLateVerdict();
    expect(breaker.enter()).toBe('skip');
  });
});
