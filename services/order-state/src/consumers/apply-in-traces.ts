import { type OrderMessage, queues, type Verdict } from '@delivery/contracts';
import type { ReceivedMessage } from '@delivery/messaging';
import { readTraceparent, type Span, type Tracer } from '@delivery/tracing';
import type { AppliedBatch, ApplyMessages } from '../orders/apply-messages.js';
import { commandKeyOf } from '../orders/rules/command-key.js';

/** Applies items with the messages that they were read from. */
export type ApplyReceived = (
  items: readonly OrderMessage[],
  messages: readonly ReceivedMessage[],
  /** As of `ApplyMessages`. */
  held?: ReadonlySet<string>,
) => Promise<AppliedBatch>;

/**
 * The effects of a message belong to its trace. A message whose trace is sampled gets a span of its own, from the start
 * of its batch to the commit; the others' contexts are handed on as they came.
 */
export const createApplyInTraces =
  (apply: ApplyMessages, tracer: Tracer | undefined): ApplyReceived =>
  async (items, messages, held) => {
    const traces = openTraces(tracer, items, messages);
    if (!traces) return apply(items, undefined, held);
    try {
      const applied = await apply(items, traces.traceparents, held);
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
