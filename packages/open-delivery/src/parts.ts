import type { Courier, courierVehicles } from '@delivery/contracts';

export type ExternalData = Readonly<Record<string, unknown>>;

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** As the till named itself. Of an order that came by `/v1` it is the merchant's id here, in the standard's length. */
export const toMerchant = (merchantId: string, externalData: ExternalData) => {
  const told = memberOf(memberOf(externalData, 'open_delivery'), 'merchant');
  return {
    id: textOf(memberOf(told, 'id')) ?? `merchant-${merchantId}`,
    name: textOf(memberOf(told, 'name')) ?? '',
  };
};

/** In minutes from the request. */
export const deliveryLimitOf = (externalData: ExternalData): number | undefined => {
  const limit = memberOf(memberOf(memberOf(externalData, 'open_delivery'), 'limitTimes'), 'deliveryLimit');
  return typeof limit === 'number' ? limit : undefined;
};

const vehicles: Readonly<Record<(typeof courierVehicles)[number], string | undefined>> = {
  bicycle: 'BICYCLE',
  motorcycle: 'MOTORBIKE_BAG',
  car: 'CAR',
  van: 'VUC',
  foot: undefined,
  other: undefined,
};

/** The container is the one that was asked for: couriers do not say which they have. `undefined`: the standard has no such vehicle. */
export const toChosenVehicle = ({ vehicle }: Pick<Courier, 'vehicle'>, externalData: ExternalData) => {
  const type = vehicles[vehicle];
  if (type === undefined) return undefined;
  const asked = memberOf(memberOf(memberOf(externalData, 'open_delivery'), 'vehicle'), 'container');
  return { type, container: asked === 'THERMIC' ? 'THERMIC' : 'NORMAL' };
};

/** Couriers have no ids here: the delivery's is as good, as it has one courier. */
export const toDeliveryPerson = (deliveryId: string, { name }: { name: string | null }) => ({
  id: deliveryId,
  name: name ?? '',
});
