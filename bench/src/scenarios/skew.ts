import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { buildOrder, callJson, expectSuccess, type Merchant, pollUntil, type Product } from '@delivery/test-support';
import { type Child, startChild } from '../load/child.js';
import type { Neighbour, NeighbourLoad } from '../load/neighbour.js';
import type { Figures } from '../measure/compare.js';
import { fillPiles, type Piles, type PileTargets } from '../measure/fill-piles.js';
import { openPostgresCounters } from '../measure/postgres-counters.js';
import { type Row, wideRow } from '../report/row.js';
import { addEndpoint, moveIn } from '../subjects/move-in.js';
import { type ShiftedPostgres, startShiftedPostgres } from '../subjects/shifted-postgres.js';
import { startRetention } from '../subjects/start-retention.js';
import { startSubjectProduct } from '../subjects/start-subject-product.js';
import type { Scenario, Settings } from './scenario.js';

/** Ten times the maxima of ADR 4, and far more than any of them. */
const tenfold: Piles = { events: 20_000, lane: 20_000, repeats: 1_000, gates: 20_000 };
const whole: Piles = { events: 500_000, lane: 300_000, repeats: 400_000, gates: 100_000 };
const quickPiles: Piles = { events: 500, lane: 200, repeats: 100, gates: 200 };

/**
 * A merchant that behaves beside one with piles of data that the API would have refused, whose rows are locked, beside a clock that is
 * set back, and with a Postgres that is slow for everyone.
 */
export const skew: Scenario = async (settings) => {
  const postgres = await startShiftedPostgres(settings.log);
  const subject = await startSubjectProduct(settings.world, { databaseUrl: postgres.url });
  const neighbour = await startChild('src/load/neighbour');
  try {
    const place: Place = { ...settings, postgres, product: subject.product, neighbour };
    return await measureAll(place, await moveIn(subject.product, neighbour));
  } finally {
    await neighbour.stop();
    await subject.stop();
    await postgres.stop();
  }
};

type Place = Settings & { postgres: ShiftedPostgres; product: Product; neighbour: Child };

const measureAll = async (place: Place, merchant: Neighbour): Promise<Row[]> => {
  const { quick, postgres } = place;
  const [seconds, minutes] = quick ? [2, 2] : [15, 120];
  const feel = createFeel(place, merchant);
  await feel('warm-up', seconds);
  const rows = [await feel('alone', 2 * seconds)];
  for (const [what, piles] of quick ? [['piles', quickPiles] as const] : sizes) {
    const heavy = await moveHeavyIn(place, piles);
    rows.push(await feel(`beside ${describe(piles)}: ${what}`, 2 * seconds, [heavy.touch]));
    rows.push(await feel(`${what}: its endpoint's rows locked`, minutes, [heavy.touch, heavy.lockEndpoint]));
    rows.push(await emptied(place, heavy, what));
  }
  if (postgres.canShift)
    for (const offset of ['-40s', '-25d']) {
      await postgres.setOffset(offset);
      await delay(quick ? 0 : 2_000);
      rows.push(await feel(`Postgres' clock set by ${offset}`, 2 * seconds));
    }
  rows.push(await feel('Postgres answers one second in ten', minutes, [slowPostgres]), await feel('after it', seconds));
  rows.push(await retained(place));
  return rows;
};

const sizes = [
  ['ten times the maxima', tenfold],
  ['far beyond', whole],
] as const;

const describe = ({ events, lane, repeats, gates }: Piles): string =>
  `${events} events of an order, a lane of ${lane}, ${repeats} repeats of a delivery, ${gates} closed gates`;

/** A load that runs beside the neighbour until `signal` aborts. @returns its own figures */
type Beside = (place: Place, signal: AbortSignal) => Promise<Figures>;

const latenciesSchema = z.object({ p50Ms: z.number(), p99Ms: z.number() });
const feltSchema = z.object({
  create: latenciesSchema,
  read: latenciesSchema,
  webhook: latenciesSchema,
  webhookMaxMs: z.number(),
  serverErrors: z.number(),
  timeouts: z.number(),
});

const createFeel = (place: Place, merchant: Neighbour) => {
  const { product, neighbour, log } = place;
  const servers = { orderStateUrl: product.url('order-state'), operatorToken: product.operator.token };
  const load = { intakeUrl: product.url('intake-api'), merchants: [merchant], ...servers };
  return async (what: string, seconds: number, besides: readonly Beside[] = []): Promise<Row> => {
    log(`skew: ${what}`);
    const end = new AbortController();
    const running = besides.map((beside) => beside(place, end.signal));
    const felt = feltSchema.parse(await neighbour.call('run', { ...load, seconds } satisfies NeighbourLoad));
    end.abort();
    const own = await Promise.all(running);
    const row = wideRow('skew', what, {
      'webhook p50 / p99 / latest ms: p50': felt.webhook.p50Ms,
      'webhook p50 / p99 / latest ms: p99': felt.webhook.p99Ms,
      'webhook p50 / p99 / latest ms: latest': felt.webhookMaxMs,
      'create p50 / p99 ms: p50': felt.create.p50Ms,
      'create p50 / p99 ms: p99': felt.create.p99Ms,
      '5xx / time-outs: 5xx': felt.serverErrors,
      '5xx / time-outs: time-outs': felt.timeouts,
      ...(await readState(place)),
      ...Object.fromEntries(own.flatMap((figures) => Object.entries(figures))),
    });
    // A later step may fail after many minutes.
    log(`skew: ${JSON.stringify(row.product)}`);
    return row;
  };
};

const readState = async ({ product }: Place): Promise<Figures> => {
  const listed = expectSuccess(await product.operator.call('/operator/v1/set-aside'));
  const ready = await callJson(`${product.url('order-state')}/readyz`);
  return {
    'set aside': z.array(z.unknown()).parse(listed['data']).length,
    degraded: Object.keys(
      z.object({ degraded: z.record(z.string(), z.unknown()).default({}) }).parse(ready.body).degraded,
    ).length,
  };
};

type Heavy = { merchant: Merchant; endpointIds: string[]; touch: Beside; lockEndpoint: Beside };

/** A merchant with an order whose webhooks wait, one whose webhook was delivered, and a disabled endpoint; then the piles. */
const moveHeavyIn = async ({ product, world, log }: Place, piles: Piles): Promise<Heavy> => {
  log(`skew: fills ${describe(piles)}`);
  await world.answerSlowlyAfter(0);
  const merchant = await product.createMerchant({ webhookUrl: `${world.slowUrl}/lane` });
  const [laneEndpointId] = await endpointsOf(merchant);
  const disabledEndpointId = await addEndpoint(merchant, {
    url: `${world.slowUrl}/gates`,
    events: ['tracking_url_added'],
  });
  await disable(merchant, disabledEndpointId);
  const repeated = await sellOne(merchant);
  const repeatedDeliveryId = await pollUntil('a webhook is delivered', () =>
    firstDelivery(merchant, repeated, 'delivered'),
  );
  // The second webhook of an order waits behind its first, and stays when the endpoint is disabled meanwhile.
  await world.answerSlowlyAfter(3_000);
  const orderId = await sellOne(merchant);
  const waitingDeliveryId = await pollUntil('a webhook waits', () => firstDelivery(merchant, orderId, 'waiting'));
  await disable(merchant, laneEndpointId);
  await pollUntil('the first is delivered', () => firstDelivery(merchant, orderId, 'delivered'));
  await world.answerSlowlyAfter(0);
  const targets: PileTargets = { orderId, repeatedDeliveryId, disabledEndpointId };
  await fillPiles(product.databaseUrl, targets, piles);
  await enable(merchant, laneEndpointId);
  return {
    merchant,
    endpointIds: [laneEndpointId, disabledEndpointId],
    touch: touchPiles(merchant, { orderId, repeatedDeliveryId, waitingDeliveryId }),
    lockEndpoint: lockRows(laneEndpointId),
  };
};

const idsSchema = z.array(z.object({ id: z.string() }));
const endpointsOf = async (merchant: Merchant): Promise<[string, ...string[]]> => {
  const { data } = expectSuccess(await merchant.call('/v1/webhook-endpoints'));
  return z.tuple([z.string()], z.string()).parse(idsSchema.parse(data).map(({ id }) => id));
};
const endpointCall = (what: string) => async (merchant: Merchant, id: string) =>
  expectSuccess(await merchant.call(`/v1/webhook-endpoints/${id}/${what}`, { method: 'POST' }));
const [disable, enable] = [endpointCall('disable'), endpointCall('enable')];

const sellOne = async (merchant: Merchant): Promise<string> => {
  const orderId = z.string().parse(expectSuccess(await merchant.create(buildOrder()))['id']);
  expectSuccess(await merchant.ready(orderId));
  return orderId;
};

const firstDelivery = async (merchant: Merchant, orderId: string, state: string): Promise<string | undefined> => {
  const { data } = expectSuccess(await merchant.call(`/v1/webhook-deliveries?order_id=${orderId}&state=${state}`));
  return idsSchema.parse(data)[0]?.id;
};

/** All that reads or writes the piles, one call after the other: refusals are right, a 5xx or a time-out is counted. */
const touchPiles =
  (merchant: Merchant, ids: { orderId: string; repeatedDeliveryId: string; waitingDeliveryId: string }): Beside =>
  async ({ product }, signal) => {
    const { orderId, repeatedDeliveryId, waitingDeliveryId } = ids;
    const calls: (() => Promise<{ status: number }>)[] = [
      () => product.operator.trackingUrl(orderId, `https://track.example/${Date.now()}`),
      () => product.operator.status(orderId, 'on_route_to_pickup'),
      () => product.operator.call(`/operator/v1/orders/${orderId}/timeline`),
      () =>
        product.operator.call(`/operator/v1/orders/${orderId}/status`, {
          method: 'POST',
          body: { status: 'delivered' },
        }),
      () => merchant.get(orderId),
      () => merchant.call(`/v1/webhook-deliveries?order_id=${orderId}`),
      () => merchant.call('/v1/webhook-deliveries'),
      () => merchant.call(`/v1/webhook-deliveries/${repeatedDeliveryId}`),
      () => merchant.call(`/v1/webhook-deliveries/${repeatedDeliveryId}/replay`, { method: 'POST' }),
      () => merchant.call(`/v1/webhook-deliveries/${waitingDeliveryId}/send-now`, { method: 'POST' }),
      () => merchant.call('/v1/events?limit=100'),
      () => merchant.call('/v1/webhook-endpoints'),
    ];
    let [done, failed, slowestMs] = [0, 0, 0];
    while (!signal.aborted)
      for (const call of calls) {
        const fromMs = performance.now();
        const { status } = await call().catch(() => ({ status: 599 }));
        done += 1;
        failed += status >= 500 ? 1 : 0;
        slowestMs = Math.max(slowestMs, performance.now() - fromMs);
      }
    return {
      'its own calls / 5xx / slowest ms: calls': done,
      'its own calls / 5xx / slowest ms: 5xx': failed,
      'its own calls / 5xx / slowest ms: slowest': slowestMs,
    };
  };

const withSession = async (url: string, work: (client: pg.Client) => Promise<unknown>): Promise<Figures> => {
  const client = new pg.Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
  return {};
};

const lockRows =
  (endpointId: string): Beside =>
  ({ product }, signal) =>
    withSession(product.databaseUrl, async (client) => {
      await client.query('begin');
      await client.query('select from endpoints where id = $1 for update', [endpointId]);
      await client.query('select from endpoint_windows where endpoint_id = $1 for update', [endpointId]);
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    });

const slowPostgres: Beside = async ({ product }, signal) => {
  const counters = await openPostgresCounters(product.databaseUrl);
  const [[server = 0]] = [await counters.serverPids()];
  const send = async (name: NodeJS.Signals) => {
    // Backends end meanwhile.
    for (const pid of (await counters.serverPids()).filter((each) => each !== server && each > 0))
      try {
        process.kill(pid, name);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
  };
  while (!signal.aborted) {
    await send('SIGSTOP');
    await delay(9_000, undefined, { signal }).catch(() => undefined);
    await send('SIGCONT');
    await delay(1_000);
  }
  await counters.close();
  return {};
};

const leftSql = `select exists (select from webhook_deliveries where endpoint_id = any($1) and state in ('waiting', 'in_flight')) as left`;

/** Its endpoints are deleted: what waits for them is skipped, in steps, until nothing does. */
const emptied = async (place: Place, { merchant, endpointIds }: Heavy, what: string): Promise<Row> => {
  const { product, log } = place;
  log(`skew: ${what}: emptied`);
  const fromMs = Date.now();
  for (const id of endpointIds) expectSuccess(await merchant.call(`/v1/webhook-endpoints/${id}`, { method: 'DELETE' }));
  await withSession(product.databaseUrl, (client) =>
    pollUntil(
      'nothing waits for its endpoints any more',
      async () => {
        const { rows } = await client.query<{ left: boolean }>(leftSql, [endpointIds]);
        return rows[0]?.left === false ? true : undefined;
      },
      1_800_000,
    ),
  );
  if (!(await product.operator.audit()).balanced) throw new Error('the ledger is not balanced');
  const state = await readState(place);
  return wideRow('skew', `${what}: its endpoints deleted`, {
    ...state,
    'seconds until nothing waits': (Date.now() - fromMs) / 1_000,
  });
};

/** Erasure and retention, two days ahead. */
const retained = async (place: Place): Promise<Row> => {
  const { product, log } = place;
  log('skew: retention');
  const retention = await startRetention(product.databaseUrl);
  const soonMs = Date.now() + 2 * 24 * 3_600_000;
  try {
    const erased = await retention.run({ eraseBeforeMs: soonMs, purgeBeforeMs: 0 });
    const purged = await retention.run({ eraseBeforeMs: soonMs, purgeBeforeMs: soonMs });
    return wideRow('skew', `${erased.erased} orders erased, ${purged.purged} purged`, {
      ...(await readState(place)),
      'seconds of erasure / retention: erasure': erased.seconds,
      'seconds of erasure / retention: retention': purged.seconds,
      'statements that timed out': erased.timeouts + purged.timeouts,
    });
  } finally {
    await retention.stop();
  }
};
