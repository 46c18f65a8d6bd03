import { setTimeout as pause } from 'node:timers/promises';
import type { Pace } from '../load/call-load.js';
import type { OutsideWorld } from '../load/outside-world.js';
import { calibrate } from '../measure/calibrate.js';
import type { Figures } from '../measure/compare.js';
import { openPostgresCounters, type PostgresCounters } from '../measure/postgres-counters.js';
import { costsDuring, type ProcessCosts, type ProcessGroup, sumCosts } from '../measure/process-costs.js';
import { rabbitmqProcesses } from '../measure/rabbitmq-processes.js';
import { type Row, wideRow } from '../report/row.js';
import { startSubjectProduct, type SubjectProduct } from '../subjects/start-subject-product.js';
import { delaysOf } from './delivery.js';
import { prepareWays, type Way } from './everyday-ways.js';
import type { Scenario, Settings } from './scenario.js';

const secondsEach = 30;
const idleSeconds = 15;
/** Until code is compiled as in a process that has been at work for hours: after 2,000 a webhook at 100/s still costs 15 % more. */
const warmUp = { perSecond: 500, events: 7_500 };
const rates = [10, 50, 100, 200, 500];
const closedLoops = [
  { connections: 8, events: 5_000 },
  { connections: 16, events: 8_000 },
  { connections: 64, events: 15_000 },
];

type Bench = {
  world: OutsideWorld;
  subject: SubjectProduct;
  groups: readonly ProcessGroup[];
  readPostgres: () => Promise<PostgresCounters>;
};

/**
 * What a webhook costs each process at the rates at which most installations live, where batches hide nothing; and as
 * fast as a few connections go that each wait for their answer.
 */
export const everyday: Scenario = async (settings) => {
  const calibratedMs = [calibrate()];
  const subject = await startSubjectProduct(settings.world);
  const counters = await openPostgresCounters(subject.product.databaseUrl);
  try {
    const services = subject.pids().map(({ name, pid }) => toGroup(name.replace(/ 0$/, ''), [pid]));
    const groups = [...services, { name: 'postgres', pids: counters.serverPids }, await rabbitmqProcesses()];
    const bench = { world: settings.world, subject, groups, readPostgres: counters.read };
    const ways = await prepareWays(settings.world, subject);
    const rows: Row[] = [];
    for (const way of ways) rows.push(...(await pacedRows(bench, way, settings)));
    rows.push(...(await closedLoopRows(bench, ways[0], settings)), await idleRow(bench, settings));
    calibratedMs.push(calibrate());
    const fixed = { 'CPU ms: before': calibratedMs[0] ?? NaN, 'CPU ms: after': calibratedMs[1] ?? NaN };
    return [...rows.map((row) => inCalibrations(row, calibratedMs)), wideRow('everyday', 'calibration', fixed)];
  } finally {
    await counters.close();
    await subject.stop();
  }
};

/** The last column is what compares with other hours: CPU as a share of the fixed work. */
const inCalibrations = (row: Row, calibratedMs: readonly number[]): Row => {
  const meanMs = calibratedMs.reduce((a, b) => a + b) / calibratedMs.length;
  return wideRow(row.scenario, row.what, {
    ...row.product,
    'CPU, % of calibration': (100 * (row.product['CPU ms'] ?? NaN)) / meanMs,
  });
};

const toGroup = (name: string, pids: readonly number[]): ProcessGroup => ({ name, pids: () => Promise.resolve(pids) });

const pacedRows = async (bench: Bench, way: Way, { quick, seconds = secondsEach, log }: Settings): Promise<Row[]> => {
  if (!quick) await measure(bench, way, warmUp.events, { perSecond: warmUp.perSecond });
  const rows: Row[] = [];
  for (const perSecond of quick ? [100] : rates) {
    const { figures } = await measure(bench, way, quick ? 50 : perSecond * seconds, { perSecond });
    log(`${way.name}, ${perSecond}/s: ${figures['CPU ms']?.toFixed(1)} ms a webhook`);
    rows.push(wideRow('everyday', `${way.name}, ${perSecond}/s`, figures));
  }
  return rows;
};

const closedLoopRows = async (bench: Bench, way: Way, { quick, log }: Settings): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const { connections, events } of closedLoops) {
    const { figures, perSecond } = await measure(bench, way, quick ? 50 : events, { connections });
    log(`closed loop, ${connections} connections: ${perSecond.toFixed(0)} webhooks/s`);
    rows.push(wideRow('everyday', `closed loop, ${connections}`, { ...figures, 'webhooks/s': perSecond }));
  }
  return rows;
};

/** Until everything is settled: what comes after a webhook is part of its costs. */
const measure = async ({ world, subject, groups, readPostgres }: Bench, way: Way, count: number, pace: Pace) => {
  const orders = await subject.seedOrders(count, [way.merchant]);
  const webhooks = way.webhooksEach * count;
  await world.resetReceiver();
  const before = await readPostgres();
  const { result, costs } = await costsDuring(groups, async () => {
    const sentMs = await way.send(orders, pace);
    const { lastMs, outOfOrder } = await world.waitForWebhooks(webhooks);
    if (outOfOrder > 0) throw new Error(`${outOfOrder} webhooks came out of order`);
    await subject.waitForSettled();
    return { sentMs, perSecond: (webhooks * 1_000) / (lastMs - (sentMs[0] ?? Number.NaN)) };
  });
  const after = await readPostgres();
  const orderIds = orders.map(({ id }) => id);
  const { p50Ms = Number.NaN, p99Ms = Number.NaN } = await delaysOf(world, orderIds, result.sentMs);
  const figures: Figures = {
    'p50 / p99 ms: p50': p50Ms,
    'p50 / p99 ms: p99': p99Ms,
    ...costFigures(costs, webhooks),
    transactions: (after.transactions - before.transactions) / webhooks,
    'WAL bytes': (after.walBytes - before.walBytes) / webhooks,
  };
  return { figures, perSecond: result.perSecond };
};

/** What everything costs that runs and has nothing to do, for a second. */
const idleRow = async ({ groups }: Bench, { quick }: Settings): Promise<Row> => {
  const seconds = quick ? 0.1 : idleSeconds;
  const { costs } = await costsDuring(groups, () => pause(seconds * 1_000));
  return wideRow('everyday', 'idle, a second', costFigures(costs, seconds));
};

const costFigures = (costs: ReadonlyMap<string, ProcessCosts>, count: number): Figures => {
  const each = [...costs].flatMap(([name, { cpuMs, switches, reads, writes }]) =>
    Object.entries({ 'CPU ms': cpuMs, switches, reads, writes }).map(([what, used]): [string, number] => [
      `${name}: ${what}`,
      used / count,
    ]),
  );
  return { 'CPU ms': sumCosts([...costs.values()]).cpuMs / count, ...Object.fromEntries(each) };
};
