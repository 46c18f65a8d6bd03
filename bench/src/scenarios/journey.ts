import type { OutsideWorld } from '../load/outside-world.js';
import { readyCalls } from '../load/ready-calls.js';
import { compare, type Figures } from '../measure/compare.js';
import { comparisonRow, type Row } from '../report/row.js';
import { type Floor, startFloor } from '../subjects/start-floor.js';
import { startSubjectProduct, type SubjectProduct } from '../subjects/start-subject-product.js';
import { delaysOf } from './delivery.js';
import type { Scenario, Settings } from './scenario.js';

const perSecond = 100;
/** A run takes one journey at a time through everything: slow to warm up. */
export const warmUpRuns = 4;

/**
 * From the merchant's "ready" to the first webhook that it causes. It causes two, one after the other, where an endpoint
 * takes every event; the floor posts one, so an endpoint that takes one event is measured too.
 */
export const journey: Scenario = async (settings) => [
  await compareJourneys(settings, 2),
  await compareJourneys(settings, 1),
];

const compareJourneys = async ({ world, pairs, quick }: Settings, webhooksEach: 1 | 2): Promise<Row> => {
  const product = await startSubjectProduct(world, webhooksEach === 1 ? { events: ['status_changed'] } : {});
  const floor = await startFloor({ parts: ['intake', 'store', 'dispatch'], webhookUrl: world.webhookUrl });
  const count = quick ? 50 : 500;
  try {
    const compared = await compare({
      pairs,
      warmUpRuns: quick ? 0 : warmUpRuns,
      product: () => runJourneys(world, product, count, webhooksEach),
      reference: () => runFloorJourneys(world, floor, count),
    });
    const events = webhooksEach === 1 ? 'one event' : 'every event';
    return comparisonRow('journey', `ready → webhook at ${perSecond}/s, endpoint takes ${events}`, compared, [
      { figure: 'p50Ms', of: 'ratio', atMost: 2 },
      { figure: 'p99Ms', of: 'ratio', atMost: 3 },
    ]);
  } finally {
    await Promise.all([product.stop(), floor.stop()]);
  }
};

/** `ready` of orders made before, evenly in time; latencies to their first webhooks. */
export const runJourneys = async (
  world: OutsideWorld,
  product: SubjectProduct,
  count: number,
  webhooksEach = 2,
): Promise<Figures> => {
  const orderIds = await product.createOrders(count);
  await world.resetReceiver();
  const { sentMs } = await world.sendCalls({ ...readyCalls(product.ready, orderIds), pace: { perSecond } });
  // The run ends when the later webhooks have arrived too.
  await world.waitForWebhooks(webhooksEach * count);
  return delaysOf(world, orderIds, sentMs);
};

const runFloorJourneys = async (world: OutsideWorld, floor: Floor, count: number): Promise<Figures> => {
  const orderIds = floor.newOrderIds(count);
  await world.resetReceiver();
  const { sentMs } = await world.sendCalls({ ...readyCalls(floor.ready, orderIds), pace: { perSecond } });
  return delaysOf(world, orderIds, sentMs);
};
