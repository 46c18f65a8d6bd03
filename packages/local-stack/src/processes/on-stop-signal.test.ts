import { describe, expect, it } from '@jest/globals';
import { createStopRequest } from './on-stop-signal.js';

const signalAt = (times: readonly number[]): string[] => {
  const done: string[] = [];
  let nowMs = 0;
  const heed = createStopRequest({
    stop: () => done.push(`stop at ${nowMs}`),
    giveUp: () => done.push(`give up at ${nowMs}`),
    nowMs: () => nowMs,
  });
  for (const time of times) {
    nowMs = time;
    heed();
  }
  return done;
};

describe('stop signals', () => {
  it('that arrive twice, as under npm, are one request', () => {
    expect(signalAt([1_000, 1_001, 1_040])).toEqual(['stop at 1000']);
  });

  it('that come again a moment later are obeyed at once', () => {
    expect(signalAt([1_000, 1_010, 1_900])).toEqual(['stop at 1000', 'give up at 1900']);
  });
});
