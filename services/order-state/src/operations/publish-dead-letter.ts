import type { Publisher } from '@delivery/messaging';

export type StoredDeadLetter = {
  queue: string;
  messageId: string;
  type: string | null;
  correlationId: string | null;
  /** The trace that the message belongs to goes on. */
  traceparent: string | null;
  body: Buffer;
};

/** Puts a dead letter back into the queue that it came from, confirmed. If it fails again, it returns with a new reason. */
export const createReplayDeadLetter =
  (publisher: Publisher) =>
  (letter: StoredDeadLetter): Promise<void> =>
    publisher.publish({
      exchange: '',
      routingKey: letter.queue,
      body: letter.body,
      messageId: letter.messageId,
      type: letter.type ?? '',
      correlationId: letter.correlationId ?? undefined,
      headers: letter.traceparent === null ? {} : { traceparent: letter.traceparent },
    });
