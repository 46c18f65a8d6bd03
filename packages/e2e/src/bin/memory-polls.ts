/**
 * Prints the memory of one intake-api before and while `POLLS` polls (default 10,000) wait, each of an endpoint of its own,
 * what they cost order-state and the database meanwhile, and how soon one is answered when something comes for it.
 * Needs TEST_DATABASE_URL, TEST_RABBITMQ_URL and TEST_RABBITMQ_MANAGEMENT_URL, and an open file for each poll.
 * `INTAKE_NODE_OPTIONS` is the `NODE_OPTIONS` of intake-api: Node keeps garbage for longer the more memory a machine has.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { pollWaitMaxSeconds, pulledMessagesSchema } from '@delivery/contracts';
import {
  buildOrder,
  expectSuccess,
  type IdleTill,
  type Merchant,
  openTill,
  pollUntil,
  startProduct,
} from '@delivery/test-support';

const pollCount = Number(process.env['POLLS'] ?? 10_000);
/** A merchant may have five. */
const endpointsEach = 5;
const handOutCount = 200;
const concurrency = 16;
const print = (line: string) => process.stdout.write(`${line}\n`);

const intakeEnv = { NODE_ENV: 'production', NODE_OPTIONS: process.env['INTAKE_NODE_OPTIONS'] ?? '' };
const product = await startProduct({ env: { 'intake-api': intakeEnv } });
const database = new pg.Client({ connectionString: product.databaseUrl, application_name: 'memory-polls' });
await database.connect();

const residentMiB = (): number => {
  const status = readFileSync(`/proc/${product.service('intake-api').pid() ?? 0}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
};
const readMetric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${product.url('intake-api')}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
};
const countTransactions = async (): Promise<number> => {
  const { rows } = await database.query<{ n: number }>(
    'select (xact_commit + xact_rollback)::int as n from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.n ?? 0;
};
/** The cost of one window of time. */
const watch = async (when: string, seconds: number): Promise<void> => {
  const before = [await countTransactions(), await readMetric('intake_pull_requests_total')] as const;
  await delay(seconds * 1_000);
  const transactions = ((await countTransactions()) - before[0]) / seconds;
  const takes = ((await readMetric('intake_pull_requests_total')) - before[1]) / seconds;
  const open = await readMetric('intake_polls_open');
  const heap = await readMetric('nodejs_heap_size_used_bytes');
  print(
    `${when}: intake-api ${residentMiB()} MiB (heap used ${Math.round(heap / 2 ** 20)}), ${open} polls open; each second ${transactions.toFixed(1)} transactions, ${takes.toFixed(1)} takes`,
  );
};

type Shop = { merchant: Merchant; endpointIds: string[] };

/** `concurrency` at a time. */
const times = async (count: number, work: (place: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const workOn = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, workOn));
};
const shops: Shop[] = [];
await times(Math.ceil(pollCount / endpointsEach), async () => {
  shops.push({ merchant: await product.createMerchant(), endpointIds: [] });
});
// Asking for each by its token would be limited.
await pollUntil('all merchants known to intake-api', async () =>
  (await readMetric('intake_directory_merchants')) >= shops.length ? true : undefined,
);
await times(shops.length * endpointsEach, async (place) => {
  const shop = shops[place % shops.length];
  const call = { method: 'POST', body: { type: 'pull', events: ['delivery_requested'] } };
  const answer = await shop?.merchant.call('/v1/webhook-endpoints', call);
  if (answer) shop?.endpointIds.push(String(expectSuccess(answer)['id']));
});
// Memory that the set-up has left behind is not measured.
await product.restart('intake-api');
await watch(`with ${shops.length} merchants and no poll`, 5);

const tills: IdleTill[] = [];
const tillsOf = new Map<Shop, IdleTill[]>();
for (const shop of shops) {
  const opened = shop.endpointIds.map((endpointId) =>
    openTill({ url: product.url('intake-api'), ...shop.merchant, endpointId, waitSeconds: pollWaitMaxSeconds }),
  );
  await Promise.all(opened.map((till) => till.connected));
  tillsOf.set(shop, opened);
  tills.push(...opened);
}
const areAllOpen = async () => ((await readMetric('intake_polls_open')) >= tills.length ? true : undefined);
await pollUntil('all polls open', areAllOpen);
await watch('all wait', 10);
await watch(`all wait and come again after ${pollWaitMaxSeconds} s`, 1.5 * pollWaitMaxSeconds);

/** Makes an order ready, and waits until each till of its shop was handed the event. @returns ids and times of arrival */
const handOut = async (shop: Shop): Promise<{ id: string; atMs: number }[]> => {
  const arrivals = (tillsOf.get(shop) ?? []).map(async (till, place) => {
    const { body, atMs } = await till.nextMessages();
    const ids = pulledMessagesSchema.parse(JSON.parse(body)).data.map(({ id }) => id);
    const call = { method: 'POST', body: { ids } };
    expectSuccess(await shop.merchant.call(`/v1/webhook-endpoints/${shop.endpointIds[place]}/ack`, call));
    return ids.map((id) => ({ id, atMs }));
  });
  const orderId = String(expectSuccess(await shop.merchant.create(buildOrder()))['id']);
  expectSuccess(await shop.merchant.ready(orderId));
  return (await Promise.all(arrivals)).flat();
};
const arrivals: { id: string; atMs: number }[] = [];
for (let n = 0; n < handOutCount; n += 1) {
  const shop = shops[Math.floor((n * shops.length) / handOutCount)];
  if (shop) arrivals.push(...(await handOut(shop)));
}
const { rows } = await database.query<{ id: string; created_at: Date }>(
  'select id, created_at from all_deliveries where id = any($1)',
  [arrivals.map(({ id }) => id)],
);
const writtenAt = new Map(rows.map(({ id, created_at }) => [id, created_at.getTime()]));
const latencies = arrivals
  .map(({ id, atMs }) => atMs - (writtenAt.get(id) ?? Number.NaN))
  .sort((one, other) => one - other);
const quantile = (share: number) => latencies[Math.ceil(latencies.length * share) - 1];
print(
  `from the writing of a row, before its COMMIT, to its answer: p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, max ${quantile(1)} ms of ${latencies.length}`,
);
await watch('at the end', 10);
for (const till of tills) till.close();
await database.end();
await product.close();
