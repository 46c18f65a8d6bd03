import { setTimeout as delay } from 'node:timers/promises';
import { openPostgresCounters } from '../measure/postgres-counters.js';
import { costsDuring, percentOfCore, sumCosts } from '../measure/process-costs.js';
import { rabbitmqProcesses } from '../measure/rabbitmq-processes.js';
import { figuresRow } from '../report/row.js';
import { startSubjectProduct } from '../subjects/start-subject-product.js';
import type { Scenario } from './scenario.js';

const measuredSeconds = 60;
/** A start is followed by work that is not idleness: garbage collection, closing of spare connections, optimisation of code. */
const settlingSeconds = 60;

const total = 'all: % of a core';
const targets = [{ figure: total, of: 'product' as const, atMost: 3 }];

/** The CPU that the services and their servers use without any traffic, as at night. */
export const idle: Scenario = async ({ world, quick }) => {
  const seconds = quick ? 0.1 : measuredSeconds;
  const subject = await startSubjectProduct(world);
  const counters = await openPostgresCounters(subject.product.databaseUrl);
  try {
    const services = subject.pids().map(({ name, pid }) => ({ name, pids: () => Promise.resolve([pid]) }));
    const groups = [...services, { name: 'postgres', pids: counters.serverPids }, await rabbitmqProcesses()];
    if (!quick) await delay(settlingSeconds * 1_000);
    const { costs } = await costsDuring(groups, () => delay(seconds * 1_000));
    const ofEach = [...costs].flatMap(([name, { cpuMs, switches }]): [string, number][] => [
      [`${name}: % of a core`, percentOfCore(cpuMs, seconds)],
      [`${name}: wake-ups/s`, switches / seconds],
    ]);
    const all = sumCosts([...costs.values()]);
    const figures = { [total]: percentOfCore(all.cpuMs, seconds), ...Object.fromEntries(ofEach) };
    return [figuresRow('idle', `${seconds} s`, figures, quick ? [] : targets)];
  } finally {
    await counters.close();
    await subject.stop();
  }
};
