import { Agent as HttpsAgent } from 'node:https';
import { describe, expect, it } from '@jest/globals';
import { createAgents } from './agents.js';

describe('createAgents', () => {
  it('demands a valid certificate explicitly, which outranks NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
    const agents = createAgents({
      lookup: (_hostname, _options, callback) => callback(new Error('no lookup here'), ''),
      networks: { allowed: [], blocked: [] },
      connectTimeoutMs: 1_000,
      socketsMax: 1,
      onOpened: () => undefined,
      onReused: () => undefined,
      onClosed: () => undefined,
    });
    for (const agentFor of [agents.pooled, agents.fresh]) {
      const agent = agentFor(new URL('https://merchant.example/'));
      expect(agent instanceof HttpsAgent && agent.options.rejectUnauthorized).toBe(true);
    }
  });
});
