import { describe, expect, it } from '@jest/globals';
import { exchanges, queues, topology } from '@delivery/contracts';
import { matchesTopic, messagesOf } from './channels.js';
import { messages } from './messages.js';

describe('matchesTopic', () => {
  it.each([
    ['order.*', 'order.submitted', true],
    ['order.*', 'order', false],
    ['order.*', 'order.a.b', false],
    ['delivery.released', 'delivery.released', true],
    ['delivery.released', 'order.released', false],
  ])('%s takes %s: %s', (pattern, routingKey, taken) => expect(matchesTopic(pattern, routingKey)).toBe(taken));
});

describe('the described messages', () => {
  it('each reach exactly one queue of the topology, and every binding brings one, or dead letters', () => {
    const reached = Object.values(queues).flatMap((queue) => messagesOf(queue).map(({ type }) => type));
    expect(reached.sort()).toEqual(messages.map(({ type }) => type).sort());
    for (const { queue, exchange, routingKey } of topology.bindings) {
      if (exchange === exchanges.deadLetters) continue;
      const brought = messagesOf(queue).filter((message) => message.exchange === exchange);
      expect(brought.some(({ type }) => matchesTopic(routingKey, type))).toBe(true);
    }
  });
});
