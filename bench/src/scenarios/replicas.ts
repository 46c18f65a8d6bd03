import { compare } from '../measure/compare.js';
import { openPostgresCounters } from '../measure/postgres-counters.js';
import { comparisonRow, figuresRow } from '../report/row.js';
import { startSubjectProduct } from '../subjects/start-subject-product.js';
import { saturateProduct } from './delivery.js';
import type { Scenario } from './scenario.js';

/** Two of each service on one broker and database against one of each: figures, and nothing out of order (see rateOf). */
export const replicas: Scenario = async ({ world, pairs, quick }) => {
  const two = { 'intake-api': 2, 'order-state': 2, 'webhook-dispatcher': 2 };
  const doubled = await startSubjectProduct(world, { merchants: 20, replicas: two });
  const single = await startSubjectProduct(world, { merchants: 20 });
  const counters = await openPostgresCounters(doubled.product.databaseUrl);
  const orderCount = quick ? 100 : 3_000;
  try {
    const compared = await compare({
      pairs,
      warmUpRuns: quick ? 0 : 1,
      product: () => saturateProduct(world, doubled, orderCount),
      reference: () => saturateProduct(world, single, orderCount),
    });
    const { deadlocks } = await counters.read();
    const audit = await doubled.product.operator.audit();
    return [
      comparisonRow('replicas', 'delivery, saturated; floor: one of each', compared, []),
      figuresRow('replicas', 'correctness', { deadlocks, unbalanced: audit.balanced ? 0 : 1 }, [
        { figure: 'deadlocks', of: 'product', atMost: 0 },
        { figure: 'unbalanced', of: 'product', atMost: 0 },
      ]),
    ];
  } finally {
    await counters.close();
    await Promise.all([doubled.stop(), single.stop()]);
  }
};
