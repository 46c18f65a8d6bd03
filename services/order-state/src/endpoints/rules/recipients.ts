import {
  type EndpointEvent,
  endpointEventSchema,
  isOperational,
  type OrderStatus,
  orderStatuses,
  type StoredSettings,
  unaskedEvents,
} from '@delivery/contracts';

/** The settings of an endpoint that say which events it gets. */
export type Recipient = Pick<StoredSettings, 'events' | 'statuses' | 'store_refs'> & { is_open_delivery: boolean };

/** Endpoints of one owner that may get the same event. */
export const recipientMax = 5;

type Happening = { event: EndpointEvent; status: OrderStatus | null };

const happenings = endpointEventSchema.options.flatMap((event): Happening[] =>
  event === 'status_changed' ? orderStatuses.map((status) => ({ event, status })) : [{ event, status: null }],
);

const mayGet = (
  { events, statuses, is_open_delivery: isOpenDelivery }: Recipient,
  { event, status }: Happening,
): boolean => {
  // Which events are in the words of Open Delivery depends on their bodies.
  if (isOpenDelivery) return !isOperational(event);
  if (status !== null && statuses && !statuses.includes(status)) return false;
  return (events ?? unaskedEvents).includes(event);
};

/** An event that more endpoints than allowed may get. `undefined`: there is none. Pure. */
export const findCrowded = (endpoints: readonly Recipient[]): EndpointEvent | undefined => {
  const known = endpoints.map((endpoint) => ({
    ...endpoint,
    stores: endpoint.store_refs && new Set(endpoint.store_refs),
  }));
  // `null`: a store that no endpoint names.
  const stores = [null, ...new Set(endpoints.flatMap(({ store_refs: refs }) => refs ?? []))];
  for (const store of stores) {
    const open = known.filter((one) => one.stores === null || (store !== null && one.stores.has(store)));
    if (open.length <= recipientMax) continue;
    const crowded = happenings.find((one) => open.filter((endpoint) => mayGet(endpoint, one)).length > recipientMax);
    if (crowded) return crowded.event;
  }
  return undefined;
};
