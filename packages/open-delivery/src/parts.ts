import type { Courier, courierVehicles, OrderView, ToldTimes, WebhookBody } from '@delivery/contracts';

type ExternalData = Readonly<Record<string, unknown>>;

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The till's own id of the merchant; for an order from `/v1`, our id in the standard's length. */
export const toMerchant = (merchantId: string, externalData: ExternalData) => {
  const reported = memberOf(memberOf(externalData, 'open_delivery'), 'merchant');
  return {
    id: textOf(memberOf(reported, 'id')) ?? `merchant-${merchantId}`,
    name: textOf(memberOf(reported, 'name')) ?? '',
  };
};

/** A longer limit would give a time that cannot be written. */
const deliveryLimitMaxMinutes = 30 * 24 * 60;

/** In minutes from the request. */
const deliveryLimitOf = (externalData: ExternalData): number | undefined => {
  const limit = memberOf(memberOf(memberOf(externalData, 'open_delivery'), 'limitTimes'), 'deliveryLimit');
  return typeof limit === 'number' && limit >= 0 && limit <= deliveryLimitMaxMinutes ? limit : undefined;
};

type CourierVehicle = (typeof courierVehicles)[number];

const vehicles: Readonly<Record<CourierVehicle, string | undefined>> = {
  bicycle: 'BICYCLE',
  motorcycle: 'MOTORBIKE_BAG',
  car: 'CAR',
  van: 'VUC',
  foot: undefined,
  other: undefined,
};

/** The kind of vehicle here for one of the standard's. */
export const toCourierVehicle = (type: string): CourierVehicle | undefined => courierVehicleOf[type];
const courierVehicleOf: Readonly<Record<string, CourierVehicle | undefined>> = {
  BICYCLE: 'bicycle',
  MOTORBIKE_BAG: 'motorcycle',
  MOTORBIKE_BOX: 'motorcycle',
  SCOOTER: 'motorcycle',
  CAR: 'car',
  VUC: 'van',
};

/**
 * The container is the requested one, because couriers do not report theirs. `undefined`: the standard has no such
 * vehicle.
 */
export const toChosenVehicle = ({ vehicle }: Pick<Courier, 'vehicle'>, externalData: ExternalData) => {
  const type = vehicles[vehicle];
  if (type === undefined) return undefined;
  const asked = memberOf(memberOf(memberOf(externalData, 'open_delivery'), 'vehicle'), 'container');
  return { type, container: asked === 'THERMIC' ? 'THERMIC' : 'NORMAL' };
};

/** Couriers have no ids here. The delivery's id stands for its courier. */
export const toDeliveryPerson = (deliveryId: string, { name }: { name: string | null }) => ({
  id: deliveryId,
  name: name ?? '',
});

const minuteMs = 60_000;

/** The standard's latest time: the order's `delivery_time`, else the till's limit. `undefined`: neither. */
const latestOf = (createdAt: string, deliveredBy: string | null, externalData: ExternalData): string | undefined => {
  if (deliveredBy !== null) return deliveredBy;
  const minutes = deliveryLimitOf(externalData);
  return minutes === undefined ? undefined : new Date(Date.parse(createdAt) + minutes * minuteMs).toISOString();
};

/** The standard requires all of its times, or none. */
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

/**
 * The standard requires a UUID. This one (RFC 9562, version 8) contains the 24 digits of the order's id, so no mapping
 * has to be stored.
 */
export const toDeliveryId = (orderId: string): string => {
  const part = (from: number, to: number) => orderId.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-8${part(12, 15)}-8${part(15, 18)}-${part(18, 24)}000000`;
};
