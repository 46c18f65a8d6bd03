export type { Backoff } from './waiting.js';
export {
  type BroadcastListener,
  type BroadcastListenerOptions,
  createBroadcastListener,
} from './broadcast-listener.js';
export type { QueueState } from './assert-topology.js';
export { createConnection, type Connection } from './connection.js';
export type { ConnectionOptions, ConnectionState, MessagingLogger } from './reconnect-loop.js';
export { createBatchConsumer, createMessageConsumer } from './consumer.js';
export {
  type BatchConsumerOptions,
  type BatchOutcome,
  type Consumer,
  type ConsumerOptions,
  type MessageConsumerOptions,
  type WaitingMessages,
} from './consumer-options.js';
export { ack, deadLetter, type Disposition, requeue } from './disposition.js';
export { OutageError, PublishNotConfirmedError, ReplyLostError, type NotConfirmedReason } from './errors.js';
export { type MessageHeaders, type MessageProperties, type ReceivedMessage, type PublishOptions } from './message.js';
export { createPublisher, type Publisher, type PublisherLimits } from './publisher.js';
export {
  createRequester,
  type Request,
  type Requester,
  type RequesterOptions,
  type RequestOptions,
} from './requester.js';
export { createUnconfirmedPublisher, type UnconfirmedPublisher } from './unconfirmed-publisher.js';
