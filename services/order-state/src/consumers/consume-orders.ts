import {
  type OrderMessage,
  orderMessageSchema,
  type QueuedOrderMessage,
  queues,
  type Verdict,
} from '@delivery/contracts';
import {
  type Connection,
  type Consumer,
  createBatchConsumer,
  type MessagingLogger,
  type Publisher,
  type PublishOptions,
  type ReceivedMessage,
} from '@delivery/messaging';
import type { Pool } from '@delivery/postgres';
import { readTraceparent, type Span, type Tracer } from '@delivery/tracing';
import type { OnSetAside } from '../ledger/rules/aside.js';
import type { AppliedBatch, ApplyMessages } from '../orders/apply-messages.js';
import { findLockedMessages, findMessageOwners } from '../orders/find-locked.js';
import { commandKeyOf } from '../orders/rules/decide-batch.js';
import { explainRefusal } from '../orders/rules/outcomes.js';
import { setCommandsAside } from '../orders/set-aside.js';
import { createBatchHandler, createFindStrangers, type Entry } from './handle-batch.js';
import { createOrderTurns, type SandboxMerchants } from './order-turns.js';

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
  onSetAside: OnSetAside;
  sandboxMerchants: Pick<SandboxMerchants, 'has'>;
  logger: MessagingLogger;
}): Consumer => {
  const apply = async (entries: readonly Entry<OrderMessage>[], ...[held, statementMs]: Limits): Promise<void> => {
    const items = entries.map(({ item }) => item);
    const messages = entries.map(({ message }) => message);
    const startedAt = performance.now();
    const batch = await deps.apply(items, messages, held, statementMs);
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
      explainRefusal,
      findRefusals: createFindStrangers(deps.pool),
      apply: (entries, statementMs) => apply(entries, undefined, statementMs),
      laneOf: ({ item }) => item.order_id,
      findOwners: (entries) => findMessageOwners(deps.pool, entries, ({ item }) => item),
      setSlowAside: (slow, behind) =>
        setCommandsAside(
          deps,
          slow.map(({ item: { item }, reason }) => ({ item, reason })),
          behind.map(({ item }) => item),
          traceparentsOf([...slow.map(({ item }) => item), ...behind]),
        ),
      findHeld: (entries) => findLockedMessages(deps.pool, entries, ({ item }) => item),
      park: (entries) => apply(entries, new Set(entries.map(({ item }) => item.order_id))),
      waitUntilHealthy: deps.waitUntilHealthy,
    }),
  });
};

const traceparentsOf = (entries: readonly Entry<OrderMessage>[]): Traces['traceparents'] =>
  new Map(
    entries.flatMap(({ item, message }): [string, string][] => {
      const traceparent = readTraceparent(message.properties.headers['traceparent']);
      return traceparent === undefined ? [] : [[commandKeyOf(item), traceparent]];
    }),
  );

/** Applies items with the messages that they were read from. */
type ApplyReceived = (
  items: readonly OrderMessage[],
  messages: readonly ReceivedMessage[],
  ...limits: Limits
) => Promise<AppliedBatch>;

/** Like `ApplyMessages`. */
type Limits = [held?: ReadonlySet<string>, statementMs?: number];

/**
 * The effects of a message belong to its trace. A message whose trace is sampled gets a span of its own, from the
 * start of its batch to the commit; the others' contexts are handed on as they came.
 */
export const createApplyInTraces =
  (apply: ApplyMessages, tracer: Tracer | undefined): ApplyReceived =>
  async (items, messages, ...limits) => {
    const traces = openTraces(tracer, items, messages);
    if (!traces) return apply(items, undefined, ...limits);
    try {
      const applied = await apply(items, traces.traceparents, ...limits);
      endSpans(traces.spans, applied.verdicts);
      return applied;
    } catch (error) {
      // The caller decides between a retry and a dead letter, so each attempt to apply is a span.
      for (const span of traces.spans.values()) span.end({ error: 'not_applied' });
      throw error;
    }
  };

/** By command key. */
type Traces = { traceparents: Map<string, string>; spans: Map<string, Span> };

/** Nothing is made of a batch in which no message has a context. */
const openTraces = (
  tracer: Tracer | undefined,
  items: readonly OrderMessage[],
  messages: readonly ReceivedMessage[],
): Traces | undefined => {
  let traces: Traces | undefined;
  messages.forEach(({ properties }, index) => {
    const given = readTraceparent(properties.headers['traceparent']);
    const item = items[index];
    if (given === undefined || !item) return;
    traces ??= { traceparents: new Map(), spans: new Map() };
    const span = tracer?.follow('consumer', `apply ${item.type}`, given, {
      'messaging.system': 'rabbitmq',
      'messaging.destination.name': queues.orders,
      'messaging.message.id': item.id,
      'messaging.batch.message_count': items.length,
      order_id: item.order_id,
    });
    const key = commandKeyOf(item);
    if (span) traces.spans.set(key, span);
    traces.traceparents.set(key, span?.traceparent ?? given);
  });
  return traces;
};

const endSpans = (spans: ReadonlyMap<string, Span>, verdicts: ReadonlyMap<string, Verdict>): void => {
  for (const [key, span] of spans) {
    const verdict = verdicts.get(key);
    span.end({ attributes: { outcome: verdict?.outcome, code: verdict?.code ?? undefined } });
  }
};

type SendVerdict = (message: PublishOptions) => boolean;

/**
 * Answers every message that asked for a reply. Fire and forget: a requester that misses it asks again.
 * @param verdicts by command key
 * @param commands the commands of the messages, in their order
 */
const sendVerdicts = (
  send: SendVerdict,
  messages: readonly ReceivedMessage[],
  verdicts: ReadonlyMap<string, Verdict>,
  commands: readonly OrderMessage[],
): void => {
  messages.forEach(({ properties }, index) => {
    const command = commands[index];
    const verdict = command && verdicts.get(commandKeyOf(command));
    if (properties.replyTo === undefined || !verdict) return;
    send({
      exchange: '',
      routingKey: properties.replyTo,
      body: Buffer.from(JSON.stringify(verdict)),
      messageId: verdict.message_id,
      type: verdict.type,
      correlationId: properties.correlationId ?? verdict.message_id,
    });
  });
};
