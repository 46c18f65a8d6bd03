import { cloneOrders } from '../measure/clone-orders.js';
import { compare, type Figures } from '../measure/compare.js';
import { readDisk, totalBytes, vacuumTables } from '../measure/disk-bytes.js';
import { type LedgerMeter, openLedgerMeter } from '../measure/ledger-costs.js';
import { comparisonRow, figuresRow, type Row, type Target } from '../report/row.js';
import { liveOrders, webhooksEach } from '../subjects/live-orders.js';
import { startPair } from '../subjects/start-pair.js';
import { type Retention, startRetention } from '../subjects/start-retention.js';
import type { SubjectProduct } from '../subjects/start-subject-product.js';
import { saturateProduct } from './delivery.js';
import { create } from './intake.js';
import { runJourneys } from './journey.js';
import type { Scenario, Settings } from './scenario.js';
import { pickOrders, readAll, readRare } from './years-reads.js';

const wholeLedger = 5_000_000;
const quickLedger = 6_000;
const wholeMerchants = 20;
const quickMerchants = 2;
/** A third of the product's 90 and 30 days, so that a day of the ledger is three times as large. */
const daysKept = 30;
const daysToErasure = 10;
const dayMs = 24 * 3_600_000;
/** Each takes a day, and an order must be erased before it is purged. */
const pairsMax = daysToErasure - 2;

type Grown = { subject: SubjectProduct; meter: LedgerMeter; takeDay: () => Promise<DayTaken> };
type DayTaken = { retentionSeconds: number; timeouts: number; vacuumSeconds: number; orders: number };

/**
 * The product with years of settled deliveries against the same product with none: alone, and while retention takes a day
 * out of them. Every order was real once, see `cloneOrders`.
 */
export const years: Scenario = async (settings) => {
  // Purging and erasing run only when the scenario asks for them.
  const env = { 'order-state': { RETENTION_DAYS: '36500', CUSTOMER_DATA_DAYS: '36500', ACTIVITY_DAYS: '36500' } };
  const options = { merchants: settings.quick ? quickMerchants : wholeMerchants, env };
  const { grown: subject, empty, stop } = await startPair(settings, options);
  const retention = await startRetention(subject.product.databaseUrl);
  try {
    const seeded = await seed(settings, subject, retention);
    return await measureGrown(settings, seeded, subject, empty, retention);
  } finally {
    await retention.stop();
    await stop();
  }
};

/** One real order of each merchant, and its copies. order-state is stopped meanwhile, and starts again with these rows. */
const seed = async (settings: Settings, subject: SubjectProduct, retention: Retention): Promise<number> => {
  const { world, quick, log } = settings;
  const { product } = subject;
  const wanted = settings.deliveries ?? (quick ? quickLedger : wholeLedger);
  await liveOrders(world, subject, subject.merchants.length);
  await product.kill('order-state', 0, 'SIGTERM');
  const eraseThem = () => retention.run({ eraseBeforeMs: Date.now() + dayMs, purgeBeforeMs: 0 });
  const ledger = { orders: Math.ceil(wanted / webhooksEach), days: daysKept, erasedAfterDays: daysToErasure };
  const seeded = await cloneOrders(product.databaseUrl, ledger, eraseThem, log);
  await product.start('order-state', 0);
  await product.waitForReady();
  return seeded;
};

const measureGrown = async (
  settings: Settings,
  seeded: number,
  subject: SubjectProduct,
  empty: SubjectProduct,
  retention: Retention,
): Promise<Row[]> => {
  // The meter keeps the WAL, so it starts only after the ledger is filled.
  const meter = await openLedgerMeter(subject.product.databaseUrl);
  try {
    await requireBalanced(subject, seeded);
    await meter.client.query('checkpoint');
    const grown = { subject, meter, takeDay: dayTaker(retention, meter) };
    return [
      ...(await diskRows(meter, seeded)),
      ...(await readsRows(settings, grown, empty)),
      await dayAloneRow(settings, grown),
      // The other one runs the same, and more.
      ...(settings.quick ? [] : [await turnsRow(settings, grown, empty)]),
      await turnsBesideRow(settings, grown, empty),
    ];
  } finally {
    await meter.close();
  }
};

/** Takes the oldest day that is left out of the ledger, and erases customers' data from the next one; vacuum follows. */
const dayTaker = (retention: Retention, meter: LedgerMeter): (() => Promise<DayTaken>) => {
  const startedMs = Date.now();
  let days = 0;
  return async () => {
    days += 1;
    const { seconds, purged, timeouts } = await retention.run({
      eraseBeforeMs: startedMs - (daysToErasure - days) * dayMs,
      purgeBeforeMs: startedMs - (daysKept - days) * dayMs,
    });
    if (purged === 0) throw new Error('retention found nothing to purge');
    const vacuumFromMs = Date.now();
    await vacuumTables(meter.client);
    const vacuumSeconds = (Date.now() - vacuumFromMs) / 1_000;
    return { retentionSeconds: seconds, timeouts, vacuumSeconds, orders: purged };
  };
};

const requireBalanced = async ({ product }: SubjectProduct, atLeast: number): Promise<void> => {
  const { balanced, matched } = await product.operator.audit();
  if (!balanced || matched < atLeast) throw new Error(`the ledger of ${matched} deliveries is not balanced`);
};

const diskRows = async (meter: LedgerMeter, seeded: number): Promise<Row[]> => {
  const disk = await readDisk(meter.client);
  const bytes = totalBytes(disk);
  const large = disk.filter((table) => table.bytes > bytes / 100);
  return [
    figuresRow('years', `${seeded} settled deliveries on disk`, {
      gigabytes: bytes / 1e9,
      bytesPerDelivery: bytes / seeded,
      ...Object.fromEntries(large.map((table): [string, number] => [`${table.table} MB`, table.bytes / 1e6])),
    }),
    ...large.map(({ table, indexes }) =>
      figuresRow(
        'years',
        `indexes of ${table} on disk`,
        Object.fromEntries(indexes.map((index): [string, number] => [`${index.name} MB`, index.bytes / 1e6])),
      ),
    ),
  ];
};

const readsRows = async (settings: Settings, { subject, meter }: Grown, empty: SubjectProduct): Promise<Row[]> => {
  const { world, pairs, quick, log } = settings;
  log('years: lists and timelines');
  const count = quick ? 5 : 300;
  const full = { subject, orderIds: await pickOrders(meter.client, count) };
  const few = { subject: empty, orderIds: await empty.createOrders(quick ? 1 : 20) };
  const compared = await compare({
    pairs,
    warmUpRuns: quick ? 0 : 1,
    product: () => readAll(world, full, count),
    reference: () => readAll(world, few, count),
  });
  const rare = await compare({
    pairs: 1,
    warmUpRuns: 0,
    product: () => readRare(world, full, quick ? 1 : 5),
    reference: () => readRare(world, few, quick ? 1 : 5),
  });
  const limits = Object.keys(compared.product)
    .filter((figure) => figure.endsWith('P99Ms'))
    .map((figure): Target => ({ figure, of: 'product', atMost: 20 }));
  return [
    comparisonRow('years', 'one GET at a time; floor: empty', compared, limits),
    comparisonRow('years', 'list of exhausted deliveries, of which there are none; floor: empty', rare, []),
  ];
};

const dayAloneRow = async ({ log }: Settings, { meter, takeDay }: Grown): Promise<Row> => {
  log('years: a day is taken out');
  const { result: day, costs } = await meter.during(takeDay);
  return figuresRow('years', 'a day taken out by retention, nothing beside it', {
    ...day,
    postgresCpuSeconds: costs.cpuSeconds,
    walMegabytes: costs.walBytes / 1e6,
    walBytesPerOrder: costs.walBytes / day.orders,
    deadTuplesPerOrder: costs.deadTuples / day.orders,
  });
};

const targets: Target[] = [
  { figure: 'intakePerSecond', of: 'ratio', atLeast: 0.95 },
  { figure: 'intakeP99Ms', of: 'ratio', atMost: 1.2 },
  { figure: 'deliveryPerSecond', of: 'ratio', atLeast: 0.95 },
  { figure: 'journeyP50Ms', of: 'ratio', atMost: 1 / 0.95 },
  { figure: 'journeyP99Ms', of: 'ratio', atMost: 1.2 },
];

const turnsRow = async (settings: Settings, { subject }: Grown, empty: SubjectProduct): Promise<Row> => {
  settings.log('years: intake, delivery and journeys');
  const compared = await compare({
    pairs: settings.pairs,
    warmUpRuns: 1,
    product: () => turn(settings, subject),
    reference: () => turn(settings, empty),
  });
  return comparisonRow('years', 'nothing beside it; floor: empty', compared, targets);
};

const turnsBesideRow = async (settings: Settings, grown: Grown, empty: SubjectProduct): Promise<Row> => {
  settings.log('years: the same while retention takes out a day each time');
  const compared = await compare({
    pairs: Math.min(settings.pairs, pairsMax),
    warmUpRuns: 0,
    product: () => turnBesideRetention(settings, grown),
    reference: () => turn(settings, empty),
  });
  await requireBalanced(grown.subject, 1);
  return comparisonRow('years', 'while a day is taken out; floor: empty, nothing beside it', compared, targets);
};

/** Intake, delivery and journeys, one after the other. */
const turn = async ({ world, quick }: Settings, subject: SubjectProduct): Promise<Figures> => {
  const intake = await create(world, subject, 64, quick ? 250 : 3_000);
  const delivered = await saturateProduct(world, subject, quick ? 50 : 1_500);
  const journeys = await runJourneys(world, subject, quick ? 25 : 500);
  return {
    intakePerSecond: intake['perSecond'] ?? NaN,
    intakeP50Ms: intake['p50Ms'] ?? NaN,
    intakeP99Ms: intake['p99Ms'] ?? NaN,
    deliveryPerSecond: delivered['perSecond'] ?? NaN,
    journeyP50Ms: journeys['p50Ms'] ?? NaN,
    journeyP99Ms: journeys['p99Ms'] ?? NaN,
  };
};

/** `beside`: for which share of the turn retention and its vacuum were at work. */
const turnBesideRetention = async (settings: Settings, { subject, takeDay }: Grown): Promise<Figures> => {
  const startedMs = Date.now();
  const [figures, day] = await Promise.all([
    turn(settings, subject).then((measured) => ({ ...measured, seconds: (Date.now() - startedMs) / 1_000 })),
    takeDay(),
  ]);
  const { seconds, ...measured } = figures;
  const { retentionSeconds, timeouts, vacuumSeconds } = day;
  const beside = Math.min(1, (retentionSeconds + vacuumSeconds) / seconds);
  return { ...measured, retentionSeconds, timeouts, vacuumSeconds, beside };
};
