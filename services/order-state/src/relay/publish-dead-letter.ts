import type { Publisher } from '@delivery/messaging';

export type StoredDeadLetter = { queue: string; messageId: string; type: string | null; body: Buffer };

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
    });
