import { setTimeout as delay } from 'node:timers/promises';
import { type CourierSystem, expectSuccess } from '@delivery/test-support';
import { paced } from '../load/paced.js';
import { openPostgresCounters } from '../measure/postgres-counters.js';
import { costsDuring, percentOfCore } from '../measure/process-costs.js';
import { figuresRow } from '../report/row.js';
import { startSubjectProduct } from '../subjects/start-subject-product.js';
import type { Scenario } from './scenario.js';

/** So often a courier tells where it is, and so many of them one call. */
const everySeconds = 5;
const perCall = 100;

const services = 'services: % of a core';
const targets = [
  { figure: services, of: 'product' as const, atMost: 5 },
  { figure: 'rows in the ledger', of: 'product' as const, atMost: 0 },
];

/** The cost of couriers on their way that tell their positions: CPU beyond what the same processes use without. */
export const positions: Scenario = async ({ world, quick }) => {
  const [couriers, seconds] = quick ? [perCall, 1] : [1_000, 30];
  const subject = await startSubjectProduct(world);
  const counters = await openPostgresCounters(subject.product.databaseUrl);
  try {
    const system = await subject.product.createCourierSystem();
    const deliveryIds = await subject.createOrders(couriers);
    for (let begun = 0; begun < couriers; begun += 25)
      await Promise.all(deliveryIds.slice(begun, begun + 25).map((id) => setOut(subject, system, id)));
    await subject.waitForSettled();
    if (!quick) await delay(20_000);
    const measure = async (work: () => Promise<unknown>) => {
      const pids = subject.pids().map(({ pid }) => pid);
      const groups = [
        { name: 'services', pids: () => Promise.resolve(pids) },
        { name: 'postgres', pids: counters.serverPids },
      ];
      const { costs } = await costsDuring(groups, work);
      const percentOf = (name: string) => percentOfCore(costs.get(name)?.cpuMs ?? NaN, seconds);
      return { services: percentOf('services'), postgres: percentOf('postgres') };
    };
    const matched = async () => (await subject.product.operator.audit()).matched;
    const before = await matched();
    const without = await measure(() => delay(seconds * 1_000));
    const calls: Promise<void>[] = [];
    const perSecond = couriers / perCall / everySeconds;
    const reported = await measure(async () => {
      await paced(Math.ceil(perSecond * seconds), perSecond, (n) => {
        const first = (n * perCall) % couriers;
        calls.push(tell(system, deliveryIds.slice(first, first + perCall), n));
      });
      await Promise.all(calls);
    });
    const figures = {
      [services]: Math.max(0, reported.services - without.services),
      'postgres: % of a core': Math.max(0, reported.postgres - without.postgres),
      'rows in the ledger': (await matched()) - before,
    };
    return [figuresRow('positions', `${couriers} couriers, each every 5 s`, figures, quick ? [] : targets)];
  } finally {
    await counters.close();
    await subject.stop();
  }
};

type Subject = Awaited<ReturnType<typeof startSubjectProduct>>;

const setOut = async ({ merchants: [merchant] }: Subject, system: CourierSystem, id: string): Promise<void> => {
  if (!merchant) throw new Error('no merchant to make orders ready');
  const report = (what: string, body: object = {}) =>
    system.call(`/courier/v1/deliveries/${id}/${what}`, { method: 'POST', body });
  expectSuccess(await merchant.ready(id));
  expectSuccess(await report('accept'));
  for (const status of ['on_route_to_pickup', 'on_route_to_delivery'])
    expectSuccess(await report('status', { status }));
};

/** Each is some meters further with each call. */
const tell = async (system: CourierSystem, deliveryIds: readonly string[], n: number): Promise<void> => {
  const at = { latitude: -23.56 + n * 1e-5, longitude: -46.65 };
  const body = { positions: deliveryIds.map((delivery_id) => ({ delivery_id, ...at })) };
  const { data } = expectSuccess(await system.call('/courier/v1/positions', { method: 'POST', body }));
  if (!Array.isArray(data) || data.some(({ taken }: { taken: boolean }) => !taken))
    throw new Error(`a position was refused: ${JSON.stringify(data).slice(0, 300)}`);
};
