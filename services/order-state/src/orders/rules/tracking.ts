import type { OrderStatus } from '@delivery/contracts';
import { createKeyedTokens } from '@delivery/service-kit';
import type { Decision, Order } from './order.js';
import { apply } from './outcomes.js';

/** A courier is on the way with it, or to it. */
const isUnderWay: Readonly<Record<OrderStatus, boolean>> = {
  created: false,
  ready: false,
  on_route_to_pickup: true,
  at_pickup: true,
  on_route_to_delivery: true,
  at_delivery: true,
  delivery_failed: false,
  delivered: false,
  returned: false,
  canceled: false,
};

/** The address of the order's page. `undefined`: its merchant has none. */
export type TrackingPageOf = (order: Order) => string | undefined;

/** Adds to a decision by which a courier is on the way that the order's page is its tracking URL, where it has none. */
export const withTrackingPage = (
  before: Order | undefined,
  decision: Decision,
  { trackingPageOf, nowMs }: { trackingPageOf: TrackingPageOf; nowMs: number },
): Decision => {
  const { order } = decision;
  if (order.trackingUrl !== null || !isUnderWay[order.status] || before?.status === order.status) return decision;
  const trackingUrl = trackingPageOf(order);
  if (trackingUrl === undefined) return decision;
  const added = apply({ ...order, trackingUrl }, [{ event: 'tracking_url_added', tracking_url: trackingUrl }], nowMs);
  return { ...decision, order: added.order, events: [...decision.events, ...added.events] };
};

export type TrackingTokens = {
  of: (orderId: string) => string;
  /** `undefined`: no token of ours. */
  orderOf: (token: string) => string | undefined;
};

const idBytes = 12;

/** The token of an order's tracking page. */
export const createTrackingTokens = (keyOf: () => Buffer): TrackingTokens => {
  const tokens = createKeyedTokens(keyOf, 'tracking', idBytes);
  return {
    of: (orderId) => tokens.of(Buffer.from(orderId, 'hex')),
    orderOf: (token) => tokens.valueOf(token)?.toString('hex'),
  };
};

/** @param publicUrl where customers reach intake-api */
export const createTrackingUrls =
  (publicUrl: string, tokens: TrackingTokens): ((orderId: string) => string) =>
  (orderId) =>
    new URL(`${publicUrl}/track/${tokens.of(orderId)}`).href;

export type Place = { latitude: number; longitude: number };

/** To a hundred meters, more or less. */
export const roundPlace = ({ latitude, longitude }: Place): Place => ({
  latitude: roundDegrees(latitude),
  longitude: roundDegrees(longitude),
});

const roundDegrees = (degrees: number): number => Math.round(degrees * 1_000) / 1_000;

/** On a grid of 0.005°, about half a kilometer. All doors of a cell have the same center. */
export const toAreaCenter = ({ latitude, longitude }: Place): Place => ({
  latitude: Math.round(latitude * 200) / 200,
  longitude: Math.round(longitude * 200) / 200,
});

const earthRadiusM = 6_371_000;

/** As the crow flies (haversine), to a hundred meters. */
export const distanceM = (from: Place, to: Place): number => {
  const [fromLatitude, toLatitude] = [toRadians(from.latitude), toRadians(to.latitude)];
  const halfLatitude = (toLatitude - fromLatitude) / 2;
  const halfLongitude = toRadians(to.longitude - from.longitude) / 2;
  const h = Math.sin(halfLatitude) ** 2 + Math.cos(fromLatitude) * Math.cos(toLatitude) * Math.sin(halfLongitude) ** 2;
  return Math.round((2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(h)))) / 100) * 100;
};

/** How far a courier is on the way from the store, from 0 to 1; where the store is not known, at its beginning. */
export const partDone = (position: Place, { store, door }: { store: Place | undefined; door: Place }): number => {
  const whole = store ? distanceM(store, door) : 0;
  if (whole === 0) return 0;
  return Math.round(Math.min(1, Math.max(0, 1 - distanceM(position, door) / whole)) * 100) / 100;
};

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
