import { type OrderMessage, orderMessageSchema, type QueuedOrderMessage, queues } from '@delivery/contracts';
import {
  type Connection,
  type Consumer,
  createBatchConsumer,
  type MessagingLogger,
  type Publisher,
} from '@delivery/messaging';
import type { Pool } from '@delivery/postgres';
import type { AppliedBatch } from '../orders/apply-messages.js';
import { findLockedMessages } from '../orders/find-locked-work.js';
import { explainRefusal } from '../orders/rules/explain-refusal.js';
import type { SandboxMerchants } from '../orders/sandbox-merchants.js';
import type { ApplyReceived } from './apply-in-traces.js';
import { createFindStrangers } from './find-strangers.js';
import { createBatchHandler, type Entry, findHeldEntries } from './handle-batch.js';
import { createOrderTurns } from './order-turns.js';
import { type SendVerdict, sendVerdicts } from './verdicts.js';

/** Prefetched messages, among which batches are cut by turns: 100 MB where each is as large as an order may be. */
const ordersPrefetch = 400;

export const consumeOrders = (deps: {
  connection: Connection;
  publisher: Publisher;
  pool: Pool;
  now: () => number;
  apply: ApplyReceived;
  sendVerdict: SendVerdict;
  waitUntilHealthy: (signal: AbortSignal) => Promise<void>;
  onApplied: (batch: AppliedBatch, messages: readonly OrderMessage[], durationMs: number) => void;
  sandboxMerchants: Pick<SandboxMerchants, 'has'>;
  logger: MessagingLogger;
}): Consumer => {
  const apply = async (entries: readonly Entry<OrderMessage>[], held?: ReadonlySet<string>): Promise<void> => {
    const items = entries.map(({ item }) => item);
    const messages = entries.map(({ message }) => message);
    const startedAt = performance.now();
    const batch = await deps.apply(items, messages, held);
    sendVerdicts(deps.sendVerdict, messages, batch.verdicts, items);
    deps.onApplied(batch, items, performance.now() - startedAt);
  };
  return createBatchConsumer({
    connection: deps.connection,
    publisher: deps.publisher,
    logger: deps.logger,
    queue: queues.orders,
    prefetch: ordersPrefetch,
    createWaiting: createOrderTurns(deps.sandboxMerchants.has),
    handleBatch: createBatchHandler<QueuedOrderMessage>({
      schema: orderMessageSchema,
      itemsOf: (message) => [message],
      explainRefusal: (message, { exchange }) => explainRefusal(message, exchange, deps.now()),
      findRefusals: createFindStrangers(deps.pool),
      apply,
      findHeld: (entries) => findHeldEntries(entries, (items) => findLockedMessages(deps.pool, items)),
      park: (entries) => apply(entries, new Set(entries.map(({ item }) => item.order_id))),
      waitUntilHealthy: deps.waitUntilHealthy,
    }),
  });
};
