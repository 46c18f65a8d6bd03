import type { OutsideWorld } from '../load/outside-world.js';
import { compare } from '../measure/compare.js';
import { comparisonRow } from '../report/row.js';
import { readyRequested, startSubjectProduct, type SubjectProduct } from '../subjects/start-subject-product.js';
import { runJourneys, warmUpRuns } from './journey.js';
import type { Scenario } from './scenario.js';

/** A healthy merchant beside one whose server takes connections and never answers, against the same merchant alone. */
export const isolation: Scenario = async ({ world, pairs, quick }) => {
  const alone = await startSubjectProduct(world);
  const beside = await startSubjectProduct(world);
  const hangingOrders = quick ? 100 : 5_000;
  const count = quick ? 50 : 500;
  try {
    await fillHangingMerchant(world, beside, hangingOrders);
    const compared = await compare({
      pairs,
      warmUpRuns: quick ? 0 : warmUpRuns,
      product: () => runJourneys(world, beside, count),
      reference: () => runJourneys(world, alone, count),
    });
    const what = `beside ${2 * hangingOrders} deliveries to a hanging server; floor: alone`;
    return [comparisonRow('isolation', what, compared, [{ figure: 'p99Ms', of: 'ratio', atMost: 1.5 }])];
  } finally {
    // Posts that hang are cut by the drain's limit, or end by their own.
    await Promise.all([alone.stop(), beside.stop()]);
  }
};

const fillHangingMerchant = async (world: OutsideWorld, subject: SubjectProduct, count: number): Promise<void> => {
  const hanging = await subject.product.createMerchant({ webhookUrl: world.hangingUrl });
  const orders = await subject.seedOrders(count, [hanging]);
  await subject.publish('orders', orders.map(readyRequested));
  await subject.waitForMatched(2 * count);
};
