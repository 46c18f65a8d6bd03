import { startConsumer } from './consumer.js';
import type { Consumer, ConsumerOptions, Disposition } from './consumer-options.js';
import type { ReceivedMessage } from './message.js';

export type MessageConsumerOptions = ConsumerOptions & {
  /** Called once per message, for up to `prefetch` messages at once. Errors as with the batch consumer. */
  handle: (message: ReceivedMessage) => Promise<Disposition>;
};

/** Independent messages, handled side by side; each is settled when its own handler is done. */
export const createMessageConsumer = ({ handle, ...options }: MessageConsumerOptions): Consumer =>
  startConsumer({
    ...options,
    runningMax: options.prefetch,
    takeMax: 1,
    handle: (messages) => Promise.all(messages.map(handle)),
  });
