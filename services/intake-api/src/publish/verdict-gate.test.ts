import { describe, expect, it } from '@jest/globals';
import { createVerdictGate, probeIntervalMs } from './verdict-gate.js';

const skippingGate = () => {
  const clock = { nowMs: 0 };
  const gate = createVerdictGate(() => clock.nowMs);
  for (let timeout = 0; timeout < 3; timeout += 1) gate.noteTimeout(gate.enter());
  return { gate, clock };
};

describe('verdict gate', () => {
  it('goes on waiting until three timeouts came in a row', () => {
    const gate = createVerdictGate(() => 0);
    gate.noteTimeout('wait');
    gate.noteTimeout('wait');
    gate.noteVerdict('wait');
    gate.noteTimeout('wait');
    gate.noteTimeout('wait');
    expect(gate.enter()).toBe('wait');
    gate.noteTimeout('wait');
    expect(gate.enter()).toBe('skip');
  });

  it('lets one probe a second wait, and never two at once', () => {
    const { gate, clock } = skippingGate();
    clock.nowMs += probeIntervalMs;
    expect(gate.enter()).toBe('probe');
    clock.nowMs += 5 * probeIntervalMs;
    expect(gate.enter()).toBe('skip');
    gate.noteTimeout('probe');
    expect(gate.enter()).toBe('probe');
    gate.noteAbandoned('probe');
    expect(gate.enter()).toBe('skip');
  });

  it('waits again once a probe has its verdict', () => {
    const { gate, clock } = skippingGate();
    clock.nowMs += probeIntervalMs;
    gate.noteVerdict(gate.enter());
    expect(gate.enter()).toBe('wait');
  });

  it('probes at once after a late verdict, with one request and not with all', () => {
    const { gate } = skippingGate();
    expect(gate.enter()).toBe('skip');
    gate.noteLateVerdict();
    expect(gate.enter()).toBe('probe');
    gate.noteLateVerdict();
    expect(gate.enter()).toBe('skip');
  });
});
