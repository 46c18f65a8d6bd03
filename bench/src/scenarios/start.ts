import { nowMs } from '../load/clock.js';
import { measureColdStart } from '../measure/cold-start.js';
import { medians } from '../measure/compare.js';
import { figuresRow, type Row } from '../report/row.js';
import { startSubjectProduct } from '../subjects/start-subject-product.js';
import type { Scenario, Settings } from './scenario.js';

export const start: Scenario = async (settings) => [
  await servicesRow(settings),
  // A clone, an install and a build: minutes, and the network.
  ...(settings.quick ? [] : [figuresRow('start', 'cold npm start, build included', { s: await measureColdStart() })]),
];

/** From the start of a service's process until it listens. */
const servicesRow = async ({ world, pairs }: Settings): Promise<Row> => {
  const { product, stop } = await startSubjectProduct(world);
  try {
    const runs: Record<string, number>[] = [];
    for (let run = 0; run < pairs; run += 1) {
      const startedMs: Record<string, number> = {};
      for (const { name } of product.services) {
        await product.kill(name, 0, 'SIGTERM');
        const begunMs = nowMs();
        await product.start(name);
        startedMs[`${name} ms`] = nowMs() - begunMs;
        await product.waitForReady();
      }
      runs.push(startedMs);
    }
    const limits = product.services.map(({ name }) => ({
      figure: `${name} ms`,
      of: 'product' as const,
      atMost: 1_000,
    }));
    return figuresRow('start', 'until it listens', medians(runs), limits);
  } finally {
    await stop();
  }
};
