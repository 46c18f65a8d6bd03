import type { OutsideWorld } from '../load/outside-world.js';
import { compare, type Figures } from '../measure/compare.js';
import { cpuDuring, type NamedProcess } from '../measure/process-costs.js';
import { comparisonRow, type Row, type Target } from '../report/row.js';
import { startFloor } from '../subjects/start-floor.js';
import { startSubjectProduct } from '../subjects/start-subject-product.js';
import type { Scenario, Settings } from './scenario.js';

const targets: Target[] = [
  { figure: 'perSecond', of: 'ratio', atLeast: 0.85 },
  { figure: 'p99Ms', of: 'ratio', atMost: 1.5 },
];

/** POST create until the verdict. */
export const intake: Scenario = async (settings) => {
  const product = await startSubjectProduct(settings.world);
  const floor = await startFloor({ parts: ['intake', 'store'], webhookUrl: settings.world.webhookUrl });
  try {
    return await compareCreates(settings, product, floor);
  } finally {
    await Promise.all([product.stop(), floor.stop()]);
  }
};

type Subject = { pids: () => NamedProcess[]; createTarget: { port: number; path: string; template: string } };

const compareCreates = async (settings: Settings, product: Subject, floor: Subject): Promise<Row[]> => {
  const rows: Row[] = [];
  const durationMs = settings.quick ? 500 : 3_000;
  // The smallest concurrency comes first, and its few orders would warm up nothing.
  if (!settings.quick)
    for (const subject of [product, floor]) await create(settings.world, subject, 64, 3 * durationMs);
  for (const connections of [1, 16, 64, 256]) {
    const run = (subject: Subject) => () => create(settings.world, subject, connections, durationMs);
    const compared = await compare({
      pairs: settings.pairs,
      warmUpRuns: settings.quick ? 0 : 1,
      product: run(product),
      reference: run(floor),
    });
    rows.push(comparisonRow('intake', `concurrency ${connections}`, compared, targets));
  }
  return rows;
};

/** One closed-loop run against a create route. CPU is measured per order, in the process that answers. */
export const create = async (
  world: OutsideWorld,
  subject: Subject,
  connections: number,
  durationMs: number,
): Promise<Figures> => {
  const edge = subject.pids().filter(({ name }) => name.startsWith('intake'));
  const { result, cpu } = await cpuDuring(edge, () =>
    world.postOrders({ ...subject.createTarget, connections, durationMs }),
  );
  const { perSecond, p50Ms, p99Ms, count } = result;
  const cpuTotal = Object.values(cpu).reduce((sum, seconds) => sum + seconds, 0);
  return { perSecond, p50Ms, p99Ms, cpuMicrosPerOrder: (cpuTotal * 1e6) / count };
};
