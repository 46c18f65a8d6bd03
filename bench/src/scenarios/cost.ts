import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Figures } from '../measure/compare.js';
import { type EventCosts, openEventMeter } from '../measure/event-costs.js';
import { findGrowth } from '../measure/find-growth.js';
import { wideRow } from '../report/row.js';
import {
  type CountedSubject,
  startCountedIntakeFloor,
  startCountedJourneyFloor,
  startCountedProduct,
} from '../subjects/counted-events.js';
import type { Scenario, Settings } from './scenario.js';

const eventCount = 100;
const warmUpCount = 30;
const keptFile = fileURLToPath(new URL('../../../costs.json', import.meta.url));
const keptSchema = z.record(z.string(), z.record(z.string(), z.number()));

/**
 * The counts that make up the cost of an event of each kind, and beside them the floor's. The product's are compared
 * with `bench/costs.json`, which `COSTS=write` writes anew.
 * @throws Error if a count has grown
 */
export const cost: Scenario = async ({ world, log }) => {
  const ofFloor = [
    ...(await countEvents(await startCountedIntakeFloor(world), log)),
    ...(await countEvents(await startCountedJourneyFloor(world), log)),
  ];
  const ofProduct = await countEvents(await startCountedProduct(world), log);
  const measured = Object.fromEntries([...ofProduct].map(([name, { counts }]) => [name, roundAll(counts)]));
  if (process.env['COSTS'] === 'write') await writeFile(keptFile, `${JSON.stringify(measured, null, 2)}\n`);
  const growth = findGrowth(keptSchema.parse(JSON.parse(await readFile(keptFile, 'utf8'))), measured);
  if (growth.length > 0) throw new Error(`these counts have grown beyond bench/costs.json:\n${growth.join('\n')}`);
  return [...ofProduct, ...ofFloor].flatMap(([name, { counts, statements }]) => [
    wideRow('cost', `**${name}**`, counts),
    ...statements.map(([statement, figures]) => wideRow('cost', statement, figures)),
  ]);
};

const countEvents = async (subject: CountedSubject, log: Settings['log']): Promise<Map<string, EventCosts>> => {
  const meter = await openEventMeter(subject);
  const measured = new Map<string, EventCosts>();
  try {
    for (const { name, prepare } of subject.events) {
      const send = await prepare(warmUpCount + eventCount);
      measured.set(name, await meter.perEvent({ eventCount, warmUpCount, send }));
      log(name);
    }
    return measured;
  } finally {
    await meter.close();
    await subject.stop();
  }
};

const roundAll = (figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value.toPrecision(3))]));
