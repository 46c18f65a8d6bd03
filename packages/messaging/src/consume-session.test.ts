import { describe, expect, it } from '@jest/globals';
import { planAcks } from './consume-session.js';

/** Applies ack frames as the broker does: a multiple ack settles everything outstanding up to its tag. */
const applyAcks = (outstanding: readonly number[], frames: ReturnType<typeof planAcks>): number[] => {
  let left = [...outstanding];
  for (const { tag, multiple } of frames) {
    expect(left).toContain(tag);
    left = left.filter((one) => (multiple ? one > tag : one !== tag));
  }
  return left;
};

describe('planAcks', () => {
  it('acknowledges a whole batch with one frame', () => {
    expect(planAcks([4, 5, 6, 7], new Set([4, 5, 6]))).toEqual([{ tag: 6, multiple: true }]);
  });

  it('acknowledges messages one by one behind an unsettled one', () => {
    expect(planAcks([4, 5, 6], new Set([5, 6]))).toEqual([
      { tag: 5, multiple: false },
      { tag: 6, multiple: false },
    ]);
  });

  it('settles exactly the settled messages, for every subset of the outstanding ones', () => {
    const outstanding = [3, 4, 6, 7, 11, 12, 13];
    for (let bits = 0; bits < 2 ** outstanding.length; bits += 1) {
      const settled = outstanding.filter((_, index) => (bits >> index) & 1);
      const left = applyAcks(outstanding, planAcks(outstanding, new Set(settled)));
      expect(left).toEqual(outstanding.filter((tag) => !settled.includes(tag)));
    }
  });
});
