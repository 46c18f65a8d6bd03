import type { OutsideWorld } from '../load/outside-world.js';
import type { LoadMessage } from '../load/publish-load.js';
import {
  readyRequested,
  type SeededOrder,
  statusReported,
  type SubjectProduct,
  trackingUrlReported,
} from './start-subject-product.js';

type Step = { exchange: 'orders' | 'fulfilment'; messageOf: (order: SeededOrder) => LoadMessage; webhooks: number };

/** The steps of an order after its creation, and how many webhooks each step causes. */
const steps: readonly Step[] = [
  { exchange: 'orders', messageOf: readyRequested, webhooks: 2 },
  { exchange: 'fulfilment', messageOf: trackingUrlReported, webhooks: 1 },
  { exchange: 'fulfilment', messageOf: statusReported('on_route_to_pickup'), webhooks: 1 },
  { exchange: 'fulfilment', messageOf: statusReported('on_route_to_delivery'), webhooks: 1 },
  { exchange: 'fulfilment', messageOf: statusReported('at_delivery'), webhooks: 1 },
  { exchange: 'fulfilment', messageOf: statusReported('delivered'), webhooks: 1 },
];

export const webhooksEach = steps.reduce((sum, { webhooks }) => sum + webhooks, 0);

/** Orders from their creation until they are delivered and every webhook is settled: step by step, all orders at once. */
export const liveOrders = async (world: OutsideWorld, subject: SubjectProduct, count: number): Promise<void> => {
  await world.resetReceiver();
  const orders = await subject.seedOrders(count);
  let expected = 0;
  for (const { exchange, messageOf, webhooks } of steps) {
    await subject.publish(exchange, orders.map(messageOf));
    expected += webhooks * count;
    const { outOfOrder } = await world.waitForWebhooks(expected);
    if (outOfOrder > 0) throw new Error(`${outOfOrder} webhooks came out of order`);
    await subject.waitForSettled();
  }
};
