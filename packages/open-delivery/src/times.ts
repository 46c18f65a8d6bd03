import type { OrderView, ToldTimes, WebhookBody } from '@delivery/contracts';
import { deliveryLimitOf, type ExternalData } from './parts.js';

const minuteMs = 60_000;

/** What the standard calls the latest time: ours, where the order has one, else the till's limit. `undefined`: there is none. */
const latestOf = (createdAt: string, deliveredBy: string | null, externalData: ExternalData): string | undefined => {
  if (deliveredBy !== null) return deliveredBy;
  const minutes = deliveryLimitOf(externalData);
  return minutes === undefined ? undefined : new Date(Date.parse(createdAt) + minutes * minuteMs).toISOString();
};

/** The standard wants all of its times, or none. */
export const toEta = (
  { created_at: createdAt, picked_up_at: pickedUpAt, delivered_by: deliveredBy, eta }: ToldTimes,
  externalData: ExternalData,
  nowMs: number,
) => {
  const pickupAt = pickedUpAt ?? eta?.pickup_at;
  const deliveryAt = eta?.delivery_at;
  const latest = latestOf(createdAt, deliveredBy, externalData);
  if (pickupAt === undefined || deliveryAt === undefined || latest === undefined) return undefined;
  const minutesTo = (at: string): number => Math.max(0, Math.round((Date.parse(at) - nowMs) / minuteMs));
  return {
    updateMethod: 'ONLINE',
    pickupEtaInMinutes: pickedUpAt === null ? minutesTo(pickupAt) : 0,
    pickupEtaDatetime: pickupAt,
    deliveryEtaInMinutes: minutesTo(deliveryAt),
    deliveryEtaDatetime: deliveryAt,
    maxDeliveryTime: latest,
  };
};

/** @param changes of its status, the first one first */
export const toTimes = (
  { created_at: createdAt, due, eta, external_data: externalData }: OrderView,
  changes: readonly Pick<WebhookBody, 'status' | 'updated_at'>[],
) => {
  const latest = latestOf(createdAt, due?.delivered_by ?? null, externalData);
  if (eta?.delivery_at === undefined || latest === undefined) return undefined;
  const finished = changes.find(({ status }) => status === 'delivered' || status === 'returned');
  return {
    deliveryEtaDate: eta.delivery_at,
    maxDeliveryTime: latest,
    isDeliveryFinished: finished !== undefined,
    ...(finished && { deliveryFinishDate: finished.updated_at }),
  };
};
