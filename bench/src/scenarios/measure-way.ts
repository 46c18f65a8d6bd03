import type { Pace } from '../load/call-load.js';
import type { OutsideWorld } from '../load/outside-world.js';
import type { Figures } from '../measure/compare.js';
import type { PostgresCounters } from '../measure/postgres-counters.js';
import { costsDuring, type ProcessCosts, type ProcessGroup, sumCosts } from '../measure/process-costs.js';
import { delaysOf, lastDelaysOf } from './delivery.js';
import type { Way } from './everyday-ways.js';

/** Until code is compiled as in a process that has been at work for hours: after 2,000 a webhook at 100/s still costs 15 % more. */
export const warmUp = { events: 7_500, pace: { perSecond: 500 } };

export type MeasuredSubject = {
  world: OutsideWorld;
  groups: readonly ProcessGroup[];
  readPostgres: () => Promise<PostgresCounters>;
  /** Until every webhook that went out has been reported and applied. */
  waitForSettled: () => Promise<unknown>;
};

/** Until everything is settled: the work after a webhook is part of its cost. */
export const measureWay = async (subject: MeasuredSubject, way: Way, count: number, pace: Pace) => {
  const { world, groups, readPostgres } = subject;
  const { orderIds, send } = await way.prepare(count);
  const webhooks = way.webhooksEach * count;
  await world.resetReceiver();
  const before = await readPostgres();
  const { result, costs } = await costsDuring(groups, async () => {
    const sentMs = await send(pace);
    const { lastMs, outOfOrder } = await world.waitForWebhooks(webhooks);
    if (outOfOrder > 0) throw new Error(`${outOfOrder} webhooks came out of order`);
    await subject.waitForSettled();
    return { sentMs, perSecond: (webhooks * 1_000) / (lastMs - (sentMs[0] ?? Number.NaN)) };
  });
  const after = await readPostgres();
  const { p50Ms = Number.NaN, p99Ms = Number.NaN } = await delaysOf(world, orderIds, result.sentMs);
  const figures: Figures = {
    'p50 / p99 ms: p50': p50Ms,
    'p50 / p99 ms: p99': p99Ms,
    ...(way.webhooksEach > 1 ? await lastFigures(world, orderIds, result.sentMs) : {}),
    ...costFigures(costs, webhooks),
    transactions: (after.transactions - before.transactions) / webhooks,
    'WAL bytes': (after.walBytes - before.walBytes) / webhooks,
  };
  return { figures, perSecond: result.perSecond };
};

/** An order's second webhook waits for the report of the first one. */
const lastFigures = async (world: OutsideWorld, orderIds: readonly string[], sentMs: readonly number[]) => {
  const { p50Ms, p99Ms } = await lastDelaysOf(world, orderIds, sentMs);
  return { 'last: p50': p50Ms, 'last: p99': p99Ms };
};

export const costFigures = (costs: ReadonlyMap<string, ProcessCosts>, count: number): Figures => {
  const each = [...costs].flatMap(([name, { cpuMs, switches, reads, writes }]) =>
    Object.entries({ 'CPU ms': cpuMs, switches, reads, writes }).map(([what, used]): [string, number] => [
      `${name}: ${what}`,
      used / count,
    ]),
  );
  return { 'CPU ms': sumCosts([...costs.values()]).cpuMs / count, ...Object.fromEntries(each) };
};
