import type { Options } from 'amqplib';
import type { MessageHeaders } from './message.js';

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
  /** The broker takes no other than the connection's own. */
  userId?: string | undefined;
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
  if (message.userId !== undefined) options.userId = message.userId;
  if (message.headers !== undefined) options.headers = message.headers;
  if (message.expirationMs !== undefined) options.expiration = String(message.expirationMs);
  return options;
};
