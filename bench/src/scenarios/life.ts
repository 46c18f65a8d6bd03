import type { Figures } from '../measure/compare.js';
import { readDisk, totalBytes, vacuumTables } from '../measure/disk-bytes.js';
import { type LedgerCosts, type LedgerMeter, openLedgerMeter } from '../measure/ledger-costs.js';
import { figuresRow, type Row } from '../report/row.js';
import { liveOrders, webhooksEach } from '../subjects/live-orders.js';
import { type Retention, startRetention } from '../subjects/start-retention.js';
import { startSubjectProduct, type SubjectProduct } from '../subjects/start-subject-product.js';
import type { Scenario } from './scenario.js';

const dayMs = 24 * 3_600_000;

/** The cost of an order in Postgres from its creation until only its id is kept, and its remains on the disk. */
export const life: Scenario = async ({ world, quick }) => {
  const subject = await startSubjectProduct(world, { merchants: 20 });
  const { databaseUrl } = subject.product;
  const meter = await openLedgerMeter(databaseUrl);
  const retention = await startRetention(databaseUrl);
  const orders = quick ? 100 : 5_000;
  try {
    const emptyBytes = totalBytes(await readDisk(meter.client));
    const lived = await meter.during(async () => {
      await liveOrders(world, subject, orders);
      await requireBalanced(subject);
      // Its connections report their counts when they close, and the next step is measured alone.
      await subject.product.kill('order-state', 0, 'SIGTERM');
    });
    const keptBytes = totalBytes(await readDisk(meter.client)) - emptyBytes;
    const updates = await readHotShares(meter);
    const rest = await endLives(meter, retention, orders);
    const leftBytes = totalBytes(await readDisk(meter.client)) - emptyBytes;
    await vacuumTables(meter.client, '(full)');
    const rebuiltBytes = totalBytes(await readDisk(meter.client)) - emptyBytes;
    const phases = Object.entries({ [`create, ready, ${webhooksEach} webhooks, settled`]: lived.costs, ...rest }).map(
      ([what, costs]): [string, Figures] => [what, perOrder(costs, orders)],
    );
    return [
      ...phases.map(([what, figures]) => figuresRow('life', what, figures)),
      figuresRow('life', 'whole life', phases.map(([, figures]) => figures).reduce(sumOf)),
      figuresRow('life', 'on disk', {
        bytesPerOrderWhileKept: keptBytes / orders,
        bytesPerOrderAfterRetention: leftBytes / orders,
        ofTheseInUse: Math.max(0, rebuiltBytes) / orders,
      }),
      updates,
    ];
  } finally {
    await retention.stop();
    await meter.close();
    await subject.stop();
  }
};

const requireBalanced = async ({ product }: SubjectProduct): Promise<void> => {
  if (!(await product.operator.audit()).balanced) throw new Error('the ledger is not balanced');
};

/** Two days ahead every order is old enough, and so is the day that it belongs to. */
const endLives = async (meter: LedgerMeter, retention: Retention, orders: number) => {
  const [neverMs, soonMs] = [0, Date.now() + 2 * dayMs];
  const erased = await meter.during(() => retention.run({ eraseBeforeMs: soonMs, purgeBeforeMs: neverMs }));
  const purged = await meter.during(() => retention.run({ eraseBeforeMs: soonMs, purgeBeforeMs: soonMs }));
  if (erased.result.erased !== orders || purged.result.purged !== orders)
    throw new Error(`of ${orders} orders ${erased.result.erased} were erased and ${purged.result.purged} purged`);
  const vacuumed = await meter.during(() => vacuumTables(meter.client));
  return { erased: erased.costs, purged: purged.costs, 'vacuum behind it': vacuumed.costs };
};

const perOrder = ({ cpuSeconds, walBytes, inWal, deadTuples }: LedgerCosts, orders: number): Figures => ({
  postgresCpuMicros: (cpuSeconds * 1e6) / orders,
  walBytes: walBytes / orders,
  ...(inWal ? { wholePageBytes: inWal.wholePageBytes / orders, indexEntries: inWal.indexEntries / orders } : {}),
  deadTuples: deadTuples / orders,
});

const sumOf = (a: Figures, b: Figures): Figures =>
  Object.fromEntries(Object.entries(a).map(([name, value]) => [name, value + (b[name] ?? 0)]));

/** For each table whose rows change: the share of changes that needed no index entry. */
const readHotShares = async (meter: LedgerMeter): Promise<Row> => {
  const changed = (await meter.updates()).filter(({ updates }) => updates > 0);
  const shares = changed.map(({ table, updates, hot }): [string, number] => [table, hot / updates]);
  return figuresRow('life', 'share of HOT updates, until settled', Object.fromEntries(shares));
};
