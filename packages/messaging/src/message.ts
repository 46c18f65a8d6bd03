import type { Message, Options } from 'amqplib';
import { exchanges } from '@delivery/contracts';

export type MessageHeaders = Readonly<Record<string, unknown>>;

/** AMQP properties that this system uses. `timestamp` is in seconds since 1970, as AMQP has it. */
export type MessageProperties = {
  messageId: string | undefined;
  type: string | undefined;
  correlationId: string | undefined;
  replyTo: string | undefined;
  timestamp: number | undefined;
  contentType: string | undefined;
  headers: MessageHeaders;
};

export type ReceivedMessage = {
  body: Buffer;
  properties: MessageProperties;
  routingKey: string;
  exchange: string;
  redelivered: boolean;
  /** How often a quorum queue has delivered this message before: 0 the first time, and always 0 from other queues. */
  deliveryCount: number;
};

/**
 * A client may publish anything: properties of an unexpected type, and texts with U+0000, which AMQP forbids, count as
 * absent.
 */
export const toReceivedMessage = (raw: Message): ReceivedMessage => {
  const properties = raw.properties;
  const headers: MessageHeaders = properties.headers ?? {};
  return {
    body: raw.content,
    properties: {
      messageId: stringOrNothing(properties.messageId),
      type: stringOrNothing(properties.type),
      correlationId: stringOrNothing(properties.correlationId),
      replyTo: stringOrNothing(properties.replyTo),
      timestamp: numberOrNothing(properties.timestamp),
      contentType: stringOrNothing(properties.contentType),
      headers,
    },
    routingKey: raw.fields.routingKey,
    exchange: raw.fields.exchange,
    redelivered: raw.fields.redelivered,
    deliveryCount: numberOrNothing(headers['x-delivery-count']) ?? 0,
  };
};

const stringOrNothing = (value: unknown): string | undefined =>
  typeof value === 'string' && !value.includes('\0') ? value : undefined;
const numberOrNothing = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** A message to publish. `timestamp` is in seconds since 1970 (default now), `expirationMs` a lifetime in the queue. */
export type PublishOptions = {
  exchange: string;
  routingKey: string;
  body: Buffer;
  messageId: string;
  type: string;
  correlationId?: string | undefined;
  replyTo?: string | undefined;
  headers?: MessageHeaders | undefined;
  contentType?: string | undefined;
  timestamp?: number | undefined;
  expirationMs?: number | undefined;
  persistent?: boolean | undefined;
  mandatory?: boolean | undefined;
};

/** Safe unless said otherwise: on disk, and an error when no queue takes it. */
export const toAmqpOptions = (message: PublishOptions): Options.Publish => {
  const options: Options.Publish = {
    messageId: message.messageId,
    type: message.type,
    contentType: message.contentType ?? 'application/json',
    timestamp: message.timestamp ?? Math.floor(Date.now() / 1000),
    persistent: message.persistent ?? true,
    mandatory: message.mandatory ?? true,
  };
  if (message.correlationId !== undefined) options.correlationId = message.correlationId;
  if (message.replyTo !== undefined) options.replyTo = message.replyTo;
  if (message.headers !== undefined) options.headers = message.headers;
  if (message.expirationMs !== undefined) options.expiration = String(message.expirationMs);
  return options;
};

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
 * The message without what its publisher said beside the body. A publisher of another kind can write what is read here
 * and cannot be written again: a header that is a huge double, or a text of 255 bytes that is no UTF-8.
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
    headers: {},
  },
});

/** The broker's own count belongs to the old queue; the dead queue begins a new one. */
const withoutDeliveryCount = (headers: MessageHeaders): MessageHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'x-delivery-count'));
