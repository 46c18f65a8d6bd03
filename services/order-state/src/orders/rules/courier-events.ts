import type { CourierEvent, CourierEventBody, WithdrawalReason } from '@delivery/contracts';
import type { CourierOrderEvent, Decision, Order } from './order.js';

/** The couriers' systems that serve each merchant, by merchant id. */
export type CourierSystems = ReadonlyMap<string, readonly string[]>;

type Told = { event: CourierEvent; audience: readonly string[]; reason?: WithdrawalReason };

/**
 * Adds to a decision that takes effect what couriers' systems are told of it, behind its other events. Nothing is told, and no
 * sequence is used, where no system serves the merchant.
 * @param by the system whose message it was, which knows what it did
 */
export const withCourierEvents = (
  before: Order | undefined,
  decision: Decision,
  { serving, by }: { serving: CourierSystems; by: string | undefined },
): Decision => {
  if (decision.outcome !== 'applied') return decision;
  const { order } = decision;
  const told = listTold(before, order, serving.get(order.merchantId) ?? [], by).filter(
    ({ audience }) => audience.length > 0,
  );
  if (told.length === 0) return decision;
  const courierEvents = told.map((one, index) => toEvent(order, one, order.lastSequence + index + 1));
  return { ...decision, order: { ...order, lastSequence: order.lastSequence + told.length }, courierEvents };
};

const listTold = (
  before: Order | undefined,
  after: Order,
  serving: readonly string[],
  by: string | undefined,
): readonly Told[] => [
  ...tellHolder(before?.courierSystemId ?? null, after, by),
  ...tellServing(before !== undefined && isOpen(before), after, serving),
];

/** To whichever system accepts it first. */
export const isOpen = ({ status, courierSystemId }: Pick<Order, 'status' | 'courierSystemId'>): boolean =>
  status === 'ready' && courierSystemId === null;

const tellServing = (wasOpen: boolean, after: Order, serving: readonly string[]): Told[] => {
  if (wasOpen === isOpen(after)) return [];
  if (!wasOpen) return [{ event: 'delivery_offered', audience: serving }];
  const audience = serving.filter((id) => id !== after.courierSystemId);
  return [{ event: 'delivery_withdrawn', audience, reason: after.status === 'canceled' ? 'canceled' : 'taken' }];
};

const tellHolder = (holder: string | null, after: Order, by: string | undefined): Told[] => {
  if (holder === null || holder === by) return [];
  const audience = [holder];
  if (after.courierSystemId !== holder) return [{ event: 'delivery_withdrawn', audience, reason: 'reassigned' }];
  if (after.status === 'canceled') return [{ event: 'delivery_withdrawn', audience, reason: 'canceled' }];
  return [{ event: 'delivery_changed', audience }];
};

const toEvent = (order: Order, { event, audience, reason }: Told, sequence: number): CourierOrderEvent => {
  const body: CourierEventBody = {
    event,
    status: order.status,
    updated_at: new Date(order.updatedAtMs).toISOString(),
    ...(reason && { reason }),
  };
  return {
    orderId: order.id,
    merchantId: order.merchantId,
    sequence,
    event,
    body: JSON.stringify(body),
    createdAtMs: order.updatedAtMs,
    audience,
  };
};
