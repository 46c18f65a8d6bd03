import type { EndpointAnswer } from '@delivery/test-support';
import type { Fault } from './fault.js';
import { createNetworkFaults } from './network-faults.js';

const answerFault = (name: string, summary: string, answer: EndpointAnswer): Fault => ({
  part: 'merchant',
  name,
  summary,
  replicas: [1, 2],
  inject: ({ shops: [victim] }) => {
    for (const server of victim.servers) server.answerWith(answer);
    return Promise.resolve(() => {
      for (const server of victim.servers) server.answerWith({});
      return Promise.resolve();
    });
  },
});

/** Faults of one merchant's own server. The other merchants' servers go on. */
export const merchantFaults: readonly Fault[] = [
  answerFault('errors', 'answers every webhook with 500', { status: 500 }),
  answerFault('unavailable', 'answers 503 with Retry-After', { status: 503, headers: { 'retry-after': '2' } }),
  answerFault('hang', 'takes webhooks and never answers', { kind: 'hang' }),
  answerFault('reset', 'takes webhooks and resets the connection', { kind: 'reset' }),
  ...createNetworkFaults('merchant', [2], ({ shops: [victim] }) => victim.servers.map(({ proxy }) => proxy)),
];
