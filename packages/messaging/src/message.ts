import type { Message } from 'amqplib';

export type MessageHeaders = Readonly<Record<string, unknown>>;

/** AMQP properties that this system uses. `timestamp` is in seconds since 1970, as AMQP has it. */
export type MessageProperties = {
  messageId: string | undefined;
  type: string | undefined;
  correlationId: string | undefined;
  replyTo: string | undefined;
  timestamp: number | undefined;
  contentType: string | undefined;
  /** The broker has checked that it is the publisher's. */
  userId: string | undefined;
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

/** Anybody may publish anything: properties of an unexpected type, and texts with U+0000, which AMQP forbids, count as absent. */
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
      userId: stringOrNothing(properties.userId),
      headers,
    },
    routingKey: raw.fields.routingKey,
    exchange: raw.fields.exchange,
    redelivered: raw.fields.redelivered,
    deliveryCount: numberOrNothing(headers['x-delivery-count']) ?? 0,
  };
};

/** Of a message that was a dead letter: who published it first. Only services publish to the default exchange. */
export const userIdHeader = 'x-user-id';

export const readUserIdHeader = (headers: MessageHeaders): string | undefined => stringOrNothing(headers[userIdHeader]);

/** Who published it first. `undefined`: it is not known. */
export const publisherOf = ({ exchange, properties }: Pick<ReceivedMessage, 'exchange' | 'properties'>) =>
  exchange === '' ? readUserIdHeader(properties.headers) : properties.userId;

const stringOrNothing = (value: unknown): string | undefined =>
  typeof value === 'string' && !value.includes('\0') ? value : undefined;
const numberOrNothing = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
