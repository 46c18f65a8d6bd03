import type { Webhook } from './read-webhook.js';

export type Arrived = { received: number; lastMs: number; outOfOrder: number };

/** The webhooks since the last `reset`; per order the sequences of first arrivals must rise. */
export const createArrivals = () => {
  let received = 0;
  let outOfOrder = 0;
  let lastMs = 0;
  let wanted: { count: number; resolve: (arrived: Arrived) => void } | undefined;
  const orders = new Map<string, { firstMs: number; lastMs: number; sequence: number }>();
  const summary = (): Arrived => ({ received, lastMs, outOfOrder });

  return {
    note: ({ orderId, sequence }: Webhook, atMs: number): void => {
      received += 1;
      lastMs = atMs;
      const order = orders.get(orderId);
      if (!order) orders.set(orderId, { firstMs: atMs, lastMs: atMs, sequence });
      else if (sequence > order.sequence) Object.assign(order, { lastMs: atMs, sequence });
      // An equal sequence is a repeat; a lower one came after its successor.
      else if (sequence < order.sequence) outOfOrder += 1;
      if (wanted && received >= wanted.count) wanted.resolve(summary());
    },
    reset: (): void => {
      orders.clear();
      received = 0;
      outOfOrder = 0;
    },
    waitFor: (count: number, timeoutMs: number): Promise<Arrived> =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(new Error(`${received} of ${count} webhooks within ${timeoutMs} ms`));
        }, timeoutMs);
        const finish = (arrived: Arrived) => {
          clearTimeout(timer);
          wanted = undefined;
          resolve(arrived);
        };
        if (received >= count) finish(summary());
        else wanted = { count, resolve: finish };
      }),
    /** A repeat of an order's last webhook does not count. */
    lastArrivals: (): [string, number][] => [...orders].map(([orderId, order]) => [orderId, order.lastMs]),
    firstArrivals: (): [string, number][] => [...orders].map(([orderId, { firstMs }]) => [orderId, firstMs]),
  };
};
