import { describe, expect, it } from '@jest/globals';
import { assertAgentHook } from './agent-hook.js';

describe('this Node', () => {
  it('hands its requests to agents', () => {
    expect(assertAgentHook).not.toThrow();
  });
});
