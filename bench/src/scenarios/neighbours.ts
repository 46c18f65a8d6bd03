import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { buildOrder, expectSuccess, fillWaiting, type Product } from '@delivery/test-support';
import { type Attack, attacks, type AttackTarget, orderOf } from '../load/attacks.js';
import { type Child, startChild } from '../load/child.js';
import type { Neighbour, NeighbourLoad } from '../load/neighbour.js';
import type { Figures } from '../measure/compare.js';
import { openPostgresCounters } from '../measure/postgres-counters.js';
import { costsDuring, percentOfCore, type ProcessGroup } from '../measure/process-costs.js';
import { rabbitmqProcesses } from '../measure/rabbitmq-processes.js';
import { type Row, wideRow } from '../report/row.js';
import { addEndpoint, basicOf, moveIn } from '../subjects/move-in.js';
import { startSubjectProduct } from '../subjects/start-subject-product.js';
import type { Scenario, Settings } from './scenario.js';

/**
 * A merchant that behaves, alone and beside one that does all that its limits let it, at the limits that the services come
 * with: the effect of each attack on it, and whether an effect is left five seconds later. Then the same with a thousand
 * merchants, of whom ten attack at once.
 */
export const neighbours: Scenario = async (settings) => {
  const subject = await startSubjectProduct(settings.world, {
    replicas: { 'courier-simulator': 1 },
    env: { 'intake-api': shippedLimits },
  });
  const [neighbour, attacker] = [await startChild('src/load/neighbour'), await startChild('src/load/attacker')];
  const counters = await openPostgresCounters(subject.product.databaseUrl);
  const pidsOf = (name: string, of: readonly { pid: number }[]) => ({
    name,
    pids: () => Promise.resolve(of.map(({ pid }) => pid)),
  });
  try {
    const groups = [
      pidsOf('services', subject.pids()),
      { name: 'postgres', pids: counters.serverPids },
      await rabbitmqProcesses(),
      pidsOf('load', [neighbour, attacker]),
    ];
    return await measureAll(settings, { product: subject.product, neighbour, attacker, groups });
  } finally {
    await Promise.all([neighbour.stop(), attacker.stop(), counters.close()]);
    await subject.stop();
  }
};

/** As docs/configuration.md has them: the harness starts products without limits. */
const shippedLimits = {
  RATE_LIMIT_CREATE_PER_MINUTE: '600',
  RATE_LIMIT_OTHER_PER_MINUTE: '1200',
  RATE_LIMIT_PULL_PER_MINUTE: '600',
  RATE_LIMIT_PLATFORM_PER_MINUTE: '12000',
  RATE_LIMIT_FAILED_LOGINS_PER_MINUTE: '60',
  RATE_LIMIT_SANDBOX_CREATE_PER_MINUTE: '120',
  RATE_LIMIT_SANDBOX_OTHER_PER_MINUTE: '600',
  RATE_LIMIT_SANDBOX_PLATFORM_PER_MINUTE: '2400',
  VERDICT_WAIT_MS: '1500',
};

type Place = { product: Product; neighbour: Child; attacker: Child; groups: readonly ProcessGroup[] };

const latenciesSchema = z.object({ p50Ms: z.number(), p99Ms: z.number() });
const feltSchema = z.object({
  create: latenciesSchema,
  read: latenciesSchema,
  webhook: latenciesSchema,
  pull: latenciesSchema,
  serverErrors: z.number(),
  timeouts: z.number(),
});
type Felt = z.infer<typeof feltSchema>;
const countsSchema = z.object({ done: z.number(), limited: z.number(), refused: z.number(), failed: z.number() });

const recoveryMs = 5_000;
/** All of them take minutes. */
const quickCount = 1;

const measureAll = async (settings: Settings, place: Place): Promise<Row[]> => {
  const single = await besideOf(settings, place, [await moveIn(place.product, place.neighbour)], 'alone');
  const rows = [...single.rows];
  for (const name of Object.keys(attacks).slice(0, settings.quick ? quickCount : undefined))
    rows.push(await single.measure([name], attacks[name]?.what ?? name));
  const selling = await Promise.all(
    Array.from({ length: settings.quick ? 2 : sellingCount }, () => moveIn(place.product, place.neighbour)),
  );
  if (!settings.quick) await crowd(place, crowdCount - selling.length - together.length);
  const many = await besideOf(settings, place, selling, '1,000 merchants, none attacks');
  return [
    ...rows,
    ...many.rows,
    await many.measure(settings.quick ? together.slice(0, 2) : together, '1,000 merchants, ten attack at once'),
  ];
};

const [crowdCount, sellingCount] = [1_000, 60];
/** The kinds of the ten that attack at once. */
const together = [
  'patches',
  'switches',
  'reads',
  'large-creates',
  'filtered-polls',
  'one-external-id',
  'invalid-bodies',
  'endpoint-churn',
  'searches',
  'lists',
];

/** Merchants that only exist, twenty made at once. */
const crowd = async ({ product }: Place, count: number): Promise<void> => {
  for (let made = 0; made < count; made += 20)
    await Promise.all(Array.from({ length: Math.min(20, count - made) }, () => product.operator.createMerchant({})));
};

const besideOf = async (settings: Settings, place: Place, merchants: readonly Neighbour[], what: string) => {
  const [aloneSeconds, besideSeconds] = settings.quick ? [1, 1] : [15, settings.seconds ?? 12];
  const { product } = place;
  const servers = { orderStateUrl: product.url('order-state'), operatorToken: product.operator.token };
  const load = { intakeUrl: product.url('intake-api'), merchants, ...servers };
  const feel = async (seconds: number): Promise<Felt & { cores: Figures }> => {
    const call = () => place.neighbour.call('run', { ...load, seconds } satisfies NeighbourLoad);
    const { result, costs } = await costsDuring(place.groups, call);
    const cores = [...costs].map(([name, { cpuMs }]) => [`${coresColumn}: ${name}`, percentOfCore(cpuMs, seconds)]);
    return { ...feltSchema.parse(result), cores: Object.fromEntries(cores) as Figures };
  };
  await feel(aloneSeconds);
  const alone = await feel(aloneSeconds);
  const measure = async (names: readonly string[], attack: string): Promise<Row> => {
    settings.log(`neighbours: ${names.join(', ')}`);
    const begun: { name: string; target: Prepared }[] = [];
    for (const name of names) begun.push({ name, target: await prepare(place, attacks[name]) });
    await place.attacker.call('start', begun);
    const beside = await feel(besideSeconds);
    const counts = countsSchema.parse(await place.attacker.call('stop', null));
    const loopMs = await readLoopDelays(product);
    for (const { target } of begun) await leave(place, target);
    await delay(settings.quick ? 0 : recoveryMs);
    const after = await feel(Math.ceil(aloneSeconds / 3));
    return wideRow('neighbours', attack, {
      ...figuresOf(alone, beside),
      'attacker done / 429 / 4xx / 5xx: done': counts.done,
      'attacker done / 429 / 4xx / 5xx: 429': counts.limited,
      'attacker done / 429 / 4xx / 5xx: 4xx': counts.refused,
      'attacker done / 429 / 4xx / 5xx: 5xx': counts.failed,
      'loop p99 ms': loopMs,
      'after 5 s: webhook p50': after.webhook.p50Ms,
      'after 5 s: create p50': after.create.p50Ms,
    });
  };
  return { rows: [wideRow('neighbours', what, figuresOf(alone, alone))], measure };
};

const kinds = ['create', 'read', 'webhook', 'pull'] as const;
const coresColumn = '% of a core, services / postgres / rabbitmq / load';

/** A pull's poller takes one message after the other, and so waits for itself: its figures have no bounds. */
const bounded = ['create', 'read', 'webhook'] as const;

const figuresOf = (alone: Felt, felt: Felt & { cores: Figures }): Figures => ({
  ...Object.fromEntries(
    kinds.flatMap((kind) => [
      [`${kind} p50 / p99 ms: p50`, felt[kind].p50Ms],
      [`${kind} p50 / p99 ms: p99`, felt[kind].p99Ms],
    ]),
  ),
  '5xx / time-outs: 5xx': felt.serverErrors,
  '5xx / time-outs: time-outs': felt.timeouts,
  'bounds missed':
    bounded.flatMap((kind) => missed(alone[kind], felt[kind])).length + felt.serverErrors + felt.timeouts,
  ...felt.cores,
});

type Latency = z.infer<typeof latenciesSchema>;

/** The median at most half as much again or 25 ms more, the slowest hundredth at most three times or 150 ms more. */
const missed = (alone: Latency, felt: Latency): string[] => [
  ...(felt.p50Ms > Math.max(alone.p50Ms * 1.5, alone.p50Ms + 25) ? ['p50'] : []),
  ...(felt.p99Ms > Math.max(alone.p99Ms * 3, alone.p99Ms + 150) ? ['p99'] : []),
];

const idOf = (body: Record<string, unknown>): string => z.string().parse(body['id']);

type Prepared = AttackTarget & { merchantId: string };

const prepare = async ({ product, attacker }: Place, attack: Attack | undefined): Promise<Prepared> => {
  if (!attack) throw new Error('no such attack');
  const merchant = await product.createMerchant(attack.mode ? { mode: attack.mode } : {});
  const pullEndpointId = await addEndpoint(merchant, { type: 'pull', events: ['tracking_url_added'] });
  const endpointIds: string[] = [];
  for (let index = 0; index < 4; index += 1) {
    const url = `http://127.0.0.1:${attacker.port}/${attack.receiver ?? 'ok'}/${index}`;
    endpointIds.push(await addEndpoint(merchant, { url }));
  }
  const orderIds: string[] = [];
  for (let index = 0; index < (attack.orderBytes === undefined ? 40 : 1); index += 1) {
    const order = attack.orderBytes === undefined ? buildOrder() : orderOf(attack.orderBytes);
    orderIds.push(idOf(expectSuccess(await merchant.create(order))));
  }
  for (const endpointId of endpointIds)
    if (attack.due !== undefined)
      await fillWaiting(product.databaseUrl, { merchantId: merchant.id, endpointId, count: attack.due });
  if (attack.due !== undefined) expectSuccess(await merchant.ready(orderIds[0] ?? ''));
  const port = Number(new URL(product.url('intake-api')).port);
  return { merchantId: merchant.id, port, authorization: basicOf(merchant), endpointIds, pullEndpointId, orderIds };
};

/** The webhooks of a disabled merchant go on: those that are due are held by disabling its endpoints. */
const leave = async ({ product: { operator } }: Place, { merchantId, endpointIds }: Prepared): Promise<void> => {
  await operator.setMerchantStatus(merchantId, 'disabled');
  for (const endpointId of endpointIds) {
    const path = `/operator/v1/endpoints/${endpointId}/disable`;
    const { status } = await operator.call(path, {
      method: 'POST',
      body: { by: 'bench', reason: 'its attack is over' },
    });
    // Some attacks delete endpoints.
    if (status !== 200 && status !== 404) throw new Error(`an endpoint was not disabled: ${status}`);
  }
};

/** The longest of the services' delays of their event loops, as their metrics have it. */
const readLoopDelays = async (product: Product): Promise<number> => {
  const delays = await Promise.all(
    (['intake-api', 'order-state', 'webhook-dispatcher'] as const).map(async (name) => {
      const text = await (await fetch(`${product.url(name)}/metrics`)).text();
      return Number(/^nodejs_eventloop_lag_p99_seconds(?:\{.*\})? (\S+)$/m.exec(text)?.[1] ?? NaN) * 1_000;
    }),
  );
  return Math.max(...delays);
};
