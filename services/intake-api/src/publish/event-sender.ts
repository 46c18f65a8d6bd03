import { exchanges } from '@delivery/contracts';
import type { Requester } from '@delivery/messaging';
import type { Span, SpanAttributes, Tracer } from '@delivery/tracing';
import type { MerchantEvent } from '../domain/order-events.js';
import type { SentEvent } from './submit-event.js';
import type { WaitMode } from './verdict-gate.js';

/** Events leave as requests, unless nobody waits: the verdict comes back to the channel that published. */
export const createEventSender =
  (requester: Pick<Requester, 'request' | 'publish'>, tracer: Tracer | undefined) =>
  (event: MerchantEvent, parent: string | undefined, mode: WaitMode): SentEvent => {
    const span = tracer?.follow('producer', `publish ${event.type}`, parent, attributesOf(event));
    const traceparent = span?.traceparent ?? parent;
    const message = {
      exchange: exchanges.orders,
      routingKey: event.type,
      body: Buffer.from(JSON.stringify(event)),
      messageId: event.id,
      type: event.type,
      ...(traceparent ? { headers: { traceparent } } : {}),
    };
    const sent = mode === 'skip' ? unanswered(requester.publish(message)) : requester.request(message);
    if (span) endWithConfirm(span, sent.confirmed);
    return sent;
  };

const unanswered = (confirmed: Promise<void>): SentEvent => ({ confirmed, reply: undefined, cancel: () => undefined });

const attributesOf = (event: MerchantEvent): SpanAttributes => ({
  'messaging.system': 'rabbitmq',
  'messaging.destination.name': exchanges.orders,
  'messaging.message.id': event.id,
  order_id: event.order_id,
});

/** Until the broker has it on disk; that it has not is told to the merchant by whoever waits for the confirm. */
const endWithConfirm = (span: Span, confirmed: Promise<void>): void => {
  confirmed.then(
    () => span.end(),
    () => span.end({ error: 'unconfirmed' }),
  );
};
