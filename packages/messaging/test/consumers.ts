import {
  type BatchConsumerOptions,
  type Connection,
  type ConnectionOptions,
  type Consumer,
  createBatchConsumer,
  createMessageConsumer,
  type MessageConsumerOptions,
  type Publisher,
  type ReceivedMessage,
} from '../src/index.js';
import { type Broker, work } from './broker.js';

export type Started = { connection: Connection; publisher: Publisher; consumer: Consumer };

type Where = { publisher?: Publisher; on?: Partial<ConnectionOptions> };
type Batches = Where & Pick<BatchConsumerOptions, 'handleBatch'> & Partial<BatchConsumerOptions>;
type Messages = Where & Pick<MessageConsumerOptions, 'handle'> & Partial<MessageConsumerOptions>;

const prepare = async <T extends Where>(broker: Omit<Broker, 'vhost'>, { on, ...given }: T) => ({
  connection: broker.connection({ name: 'consume', ...on }),
  queue: work,
  prefetch: 50,
  logger: broker.log.logger,
  requeueDelay: { minMs: 1, maxMs: 10 },
  outageBackoff: { minMs: 5, maxMs: 20 },
  ...given,
  publisher: given.publisher ?? (await broker.publisher()),
});

const whenReady = async (options: Omit<Started, 'consumer'>, consumer: Consumer): Promise<Started> => {
  await options.connection.waitUntilReady();
  return { ...options, consumer };
};

export const startBatchConsumer = async (broker: Omit<Broker, 'vhost'>, given: Batches): Promise<Started> => {
  const options = await prepare(broker, given);
  return whenReady(options, createBatchConsumer(options));
};

export const startMessageConsumer = async (broker: Omit<Broker, 'vhost'>, given: Messages): Promise<Started> => {
  const options = await prepare(broker, given);
  return whenReady(options, createMessageConsumer(options));
};

export const idOf = ({ properties }: ReceivedMessage): string => properties.messageId ?? '';

/** A gate that a handler waits at until the test opens it. */
export const createGate = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
};
