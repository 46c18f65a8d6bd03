import { z } from 'zod';
import { expectSuccess, fillWaiting, type Merchant } from '@delivery/test-support';
import type { OutsideWorld } from '../load/outside-world.js';
import { compare } from '../measure/compare.js';
import { comparisonRow, type Row } from '../report/row.js';
import { readyRequested, startSubjectProduct, type SubjectProduct } from '../subjects/start-subject-product.js';
import { runJourneys, warmUpRuns } from './journey.js';
import type { Scenario, Settings } from './scenario.js';

/** A healthy merchant beside one whose server does not answer, or answers late, against the same merchant alone. */
export const isolation: Scenario = async (settings) => {
  const alone = await startSubjectProduct(settings.world);
  const beside = await startSubjectProduct(settings.world);
  try {
    const rows: Row[] = [];
    for (const answersAfterMs of answersAfterMsOf(settings)) {
      rows.push(await besideSlowAnswers(settings, { alone, beside }, answersAfterMs));
    }
    return [...rows, await besideHangingServer(settings, { alone, beside })];
  } finally {
    // Posts that hang are cut by the drain's limit, or end by their own.
    await Promise.all([alone.stop(), beside.stop()]);
  }
};

const answersAfterMsOf = ({ quick }: Settings): number[] => (quick ? [0, 100] : [0, 100, 1_000, 5_000, 9_000]);

type Subjects = { alone: SubjectProduct; beside: SubjectProduct };

const besideSlowAnswers = async (
  { world, pairs, quick }: Settings,
  { alone, beside }: Subjects,
  answersAfterMs: number,
): Promise<Row> => {
  const count = quick ? 50 : 500;
  // More than the run can send, so that something is always due.
  const dueEach = quick ? 100 : 5_000;
  const compared = await compare({
    pairs,
    warmUpRuns: quick ? 0 : 1,
    product: async () => {
      const heavy = await startHeavyMerchant(world, beside, { dueEach, answersAfterMs });
      const figures = await runJourneys(world, beside, count);
      await stopHeavyMerchant(beside, heavy);
      return figures;
    },
    reference: () => runJourneys(world, alone, count),
  });
  const what = `beside ${endpointCount} endpoints, ${endpointCount * dueEach} due, answers after ${answersAfterMs} ms; floor: alone`;
  return comparisonRow('isolation', what, compared, [
    { figure: 'p50Ms', of: 'ratio', atMost: 2 },
    { figure: 'p99Ms', of: 'ratio', atMost: 3 },
  ]);
};

const endpointCount = 5;
/** The first requests, answered at once: a fast merchant's concurrency is then at its limit when the endpoint becomes slow. */
const answeredAtOnce = 2_000;
const endpointSchema = z.object({ id: z.string() });

const startHeavyMerchant = async (
  world: OutsideWorld,
  { product, createOrders }: SubjectProduct,
  { dueEach, answersAfterMs }: { dueEach: number; answersAfterMs: number },
): Promise<Merchant> => {
  await world.answerSlowlyAfter(0);
  const heavy = await product.createMerchant({ webhookUrl: `${world.slowUrl}/0` });
  for (let index = 1; index < endpointCount; index += 1) {
    const body = { url: `${world.slowUrl}/${index}` };
    expectSuccess(await heavy.call('/v1/webhook-endpoints', { method: 'POST', body }));
  }
  const widened = world.waitForSlow(Math.min(answeredAtOnce, (endpointCount * dueEach) / 2));
  for (const { id } of await endpointsOf(heavy)) {
    await fillWaiting(product.databaseUrl, { merchantId: heavy.id, endpointId: id, count: dueEach });
  }
  // A commit wakes the service, which then finds all of them due.
  for (const orderId of await createOrders(1, [heavy])) expectSuccess(await product.operator.status(orderId, 'ready'));
  await widened;
  await world.answerSlowlyAfter(answersAfterMs);
  return heavy;
};

const endpointsOf = async (merchant: Merchant) => {
  const { data } = expectSuccess(await merchant.call('/v1/webhook-endpoints'));
  return z.array(endpointSchema).parse(data);
};

const stopHeavyMerchant = async (subject: SubjectProduct, heavy: Merchant): Promise<void> => {
  for (const { id } of await endpointsOf(heavy)) {
    expectSuccess(await heavy.call(`/v1/webhook-endpoints/${id}/disable`, { method: 'POST' }));
  }
  await subject.waitForSettled();
};

const besideHangingServer = async ({ world, pairs, quick }: Settings, { alone, beside }: Subjects): Promise<Row> => {
  const hangingOrders = quick ? 100 : 5_000;
  const count = quick ? 50 : 500;
  await fillHangingMerchant(world, beside, hangingOrders);
  const compared = await compare({
    pairs,
    warmUpRuns: quick ? 0 : warmUpRuns,
    product: () => runJourneys(world, beside, count),
    reference: () => runJourneys(world, alone, count),
  });
  const what = `beside ${2 * hangingOrders} deliveries to a hanging server; floor: alone`;
  return comparisonRow('isolation', what, compared, [{ figure: 'p99Ms', of: 'ratio', atMost: 1.5 }]);
};

const fillHangingMerchant = async (world: OutsideWorld, subject: SubjectProduct, count: number): Promise<void> => {
  const hanging = await subject.product.createMerchant({ webhookUrl: world.hangingUrl });
  const orders = await subject.seedOrders(count, [hanging]);
  await subject.publish(orders.map(readyRequested));
  await subject.waitForMatched(2 * count);
};
