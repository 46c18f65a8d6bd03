import { exchanges } from '@delivery/contracts';
import type { Requester } from '@delivery/messaging';
import type { Span, SpanAttributes, Tracer } from '@delivery/tracing';
import type { IntakeMessage } from '../domain/order-messages.js';
import type { SentMessage } from './submit-message.js';
import type { WaitMode } from './verdict-breaker.js';

/** Publishes a message as a request, whose verdict comes back to the publishing channel; in mode `skip` without a reply. */
export const createMessageSender =
  (requester: Pick<Requester, 'request' | 'publish'>, tracer: Tracer | undefined) =>
  (message: IntakeMessage, parent: string | undefined, mode: WaitMode): SentMessage => {
    const span = tracer?.follow('producer', `publish ${message.type}`, parent, attributesOf(message));
    const traceparent = span?.traceparent ?? parent;
    const request = {
      exchange: exchanges.orders,
      routingKey: message.type,
      body: Buffer.from(JSON.stringify(message)),
      messageId: message.id,
      type: message.type,
      ...(traceparent ? { headers: { traceparent } } : {}),
    };
    const sent = mode === 'skip' ? unanswered(requester.publish(request)) : requester.request(request);
    if (span) endWithConfirm(span, sent.confirmed);
    return sent;
  };

const unanswered = (confirmed: Promise<void>): SentMessage => ({
  confirmed,
  reply: undefined,
  cancel: () => undefined,
});

const attributesOf = (message: IntakeMessage): SpanAttributes => ({
  'messaging.system': 'rabbitmq',
  'messaging.destination.name': exchanges.orders,
  'messaging.message.id': message.id,
  order_id: message.order_id,
});

/** The span ends when the broker has confirmed; a missing confirm is told to the merchant by the caller that awaits it. */
const endWithConfirm = (span: Span, confirmed: Promise<void>): void => {
  confirmed.then(
    () => span.end(),
    () => span.end({ error: 'unconfirmed' }),
  );
};
