import { exchanges } from '@delivery/contracts';
import { type MessageHeaders, publisherOf, type ReceivedMessage, userIdHeader } from './message.js';
import type { PublishOptions } from './publish-options.js';

/**
 * A refused message on its way to `<queue>.dead`: body untouched, properties and headers kept, and `x-dead-reason`,
 * `x-dead-queue`, `x-dead-at` (ISO 8601) beside them. Ack the original only after the confirm: a crash in between makes
 * a second copy, never a loss.
 */
export const toDeadLetter = (
  { queue, message, reason }: { queue: string; message: ReceivedMessage; reason: string },
  now: Date,
): PublishOptions => {
  const { properties } = message;
  return {
    exchange: exchanges.deadLetters,
    routingKey: `${queue}.dead`,
    body: message.body,
    messageId: properties.messageId ?? '',
    type: properties.type ?? '',
    correlationId: properties.correlationId,
    contentType: properties.contentType,
    timestamp: properties.timestamp,
    headers: {
      ...withoutDeliveryCount(properties.headers),
      [userIdHeader]: publisherOf(message),
      'x-dead-reason': reason,
      'x-dead-queue': queue,
      'x-dead-at': now.toISOString(),
      'x-dead-exchange': message.exchange,
      'x-dead-routing-key': message.routingKey,
      'x-dead-delivery-count': message.deliveryCount,
    },
  };
};

/**
 * The message without what its publisher said beside the body. A publisher of another kind can write what is read here and cannot be
 * written again: a header that is a huge double, or a text of 255 bytes that is no UTF-8.
 */
export const withoutProperties = (message: ReceivedMessage): ReceivedMessage => ({
  ...message,
  properties: {
    messageId: undefined,
    type: undefined,
    correlationId: undefined,
    replyTo: undefined,
    timestamp: undefined,
    contentType: undefined,
    userId: message.properties.userId,
    headers: {},
  },
});

/** The broker's own count belongs to the old queue; the dead queue begins a new one. */
const withoutDeliveryCount = (headers: MessageHeaders): MessageHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'x-delivery-count'));
