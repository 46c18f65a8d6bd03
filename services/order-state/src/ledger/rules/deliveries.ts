import { randomBytes } from 'node:crypto';
import {
  type EndpointEvent,
  type EndpointType,
  isOperational,
  type MerchantMode,
  type OrderStatus,
  unaskedEvents,
  webhookBodySchema,
} from '@delivery/contracts';
import { isTold } from '@delivery/open-delivery';

export type DeliveryState = 'waiting' | 'in_flight' | 'delivered' | 'exhausted' | 'skipped';

export const isSettled = (state: DeliveryState): boolean => state !== 'waiting' && state !== 'in_flight';

/** A delivery to be written: one event for one endpoint. Times are milliseconds since the epoch. */
export type NewDelivery = {
  id: string;
  orderId: string;
  endpointId: string;
  /** The owner of the endpoint: the order's merchant, a courier's system, or a platform. */
  ownerId: string;
  /** To a platform's endpoint: the order's merchant. `null`: to another. */
  orderMerchantId: string | null;
  mode: MerchantMode;
  sequence: number;
  previousSequence: number;
  event: EndpointEvent;
  body: string;
  traceparent: string | null;
  webhookId: string;
  /** The predecessor for the same order and endpoint is settled, or there is none. */
  gateOpen: boolean;
  createdAtMs: number;
};

/** The fields of a delivery that an attempt's result depends on. */
export type LiveDelivery = {
  id: string;
  orderId: string;
  endpointId: string;
  /** For a platform's endpoint the merchant of the event. `null`: another kind of endpoint. */
  orderMerchantId: string | null;
  mode: MerchantMode;
  replayId: string | null;
  sequence: number;
  state: DeliveryState;
  generation: number;
  attemptCount: number;
  /** `attemptCount` when the current run of the schedule began, plus the attempts that do not count in it. */
  scheduleBase: number;
  /** When its first attempt began, by the endpoint's own clock. `null` until that one has failed. */
  triedSinceMs: number | null;
  /** For how long the endpoint has been disabled before: its own clock stands still meanwhile. */
  heldMs: number;
  /** A setting of the endpoint. `null`: the run ends with the schedule. */
  giveUpAfterMs: number | null;
  /** `attemptCount` when it was made, not 0 for a replay alone. */
  attemptsBefore: number;
  /** The time until which it waited, or waits. */
  notBeforeMs: number;
  /** When it was handed to the dispatchers last; null where it was not yet. */
  releasedAtMs: number | null;
};

/** A place in an order's lane at one endpoint. */
export type LanePosition = { orderId: string; endpointId: string; replayId: string | null; sequence: number };

/** Ids of one millisecond that one process can tell apart in order; beyond it, the next millisecond is borrowed. */
const perMillisecond = 4096;

/**
 * UUIDv7 (RFC 9562, method 1): 48 bits of milliseconds, 12 bits that count within one, then random. The ids of one
 * process rise strictly, also within a millisecond and when the clock is set back: lists show rows as they were made,
 * and new rows go to the right end of their index.
 */
export const createUuidv7 = (): ((nowMs: number) => string) => {
  let lastMs = 0;
  let count = 0;
  return (nowMs) => {
    if (nowMs > lastMs) [lastMs, count] = [nowMs, 0];
    else if (++count === perMillisecond) [lastMs, count] = [lastMs + 1, 0];
    const bytes = randomBytes(16);
    bytes.writeUIntBE(lastMs, 0, 6);
    bytes.writeUInt16BE(0x7000 | count, 6);
    bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f);
    const hex = bytes.toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
};

export const uuidv7 = createUuidv7();

/** When a UUIDv7 was made, in ms since the epoch. */
export const millisecondsOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** The smallest UUIDv7 of a millisecond: where a range of time begins in an index of ids. */
export const firstUuidOf = (ms: number): string => {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
};

/**
 * A webhook has the id of the delivery that sends it first, so that the one is found by the other without an index on
 * webhook ids. That id is random enough: a restored database must not give an old one to a new webhook.
 */
export const webhookIdOf = (deliveryId: string): string => `msg_${deliveryId.replaceAll('-', '')}`;

/** The delivery that a webhook id was made from; `undefined`: no delivery has this webhook id. */
export const deliveryIdOf = (webhookId: string): string | undefined =>
  /^msg_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(webhookId)?.slice(1).join('-');

/** Random, and in the order of their times. @param now milliseconds since 1970 */
export const createDeliveryIds = (now: () => number): DeliveryIds => ({ id: () => uuidv7(now()), webhookIdOf });

/**
 * The part of an event that decides its recipients: the endpoints of its `audience`, if it has one, instead of the
 * merchant's and its platform's.
 */
type ToldEvent = Pick<NewDelivery, 'orderId' | 'sequence' | 'event' | 'body' | 'createdAtMs'> & {
  merchantId: string;
  traceparent?: string | null | undefined;
  audience?: readonly string[];
  /** As the owner of endpoints. */
  platform?: string | undefined;
  /** The endpoint that an operational event is about, which does not receive it. */
  aboutEndpointId?: string;
  /** After the event. Absent: it is about no merchant's order. */
  status?: OrderStatus;
  /** The one that the order names. */
  storeRef?: string | null;
};

export type EndpointFilter = {
  id: string;
  ownerId: string;
  mode: MerchantMode;
  type: EndpointType;
  events: readonly EndpointEvent[] | null;
  /** The statuses for which it gets `status_changed`. */
  statuses?: readonly string[] | null;
  /** Orders of these stores alone; those that name none count for the default store. */
  storeRefs?: readonly string[] | null;
  defaultStore?: string | null;
  /** It receives only events that the standard has. */
  isOpenDelivery?: boolean;
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
  const byOwner = groupByOwner(endpoints);
  const planned: NewDelivery[] = [];
  for (const event of events) {
    for (const endpoint of recipientsOf(event).flatMap((ownerId) => byOwner.get(ownerId) ?? [])) {
      if (endpoint.id === event.aboutEndpointId || !asksFor(endpoint, event)) continue;
      const key = laneKey(event.orderId, endpoint.id);
      const end = ends.get(key);
      if (!end && isOfErasure(event)) continue;
      const id = ids.id();
      planned.push({
        id,
        orderId: event.orderId,
        endpointId: endpoint.id,
        ownerId: endpoint.ownerId,
        orderMerchantId: endpoint.ownerId === event.platform ? event.merchantId : null,
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

const recipientsOf = ({ merchantId, audience, platform }: ToldEvent): readonly string[] =>
  audience ?? (platform === undefined ? [merchantId] : [merchantId, platform]);

const asksFor = (endpoint: EndpointFilter, reported: ToldEvent): boolean => {
  if (!hasStore(endpoint, reported)) return false;
  const { event, body, status } = reported;
  if (endpoint.isOpenDelivery) return !isOperational(event) && isTold(webhookBodySchema.parse(JSON.parse(body)));
  if (event === 'status_changed' && endpoint.statuses && !endpoint.statuses.some((one) => one === status)) return false;
  return (endpoint.events ?? unaskedEvents).includes(event);
};

/**
 * A filter by stores passes events that are about no order, and erasures: an endpoint may have had the order under
 * another filter.
 */
const hasStore = ({ storeRefs, defaultStore }: EndpointFilter, event: ToldEvent): boolean => {
  if (!storeRefs || event.status === undefined || isOfErasure(event)) return true;
  const ref = event.storeRef ?? defaultStore;
  return typeof ref === 'string' && storeRefs.includes(ref);
};

/** Only endpoints that were sent the order have something to erase. */
const isOfErasure = ({ event }: ToldEvent): boolean => event === 'customer_erased' || event === 'delivery_erased';

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

const groupByOwner = (endpoints: readonly EndpointFilter[]): Map<string, EndpointFilter[]> => {
  const groups = new Map<string, EndpointFilter[]>();
  for (const endpoint of endpoints) {
    const group = groups.get(endpoint.ownerId);
    if (group) group.push(endpoint);
    else groups.set(endpoint.ownerId, [endpoint]);
  }
  return groups;
};

/** The sequence of the last delivery to each endpoint, by endpoint id. */
export type LaneEnds = Readonly<Record<string, number>>;

type InLane = { id: string; laneEnds: LaneEnds };

/**
 * The last delivery of each order to each endpoint, wherever it is.
 * @param unmoved of deliveries that have not left for a day
 */
export const joinLaneEnds = (orders: Iterable<InLane>, unmoved: readonly LaneEnd[]): LaneEnd[] => {
  const known = new Map([...orders].map(({ id, laneEnds }) => [id, laneEnds]));
  const moved = [...known].flatMap(([orderId, ends]) =>
    Object.entries(ends).map(([endpointId, sequence]) => ({ orderId, endpointId, sequence, settled: true })),
  );
  const last = unmoved.filter((end) => end.sequence >= (known.get(end.orderId)?.[end.endpointId] ?? 0));
  return [...moved, ...last];
};

/** The orders as they are once these deliveries are written. */
export const withLaneEnds = <T extends InLane>(orders: readonly T[], deliveries: readonly NewDelivery[]): T[] => {
  const added = new Map<string, Record<string, number>>();
  for (const { orderId, endpointId, sequence } of deliveries) {
    added.set(orderId, { ...added.get(orderId), [endpointId]: sequence });
  }
  return orders.map((order) => ({ ...order, laneEnds: { ...order.laneEnds, ...added.get(order.id) } }));
};
