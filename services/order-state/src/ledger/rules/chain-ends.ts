import type { NewDelivery } from './delivery.js';
import type { ChainEnd } from './plan-deliveries.js';

/** The sequence of the last delivery to each endpoint, by endpoint id. */
export type ChainEnds = Readonly<Record<string, number>>;

type Chained = { id: string; chainEnds: ChainEnds };

/**
 * The last delivery of each order to each endpoint, wherever it is.
 * @param unmoved of deliveries that have not left for a day
 */
export const joinChainEnds = (orders: Iterable<Chained>, unmoved: readonly ChainEnd[]): ChainEnd[] => {
  const known = new Map([...orders].map(({ id, chainEnds }) => [id, chainEnds]));
  const moved = [...known].flatMap(([orderId, ends]) =>
    Object.entries(ends).map(([endpointId, sequence]) => ({ orderId, endpointId, sequence, settled: true })),
  );
  const last = unmoved.filter((end) => end.sequence >= (known.get(end.orderId)?.[end.endpointId] ?? 0));
  return [...moved, ...last];
};

/** The orders as they are once these deliveries are written. */
export const withChainEnds = <T extends Chained>(orders: readonly T[], deliveries: readonly NewDelivery[]): T[] => {
  const added = new Map<string, Record<string, number>>();
  for (const { orderId, endpointId, sequence } of deliveries) {
    added.set(orderId, { ...added.get(orderId), [endpointId]: sequence });
  }
  return orders.map((order) => ({ ...order, chainEnds: { ...order.chainEnds, ...added.get(order.id) } }));
};
