import type { Merchant } from '@delivery/test-support';
import type { CallLoad, Pace } from '../load/call-load.js';
import type { OutsideWorld } from '../load/outside-world.js';
import { readyCalls } from '../load/ready-calls.js';
import { reportCalls, trackingUrlOf } from '../load/report-calls.js';
import { readyTarget, type SubjectProduct } from '../subjects/start-subject-product.js';

/** How an event of an order comes in. */
export type Way = {
  name: string;
  webhooksEach: number;
  /** Makes as many orders, whose events are then sent. */
  prepare: (count: number) => Promise<PreparedEvents>;
};
type PreparedEvents = {
  orderIds: string[];
  /** @returns when each was sent */
  send: (pace: Pace) => Promise<number[]>;
};

/** Couriers' reports, and a merchant's `ready`, whose endpoint takes one of its two events or both. */
export const prepareWays = async (world: OutsideWorld, subject: SubjectProduct): Promise<[Way, ...Way[]]> => {
  const { product } = subject;
  const [every] = subject.merchants;
  if (!every) throw new Error('no merchant to send for');
  const one = await product.createMerchant({ webhookUrl: `${world.webhookUrl}?one`, events: ['status_changed'] });
  return [
    reportTrackingUrl(world, subject, every),
    { name: 'ready, one webhook', webhooksEach: 1, prepare: prepareReady(world, subject, one) },
    { name: 'ready, two webhooks', webhooksEach: 2, prepare: prepareReady(world, subject, every) },
  ];
};

export const reportTrackingUrl = (world: OutsideWorld, subject: SubjectProduct, merchant: Merchant): Way => ({
  name: 'tracking URL, HTTP',
  webhooksEach: 1,
  prepare: async (count) => {
    const orderIds = await seedOrderIds(subject, count, merchant);
    const load = reportCalls(subject.product, orderIds, 'tracking-url', trackingUrlOf);
    return { orderIds, send: (pace) => sentOf(world, { ...load, pace }) };
  },
});

const prepareReady =
  (world: OutsideWorld, subject: SubjectProduct, merchant: Merchant): Way['prepare'] =>
  async (count) => {
    const orderIds = await seedOrderIds(subject, count, merchant);
    const load = readyCalls(readyTarget(subject.product, merchant), orderIds);
    return { orderIds, send: (pace) => sentOf(world, { ...load, pace }) };
  };

const seedOrderIds = async (subject: SubjectProduct, count: number, merchant: Merchant): Promise<string[]> =>
  (await subject.seedOrders(count, [merchant])).map(({ id }) => id);

const sentOf = async (world: OutsideWorld, load: CallLoad): Promise<number[]> => (await world.sendCalls(load)).sentMs;
