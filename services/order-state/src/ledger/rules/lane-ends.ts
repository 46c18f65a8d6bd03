import type { NewDelivery } from './delivery.js';
import type { LaneEnd } from './plan-deliveries.js';

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
