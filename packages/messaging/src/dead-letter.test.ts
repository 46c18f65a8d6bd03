import { describe, expect, it } from '@jest/globals';
import { toDeadLetter } from './dead-letter.js';
import type { ReceivedMessage } from './message.js';

describe('toDeadLetter', () => {
  const message: ReceivedMessage = {
    body: Buffer.from('{"not json'),
    properties: {
      messageId: 'm1',
      type: 'order.submitted',
      correlationId: 'c1',
      replyTo: 'amq.rabbitmq.reply-to.x',
      timestamp: 1_700_000_000,
      contentType: 'application/json',
      userId: 'someone',
      headers: { traceparent: 'tp', 'x-delivery-count': 4, 'x-user-id': 'someone else' },
    },
    routingKey: 'order.submitted',
    exchange: 'orders',
    redelivered: true,
    deliveryCount: 4,
  };

  it('keeps the body and the properties, and says where it came from, why and when', () => {
    const letter = toDeadLetter({ queue: 'order-state.orders', message, reason: 'schema' }, new Date(0));
    expect(letter.body).toBe(message.body);
    expect(letter).toEqual({
      exchange: 'dead-letters',
      routingKey: 'order-state.orders.dead',
      body: message.body,
      messageId: 'm1',
      type: 'order.submitted',
      correlationId: 'c1',
      contentType: 'application/json',
      timestamp: 1_700_000_000,
      headers: {
        traceparent: 'tp',
        'x-user-id': 'someone',
        'x-dead-reason': 'schema',
        'x-dead-queue': 'order-state.orders',
        'x-dead-at': '1970-01-01T00:00:00.000Z',
        'x-dead-exchange': 'orders',
        'x-dead-routing-key': 'order.submitted',
        'x-dead-delivery-count': 4,
      },
    });
  });
});
