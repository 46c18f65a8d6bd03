import { describe, expect, it } from '@jest/globals';
import { endWithin, OverdueError } from './end-within.js';

describe('a step with a patience', () => {
  it('resolves with the result, or rejects with the error', async () => {
    await expect(endWithin('the fault', 60_000, Promise.resolve(7))).resolves.toBe(7);
    await expect(endWithin('the fault', 60_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('is named when it never ends', async () => {
    const never = new Promise(() => undefined);
    await expect(endWithin('the fault', 1, never)).rejects.toThrow(
      new OverdueError('the fault did not end within 1 ms'),
    );
  });
});
