import { setTimeout as pause } from 'node:timers/promises';
import { calibrate } from '../measure/calibrate.js';
import { openPostgresCounters } from '../measure/postgres-counters.js';
import { costsDuring, type ProcessGroup } from '../measure/process-costs.js';
import { rabbitmqProcesses } from '../measure/rabbitmq-processes.js';
import { type Row, wideRow } from '../report/row.js';
import { startSubjectProduct, type SubjectProduct } from '../subjects/start-subject-product.js';
import { besideFloor } from './everyday-floor.js';
import { prepareWays, type Way } from './everyday-ways.js';
import { costFigures, type MeasuredSubject, measureWay, warmUp } from './measure-way.js';
import type { Scenario, Settings } from './scenario.js';

const secondsEach = 30;
const idleSeconds = 15;
const rates = [10, 50, 100, 200, 500];
const closedLoops = [
  { connections: 8, events: 5_000 },
  { connections: 16, events: 8_000 },
  { connections: 64, events: 15_000 },
];

/**
 * The cost of a webhook in each process at the rates of most installations, where batches hide nothing; as fast as a
 * few connections go that each wait for their answer; and beside a floor, which alone is measured where rates are given.
 */
export const everyday: Scenario = async (settings) => {
  const calibratedMs = [calibrate()];
  const product = await startSubjectProduct(settings.world);
  try {
    const alone = settings.rates === undefined ? await aloneRows(settings, product) : [];
    const compared = await besideFloor(settings, product);
    calibratedMs.push(calibrate());
    const fixed = { 'CPU ms: before': calibratedMs[0] ?? NaN, 'CPU ms: after': calibratedMs[1] ?? NaN };
    const calibration = wideRow('everyday', 'calibration', fixed);
    return [...alone.map((row) => inCalibrations(row, calibratedMs)), calibration, ...compared];
  } finally {
    await product.stop();
  }
};

const aloneRows = async (settings: Settings, product: SubjectProduct): Promise<Row[]> => {
  const { world } = settings;
  const counters = await openPostgresCounters(product.product.databaseUrl);
  try {
    const services = product.pids().map(({ name, pid }) => toGroup(name.replace(/ 0$/, ''), [pid]));
    const groups = [...services, { name: 'postgres', pids: counters.serverPids }, await rabbitmqProcesses()];
    const subject = { world, groups, readPostgres: counters.read, waitForSettled: product.waitForSettled };
    const ways = await prepareWays(world, product);
    const rows: Row[] = [];
    for (const way of ways) rows.push(...(await pacedRows(subject, way, settings)));
    return [...rows, ...(await closedLoopRows(subject, ways[0], settings)), await idleRow(subject, settings)];
  } finally {
    await counters.close();
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

const pacedRows = async (
  subject: MeasuredSubject,
  way: Way,
  { quick, seconds = secondsEach, log }: Settings,
): Promise<Row[]> => {
  if (!quick) await measureWay(subject, way, warmUp.events, warmUp.pace);
  const rows: Row[] = [];
  for (const perSecond of quick ? [100] : rates) {
    const { figures } = await measureWay(subject, way, quick ? 50 : perSecond * seconds, { perSecond });
    log(`${way.name}, ${perSecond}/s: ${figures['CPU ms']?.toFixed(1)} ms a webhook`);
    rows.push(wideRow('everyday', `${way.name}, ${perSecond}/s`, figures));
  }
  return rows;
};

const closedLoopRows = async (subject: MeasuredSubject, way: Way, { quick, log }: Settings): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const { connections, events } of quick ? closedLoops.slice(0, 1) : closedLoops) {
    const { figures, perSecond } = await measureWay(subject, way, quick ? 50 : events, { connections });
    log(`closed loop, ${connections} connections: ${perSecond.toFixed(0)} webhooks/s`);
    rows.push(wideRow('everyday', `closed loop, ${connections}`, { ...figures, 'webhooks/s': perSecond }));
  }
  return rows;
};

/** The cost of the idle processes, for a second. */
const idleRow = async ({ groups }: MeasuredSubject, { quick }: Settings): Promise<Row> => {
  const seconds = quick ? 0.1 : idleSeconds;
  const { costs } = await costsDuring(groups, () => pause(seconds * 1_000));
  return wideRow('everyday', 'idle, a second', costFigures(costs, seconds));
};
