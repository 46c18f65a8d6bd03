import { describe, expect, it } from '@jest/globals';
import { deadQueueOf, deliveriesMessageTtlMs, deliveryLimit, queues, topology } from './topology.js';

const specOf = (name: string) => topology.queues.find((queue) => queue.name === name);

describe('topology', () => {
  it('has durable quorum queues only, each with an explicit delivery limit', () => {
    for (const queue of topology.queues) {
      expect(queue).toMatchObject({ durable: true, arguments: { 'x-queue-type': 'quorum' } });
      expect(queue.arguments['x-delivery-limit']).toBeGreaterThanOrEqual(deliveryLimit);
    }
  });

  it('gives messages of a consumer on a lost node away within seconds, not after the minute of RabbitMQ 4.3', () => {
    for (const { arguments: args } of topology.queues)
      expect(args['x-consumer-disconnected-timeout']).toBeLessThanOrEqual(5_000);
  });

  it.each(Object.values(queues))('has a dead queue for %s', (name) => {
    expect(specOf(deadQueueOf(name))).toBeDefined();
  });

  it.each([queues.orders, queues.attempts])(
    'loses nothing of %s at the delivery limit: it moves to its dead queue',
    (name) => {
      expect(specOf(name)?.arguments).toMatchObject({
        'x-dead-letter-routing-key': deadQueueOf(name),
        'x-dead-letter-strategy': 'at-least-once',
        'x-overflow': 'reject-publish',
      });
    },
  );

  it('lets deliveries that are not consumed expire into their lease, never into a dead queue', () => {
    const { arguments: args } = specOf(queues.deliveries)!;
    expect(args['x-message-ttl']).toBe(deliveriesMessageTtlMs);
    expect(args).not.toHaveProperty('x-dead-letter-exchange');
  });

  it('binds what it declares', () => {
    const [exchangeNames, queueNames] = [topology.exchanges, topology.queues].map((all) => all.map(({ name }) => name));
    for (const binding of topology.bindings) {
      expect(exchangeNames).toContain(binding.exchange);
      expect(queueNames).toContain(binding.queue);
    }
    for (const name of Object.values(queues)) expect(topology.bindings.some(({ queue }) => queue === name)).toBe(true);
  });
});
