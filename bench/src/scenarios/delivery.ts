import type { WebhookEvent } from '@delivery/contracts';
import type { Merchant } from '@delivery/test-support';
import { nowMs } from '../load/clock.js';
import type { OutsideWorld } from '../load/outside-world.js';
import { compare, type Figures } from '../measure/compare.js';
import { type Latencies, summarizeLatencies } from '../measure/latencies.js';
import { cpuDuring, type NamedProcess } from '../measure/process-costs.js';
import { comparisonRow, type Row } from '../report/row.js';
import { addEndpoint } from '../subjects/move-in.js';
import { type Floor, startFloor } from '../subjects/start-floor.js';
import {
  cancelRequested,
  readyRequested,
  startSubjectProduct,
  type SubjectProduct,
} from '../subjects/start-subject-product.js';
import type { Scenario, Settings } from './scenario.js';

const merchantCount = 20;
/** V8 still compiles during the second one: it takes a third more CPU per webhook than the fourth. */
const warmUpRuns = 3;

/** From order events in the broker to webhooks: as many as go through, and at a rate that must not pile up. */
export const delivery: Scenario = async (settings) => {
  const product = await startSubjectProduct(settings.world, { merchants: merchantCount });
  const floor = await startFloor({ parts: ['dispatch'], webhookUrl: settings.world.webhookUrl });
  try {
    return [
      await saturated(settings, product, floor),
      await saturatedByOne(settings, product),
      await saturatedByFives(settings, product),
      await offered(settings, product, floor),
    ];
  } finally {
    await Promise.all([product.stop(), floor.stop()]);
  }
};

const saturated = async (settings: Settings, product: SubjectProduct, floor: Floor): Promise<Row> => {
  const orderCount = settings.quick ? 200 : 3_000;
  const compared = await compare({
    pairs: settings.pairs,
    warmUpRuns: settings.quick ? 0 : warmUpRuns,
    product: () => saturateProduct(settings.world, product, orderCount),
    reference: () => saturateFloor(settings.world, floor, 2 * orderCount),
  });
  return comparisonRow('delivery', 'saturated', compared, [{ figure: 'perSecond', of: 'ratio', atLeast: 0.6 }]);
};

/** One merchant alone must reach the throughput of many: its share bounds it only while other merchants are waiting. */
const saturatedByOne = async ({ world, pairs, quick }: Settings, product: SubjectProduct): Promise<Row> => {
  const orderCount = quick ? 200 : 3_000;
  const compared = await compare({
    pairs,
    warmUpRuns: quick ? 0 : 1,
    product: () => saturateProduct(world, product, orderCount, product.merchants.slice(0, 1)),
    reference: () => saturateProduct(world, product, orderCount),
  });
  const what = `saturated by one merchant; floor: by ${merchantCount}`;
  return comparisonRow('delivery', what, compared, [{ figure: 'perSecond', of: 'ratio', atLeast: 0.6 }]);
};

/** The most endpoints that a merchant can have, and the most that get one event: each has a fifth of its merchant's share. */
const saturatedByFives = async ({ world, pairs, quick }: Settings, product: SubjectProduct): Promise<Row> => {
  const eventCount = quick ? 200 : 1_200;
  const merchants: Merchant[] = [];
  while (merchants.length < (quick ? 2 : merchantCount)) merchants.push(await createWithFives(world, product));
  const compared = await compare({
    pairs,
    warmUpRuns: quick ? 0 : 1,
    product: () => saturate(world, product, { merchants, orderCount: eventCount, perOrder: 5, cause: cancelRequested }),
    reference: () => saturateProduct(world, product, (5 * eventCount) / 2),
  });
  const what = '25 endpoints per merchant, five per event; floor: one endpoint';
  return comparisonRow('delivery', what, compared, [{ figure: 'perSecond', of: 'ratio', atLeast: 0.6 }]);
};

const fives: readonly WebhookEvent[] = [
  'status_changed',
  'delivery_requested',
  'tracking_url_added',
  'courier_assigned',
  'eta_changed',
];

const createWithFives = async (world: OutsideWorld, { product }: SubjectProduct): Promise<Merchant> => {
  const merchant = await product.createMerchant();
  for (const event of fives)
    for (let index = 0; index < 5; index += 1)
      await addEndpoint(merchant, { url: `${world.webhookUrl}?${merchant.id}=${event}-${index}`, events: [event] });
  return merchant;
};

/** Two webhooks for each order, the second of which may not go before the first has been delivered. */
export const saturateProduct = (
  world: OutsideWorld,
  product: SubjectProduct,
  orderCount: number,
  merchants = product.merchants,
): Promise<Figures> => saturate(world, product, { merchants, orderCount, perOrder: 2, cause: readyRequested });

type Saturation = {
  merchants: SubjectProduct['merchants'];
  orderCount: number;
  /** Webhooks of an order that its cause has. */
  perOrder: number;
  cause: typeof readyRequested;
};

const saturate = async (
  world: OutsideWorld,
  product: SubjectProduct,
  { merchants, orderCount, perOrder, cause }: Saturation,
): Promise<Figures> => {
  const orders = await product.seedOrders(orderCount, merchants);
  const count = perOrder * orderCount;
  await world.resetReceiver();
  return withPostingCpu(product, count, async () => {
    const startedMs = nowMs();
    await product.publish(orders.map(cause));
    const perSecond = await rateOf(world, count, startedMs);
    await product.waitForSettled();
    return perSecond;
  });
};

/** The CPU of the processes that post, per webhook: a figure that a busy machine disturbs less than the rate. */
const withPostingCpu = async (
  subject: { pids: () => NamedProcess[] },
  count: number,
  work: () => Promise<number>,
): Promise<Figures> => {
  const posting = subject.pids().filter(({ name }) => name.includes('dispatch'));
  const { result, cpu } = await cpuDuring(posting, work);
  const seconds = Object.values(cpu).reduce((sum, used) => sum + used, 0);
  return { perSecond: result, cpuMicrosPerWebhook: (seconds * 1e6) / count };
};

const saturateFloor = async (world: OutsideWorld, floor: Floor, count: number): Promise<Figures> => {
  await world.resetReceiver();
  const messages = floor.deliveries(floor.newOrderIds(count));
  return withPostingCpu(floor, count, async () => {
    const startedMs = nowMs();
    await world.publishAll({ rabbitmqUrl: floor.rabbitmqUrl, exchange: '', messages });
    return rateOf(world, count, startedMs);
  });
};

const rateOf = async (world: OutsideWorld, count: number, startedMs: number): Promise<number> => {
  const { lastMs, outOfOrder } = await world.waitForWebhooks(count);
  if (outOfOrder > 0) throw new Error(`${outOfOrder} webhooks came out of order`);
  return (count * 1_000) / (lastMs - startedMs);
};

const offered = async (settings: Settings, product: SubjectProduct, floor: Floor): Promise<Row> => {
  const count = settings.quick ? 200 : 3_000;
  const compared = await compare({
    pairs: settings.pairs,
    warmUpRuns: settings.quick ? 0 : 1,
    product: () => offerToProduct(settings.world, product, count),
    reference: () => offerToFloor(settings.world, floor, count),
  });
  return comparisonRow('delivery', '1,000 events/s offered', compared, [
    // All webhooks must arrive within a second after the last event was sent: no backlog has grown.
    { figure: 'lastAfterMs', of: 'product', atMost: 1_000 },
  ]);
};

const offeredPerSecond = 1_000;

const offerToProduct = async (world: OutsideWorld, product: SubjectProduct, count: number): Promise<Figures> => {
  const orders = await product.seedOrders(count);
  await world.resetReceiver();
  const sentMs = await product.publish(orders.map(cancelRequested), offeredPerSecond);
  return delaysOf(
    world,
    orders.map(({ id }) => id),
    sentMs,
  );
};

const offerToFloor = async (world: OutsideWorld, floor: Floor, count: number): Promise<Figures> => {
  const orderIds = floor.newOrderIds(count);
  await world.resetReceiver();
  const sentMs = await world.publishAll({
    rabbitmqUrl: floor.rabbitmqUrl,
    exchange: '',
    messages: floor.deliveries(orderIds),
    perSecond: offeredPerSecond,
  });
  return delaysOf(world, orderIds, sentMs);
};

/** From the sending of each order's event to its first webhook. */
export const delaysOf = async (
  world: OutsideWorld,
  orderIds: readonly string[],
  sentMs: readonly number[],
): Promise<Figures> => {
  const { lastMs } = await world.waitForWebhooks(orderIds.length);
  const { p50Ms, p99Ms } = summarizeDelays(await world.firstArrivals(), orderIds, sentMs);
  return { p50Ms, p99Ms, lastAfterMs: lastMs - (sentMs.at(-1) ?? Number.NaN) };
};

/** From the sending of each order's event to its last webhook, once all have come. */
export const lastDelaysOf = async (
  world: OutsideWorld,
  orderIds: readonly string[],
  sentMs: readonly number[],
): Promise<Latencies> => summarizeDelays(await world.lastArrivals(), orderIds, sentMs);

const summarizeDelays = (
  arrivals: ReadonlyMap<string, number>,
  orderIds: readonly string[],
  sentMs: readonly number[],
): Latencies =>
  summarizeLatencies(orderIds.map((id, index) => (arrivals.get(id) ?? Number.NaN) - (sentMs[index] ?? Number.NaN)));
