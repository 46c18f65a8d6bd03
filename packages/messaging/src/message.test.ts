import { describe, expect, it } from '@jest/globals';
import type { Message } from 'amqplib';
import { toAmqpOptions, toReceivedMessage } from './message.js';

const raw = (properties: object): Message =>
  ({
    content: Buffer.from('body'),
    fields: { deliveryTag: 1, redelivered: true, exchange: 'e', routingKey: 'k' },
    properties,
  }) as Message;

describe('toReceivedMessage', () => {
  it('takes over the properties that are set', () => {
    const headers = { 'x-delivery-count': 2, traceparent: 'tp' };
    expect(toReceivedMessage(raw({ messageId: 'm', type: 't', replyTo: 'r', timestamp: 5, headers }))).toMatchObject({
      body: Buffer.from('body'),
      properties: { messageId: 'm', type: 't', replyTo: 'r', correlationId: undefined, timestamp: 5, headers },
      routingKey: 'k',
      exchange: 'e',
      redelivered: true,
      deliveryCount: 2,
    });
  });

  it('takes properties and headers of an unexpected kind as absent', () => {
    const strange = { messageId: Buffer.from('m'), type: 7, timestamp: 'now', headers: { 'x-delivery-count': 'many' } };
    expect(toReceivedMessage(raw({ ...strange, correlationId: 'a\0' }))).toMatchObject({
      properties: { messageId: undefined, type: undefined, correlationId: undefined, timestamp: undefined },
      deliveryCount: 0,
    });
  });

  it('takes a message without any headers', () => {
    expect(toReceivedMessage(raw({}))).toMatchObject({ properties: { headers: {} }, deliveryCount: 0 });
  });
});

const message = { exchange: 'e', routingKey: 'k', body: Buffer.alloc(0), messageId: 'm', type: 't' };

describe('toAmqpOptions', () => {
  it('is safe by default: persistent and mandatory', () => {
    expect(toAmqpOptions(message)).toMatchObject({ persistent: true, mandatory: true });
    expect(toAmqpOptions({ ...message, persistent: false, mandatory: false })).toMatchObject({
      persistent: false,
      mandatory: false,
    });
  });

  it('gives the lifetime as the text that AMQP wants', () => {
    expect(toAmqpOptions({ ...message, expirationMs: 1_500 })).toMatchObject({ expiration: '1500' });
    expect(toAmqpOptions(message)).not.toHaveProperty('expiration');
  });
});
