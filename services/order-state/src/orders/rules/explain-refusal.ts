import { deriveOrderId, exchanges, type OrderMessageType, type QueuedOrderMessage } from '@delivery/contracts';

/** A system with the permission to publish to one exchange may not send the messages of another. */
const exchangeOf: Readonly<Record<OrderMessageType, string>> = {
  'order.submitted': exchanges.orders,
  'order.ready_requested': exchanges.orders,
  'order.cancel_requested': exchanges.orders,
  'order.change_requested': exchanges.orders,
  'status.reported': exchanges.fulfilment,
  'tracking_url.reported': exchanges.fulfilment,
  'courier.accept_requested': exchanges.orders,
  'courier.release_requested': exchanges.orders,
  'courier.reported': exchanges.orders,
  'courier.status_reported': exchanges.orders,
  'courier.tracking_url_reported': exchanges.orders,
  'courier.eta_reported': exchanges.orders,
  'courier.handover_reported': exchanges.orders,
};

const aheadMaxMs = 24 * 3_600_000;

/** A report from far ahead would make every later one of its source stale, for as long as that takes to come. */
export const isFarAhead = (occurredAt: string | undefined, nowMs: number): boolean =>
  occurredAt !== undefined && Date.parse(occurredAt) - nowMs > aheadMaxMs;

/**
 * Why a message that can be read is a dead letter all the same; `undefined`: it is not.
 * @param exchange that it was published to. To the default exchange, `''`, the services alone may publish: replayed dead letters
 */
export const explainRefusal = (message: QueuedOrderMessage, exchange: string, nowMs: number): string | undefined => {
  const expected = exchangeOf[message.type];
  if (exchange !== '' && exchange !== expected)
    return `${message.type} must be published to the exchange ${expected}, but this message came from another one`;
  if (message.type === 'order.submitted' && message.order_id !== orderIdOf(message))
    return 'order_id does not match merchant_id and external_id';
  // For reports alone: a merchant's command carries the time of intake-api, whose clock must not cost an accepted order.
  const isReport = message.type.endsWith('reported');
  return isReport && isFarAhead(message.occurred_at, nowMs) ? 'occurred_at is more than a day ahead' : undefined;
};

const orderIdOf = ({ merchant_id, payload }: Extract<QueuedOrderMessage, { type: 'order.submitted' }>): string =>
  deriveOrderId(merchant_id, payload.order.external_id);
