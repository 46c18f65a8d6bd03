import { type EndpointType, type MerchantMode, standardEvents, type WebhookEvent } from '@delivery/contracts';
import type { NewDelivery } from './delivery.js';

/** The part of an order's event that its endpoints are told. */
export type ToldEvent = Pick<NewDelivery, 'orderId' | 'merchantId' | 'sequence' | 'event' | 'body' | 'createdAtMs'> & {
  traceparent?: string | null | undefined;
};

export type EndpointFilter = {
  id: string;
  merchantId: string;
  mode: MerchantMode;
  type: EndpointType;
  events: readonly WebhookEvent[] | null;
};

/** The last delivery of an order to an endpoint. */
export type LaneEnd = { orderId: string; endpointId: string; sequence: number; settled: boolean };

/** Ids are arguments, so that the plan is pure: `id` sorts by time. */
export type DeliveryIds = { id: () => string; webhookIdOf: (deliveryId: string) => string };

/**
 * One delivery for each event and matching endpoint. Only the first unsettled one of an order and endpoint has an open
 * gate; each names its predecessor, so that a receiver can see a gap.
 */
export const planDeliveries = (
  events: readonly ToldEvent[],
  endpoints: readonly EndpointFilter[],
  laneEnds: readonly LaneEnd[],
  ids: DeliveryIds,
): NewDelivery[] => {
  const ends = new Map(laneEnds.map((end) => [laneKey(end.orderId, end.endpointId), end]));
  const byMerchant = groupByMerchant(endpoints);
  const planned: NewDelivery[] = [];
  for (const event of events) {
    for (const endpoint of byMerchant.get(event.merchantId) ?? []) {
      if (!asksFor(endpoint, event.event)) continue;
      const key = laneKey(event.orderId, endpoint.id);
      const end = ends.get(key);
      const id = ids.id();
      planned.push({
        id,
        orderId: event.orderId,
        endpointId: endpoint.id,
        merchantId: event.merchantId,
        mode: endpoint.mode,
        sequence: event.sequence,
        previousSequence: end?.sequence ?? 0,
        event: event.event,
        body: event.body,
        traceparent: event.traceparent ?? null,
        webhookId: ids.webhookIdOf(id),
        gateOpen: end?.settled ?? true,
        createdAtMs: event.createdAtMs,
      });
      ends.set(key, { orderId: event.orderId, endpointId: endpoint.id, sequence: event.sequence, settled: false });
    }
  }
  return planned;
};

const asksFor = ({ events }: EndpointFilter, event: WebhookEvent): boolean =>
  (events ?? standardEvents).includes(event);

/** The pull endpoints that may hand out one of these at once. */
export const listDuePulled = (
  deliveries: readonly Pick<NewDelivery, 'endpointId' | 'gateOpen'>[],
  endpoints: readonly EndpointFilter[],
): string[] => {
  const pulled = new Set(endpoints.filter(({ type }) => type === 'pull').map(({ id }) => id));
  if (pulled.size === 0) return [];
  const due = deliveries.filter(({ endpointId, gateOpen }) => gateOpen && pulled.has(endpointId));
  return [...new Set(due.map(({ endpointId }) => endpointId))];
};

const laneKey = (orderId: string, endpointId: string): string => `${orderId} ${endpointId}`;

const groupByMerchant = (endpoints: readonly EndpointFilter[]): Map<string, EndpointFilter[]> => {
  const groups = new Map<string, EndpointFilter[]>();
  for (const endpoint of endpoints) {
    const group = groups.get(endpoint.merchantId);
    if (group) group.push(endpoint);
    else groups.set(endpoint.merchantId, [endpoint]);
  }
  return groups;
};
