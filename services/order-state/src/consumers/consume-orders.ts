import { type OrderMessage, orderMessageSchema, queues } from '@delivery/contracts';
import {
  type Connection,
  type Consumer,
  createBatchConsumer,
  type MessagingLogger,
  type Publisher,
} from '@delivery/messaging';
import type { Pool } from '@delivery/postgres';
import type { AppliedBatch } from '../orders/apply-deps.js';
import { findLockedMessages } from '../orders/find-locked-work.js';
import type { LockCaution } from '../orders/lock-caution.js';
import type { ApplyReceived } from './apply-in-traces.js';
import { createBatchHandler } from './handle-batch.js';
import { type SendVerdict, sendVerdicts } from './verdicts.js';

/** Messages handled at once, beside those that wait for a row which somebody else holds. 64 MB where each is as large as an order may be. */
export const ordersPrefetch = 250;
/** With those that wait: nearly always commands and reports of less than a kilobyte. An order that is new waits for no row, its repeat may. */
const ordersInHandMax = 10_000;

export const consumeOrders = (deps: {
  connection: Connection;
  publisher: Publisher;
  pool: Pool;
  caution: LockCaution;
  apply: ApplyReceived;
  sendVerdict: SendVerdict;
  waitUntilHealthy: (signal: AbortSignal) => Promise<void>;
  onApplied: (batch: AppliedBatch, messages: readonly OrderMessage[], durationMs: number) => void;
  logger: MessagingLogger;
}): Consumer =>
  createBatchConsumer({
    connection: deps.connection,
    publisher: deps.publisher,
    logger: deps.logger,
    queue: queues.orders,
    prefetch: ordersPrefetch,
    inHandMax: ordersInHandMax,
    handleBatch: createBatchHandler<OrderMessage>({
      schema: orderMessageSchema,
      itemsOf: (message) => [message],
      subjectOf: ({ order_id: orderId }) => orderId,
      findLocked: (items) => findLockedMessages(deps.pool, items),
      caution: deps.caution,
      waitUntilHealthy: deps.waitUntilHealthy,
      apply: async (items, messages) => {
        const startedAt = performance.now();
        const batch = await deps.apply(items, messages);
        sendVerdicts(deps.sendVerdict, messages, batch.verdicts, items);
        deps.onApplied(batch, items, performance.now() - startedAt);
      },
    }),
  });
