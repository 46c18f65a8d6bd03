import { compare, type Figures } from '../measure/compare.js';
import { openPostgresCounters } from '../measure/postgres-counters.js';
import type { NamedProcess } from '../measure/process-costs.js';
import { rabbitmqProcesses } from '../measure/rabbitmq-processes.js';
import { comparisonRow, type Row, type Target } from '../report/row.js';
import { startJourneyFloor } from '../subjects/start-journey-floor.js';
import type { SubjectProduct } from '../subjects/start-subject-product.js';
import { reportTrackingUrl, type Way } from './everyday-ways.js';
import { type MeasuredSubject, measureWay, warmUp } from './measure-way.js';
import type { Settings } from './scenario.js';

const secondsEach = 30;
const defaultRates = [20, 100, 300];
/** How much more CPU than the floor the services may take for a webhook, by rate. */
const ratiosAtMost: Readonly<Record<number, number>> = { 20: 1.5, 100: 1.35, 300: 1.1 };

type Side = { subject: MeasuredSubject; way: Way };

/**
 * The cost of a webhook beside its floor. Both run all the time, on the same servers, and are measured in turns. One that is
 * not measured has nothing to do; its cost at rest counts with the other one's Postgres and RabbitMQ, and is measured by `idle`.
 */
export const besideFloor = async (settings: Settings, product: SubjectProduct): Promise<Row[]> => {
  const { world } = settings;
  const floor = await startJourneyFloor(world);
  const counters = await openPostgresCounters(product.product.databaseUrl);
  try {
    const servers = [{ name: 'postgres', pids: counters.serverPids }, await rabbitmqProcesses()];
    const toSide = (
      subject: Pick<MeasuredSubject, 'waitForSettled'>,
      processes: readonly NamedProcess[],
      way: Way,
    ): Side => ({
      subject: {
        world,
        groups: [{ name: 'services', pids: () => Promise.resolve(processes.map(({ pid }) => pid)) }, ...servers],
        readPostgres: counters.read,
        waitForSettled: subject.waitForSettled,
      },
      way,
    });
    const [merchant] = product.merchants;
    if (!merchant) throw new Error('no merchant to send for');
    return await compareAtRates(settings, {
      product: toSide(product, product.pids(), reportTrackingUrl(world, product, merchant)),
      reference: toSide(floor, floor.pids(), floor.way),
    });
  } finally {
    await counters.close();
    await floor.stop();
  }
};

const compareAtRates = async (settings: Settings, sides: { product: Side; reference: Side }): Promise<Row[]> => {
  const { quick, pairs, seconds = secondsEach, log } = settings;
  if (!quick)
    for (const { subject, way } of [sides.product, sides.reference])
      await measureWay(subject, way, warmUp.events, warmUp.pace);
  const rows: Row[] = [];
  for (const perSecond of quick ? [100] : (settings.rates ?? defaultRates)) {
    const count = quick ? 50 : perSecond * seconds;
    const compared = await compare({
      pairs,
      warmUpRuns: 0,
      product: () => measureSide(sides.product, count, perSecond),
      reference: () => measureSide(sides.reference, count, perSecond),
    });
    log(`${perSecond}/s: services ${compared.ratio['services: CPU ms']?.toFixed(2)} × the floor`);
    rows.push(comparisonRow('everyday', `beside the floor, ${perSecond}/s`, compared, targetsAt(perSecond)));
  }
  return rows;
};

const figureNames = [
  'services: CPU ms',
  'postgres: CPU ms',
  'rabbitmq: CPU ms',
  'p50 / p99 ms: p50',
  'p50 / p99 ms: p99',
];

const measureSide = async ({ subject, way }: Side, count: number, perSecond: number): Promise<Figures> => {
  const { figures } = await measureWay(subject, way, count, { perSecond });
  return Object.fromEntries(figureNames.map((name) => [name, figures[name] ?? Number.NaN]));
};

const targetsAt = (perSecond: number): Target[] => {
  const atMost = ratiosAtMost[perSecond];
  return atMost === undefined ? [] : [{ figure: 'services: CPU ms', of: 'ratio', atMost }];
};
