import { describe, expect, it } from '@jest/globals';
import { requireThatNodeAsksAgents } from './lay-on-request.js';

describe('this Node', () => {
  it('hands its requests to agents', () => {
    expect(requireThatNodeAsksAgents).not.toThrow();
  });
});
