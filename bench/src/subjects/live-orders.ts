import type { OutsideWorld } from '../load/outside-world.js';
import { reportCalls, trackingUrlOf } from '../load/report-calls.js';
import { readyRequested, type SubjectProduct } from './start-subject-product.js';

/** Couriers' reports about a ready order: each causes one webhook. */
const reports = [
  { what: 'tracking-url', bodyOf: trackingUrlOf },
  ...(['on_route_to_pickup', 'on_route_to_delivery', 'at_delivery', 'delivered'] as const).map((status) => ({
    what: 'status' as const,
    bodyOf: () => ({ status }),
  })),
] as const;

/** Webhooks of `ready`. */
const readyWebhooks = 2;

export const webhooksEach = readyWebhooks + reports.length;

const pace = { connections: 100 };

/** Orders from their creation until they are delivered and every webhook is settled: step by step, all orders at once. */
export const liveOrders = async (world: OutsideWorld, subject: SubjectProduct, count: number): Promise<void> => {
  await world.resetReceiver();
  const orders = await subject.seedOrders(count);
  const orderIds = orders.map(({ id }) => id);
  const settle = async (webhooks: number): Promise<void> => {
    const { outOfOrder } = await world.waitForWebhooks(webhooks * count);
    if (outOfOrder > 0) throw new Error(`${outOfOrder} webhooks came out of order`);
    await subject.waitForSettled();
  };
  await subject.publish(orders.map(readyRequested));
  await settle(readyWebhooks);
  for (const [index, { what, bodyOf }] of reports.entries()) {
    await world.sendCalls({ ...reportCalls(subject.product, orderIds, what, bodyOf), pace });
    await settle(readyWebhooks + index + 1);
  }
};
