import { compare, type Figures } from '../measure/compare.js';
import { fillHistory, type History } from '../measure/fill-history.js';
import { residentMegabytes } from '../measure/resident-megabytes.js';
import { comparisonRow, figuresRow } from '../report/row.js';
import { startPair } from '../subjects/start-pair.js';
import type { SubjectProduct } from '../subjects/start-subject-product.js';
import { saturateProduct } from './delivery.js';
import { create } from './intake.js';
import type { Scenario, Settings } from './scenario.js';

const wholeHistory: History = { orders: 1_000_000, settled: 5_000_000, waiting: 100_000 };
const quickHistory: History = { orders: 1_000, settled: 5_000, waiting: 100 };
const wholeMerchants = 20;
const quickMerchants = 2;

/** The product with a long history against the same product with none. */
export const growth: Scenario = async (settings) => {
  const history = settings.quick ? quickHistory : wholeHistory;
  const merchants = settings.quick ? quickMerchants : wholeMerchants;
  const { grown, empty, stop } = await startPair(settings, { merchants });
  try {
    const busy = await grown.product.createMerchant({ webhookUrl: `${settings.world.webhookUrl}?grown` });
    await fillHistory(grown.product.databaseUrl, { id: busy.endpoint?.id ?? '', merchantId: busy.id }, history);
    return [
      await growthRow(settings, 'intake, concurrency 64', (subject) =>
        create(settings.world, subject, 64, settings.quick ? 500 : 3_000),
      )(grown, empty),
      await growthRow(settings, 'delivery, saturated', (subject) =>
        saturateProduct(settings.world, subject, settings.quick ? 100 : 1_500),
      )(grown, empty),
      figuresRow('memory', `with ${history.waiting} deliveries waiting`, await residentMegabytes(grown.pids()), [
        ...grown.pids().map(({ name }) => ({ figure: name, of: 'product' as const, atMost: 150 })),
      ]),
    ];
  } finally {
    await stop();
  }
};

const growthRow =
  (settings: Settings, what: string, run: (subject: SubjectProduct) => Promise<Figures>) =>
  async (grown: SubjectProduct, empty: SubjectProduct) => {
    const compared = await compare({
      pairs: settings.pairs,
      warmUpRuns: settings.quick ? 0 : 1,
      product: () => run(grown),
      reference: () => run(empty),
    });
    return comparisonRow('growth', `${what}; floor: empty`, compared, [
      { figure: 'perSecond', of: 'ratio', atLeast: 0.9 },
    ]);
  };
