import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { pollWaitMaxSeconds, pulledMessagesSchema } from '@delivery/contracts';
import { expectSuccess, type IdleTill, type Merchant, openTill, pollUntil } from '@delivery/test-support';
import { summarizeLatencies } from '../measure/latencies.js';
import { cpuDuring } from '../measure/process-costs.js';
import { residentMegabytes } from '../measure/resident-megabytes.js';
import { figuresRow, type Row } from '../report/row.js';
import { startSubjectProduct, type SubjectProduct } from '../subjects/start-subject-product.js';
import type { Scenario, Settings } from './scenario.js';

const handOutMaxMs = 50;
const atMostMegabytes = 150;
const endpointsEach = 5;
const pollsEach = 10;

/** Of pull endpoints: from the release of a message to the till, and the cost of 1,000 and of 10,000 waiting polls. */
export const pull: Scenario = async (settings) => {
  const subject = await startSubjectProduct(settings.world);
  const tills: IdleTill[] = [];
  try {
    const [some, many] = settings.quick ? [50, 100] : [1_000, 10_000];
    const rows = [await handOutRow(settings, subject, 'no other poll waits')];
    await openPolls(subject, tills, some);
    rows.push(await handOutRow(settings, subject, `${some} polls wait`));
    rows.push(await waitingRow(settings, subject, tills.length));
    await openPolls(subject, tills, many);
    rows.push(await waitingRow(settings, subject, tills.length));
    return rows;
  } finally {
    for (const till of tills) till.close();
    await subject.stop();
  }
};

const addPullEndpoint = async (merchant: Merchant): Promise<string> => {
  const body = { type: 'pull', events: ['delivery_requested'] };
  const added = expectSuccess(await merchant.call('/v1/webhook-endpoints', { method: 'POST', body }));
  return z.string().parse(added['id']);
};

const openTillOf = ({ product }: SubjectProduct, merchant: Merchant, endpointId: string): IdleTill =>
  openTill({ url: product.url('intake-api'), ...merchant, endpointId, waitSeconds: pollWaitMaxSeconds });

/** Orders of a merchant of its own are made ready one after the other; from the writing of the row, before its COMMIT, to its answer. */
const handOutRow = async ({ quick }: Settings, subject: SubjectProduct, beside: string): Promise<Row> => {
  const merchant = await subject.product.createMerchant();
  const endpointId = await addPullEndpoint(merchant);
  const till = openTillOf(subject, merchant, endpointId);
  const arrivedMs = new Map<string, number>();
  try {
    await till.connected;
    for (const orderId of await subject.createOrders(quick ? 20 : 500, [merchant])) {
      const next = till.nextMessages();
      expectSuccess(await merchant.ready(orderId));
      const { body, atMs } = await next;
      const ids = pulledMessagesSchema.parse(JSON.parse(body)).data.map(({ id }) => id);
      for (const id of ids) arrivedMs.set(id, atMs);
      expectSuccess(await merchant.call(`/v1/webhook-endpoints/${endpointId}/ack`, { method: 'POST', body: { ids } }));
    }
  } finally {
    till.close();
  }
  const writtenMs = await readWrittenMs(subject, [...arrivedMs.keys()]);
  const { p50Ms, p99Ms } = summarizeLatencies(
    [...arrivedMs].map(([id, atMs]) => atMs - (writtenMs.get(id) ?? Number.NaN)),
  );
  const targets = quick ? [] : [{ figure: 'p99Ms', of: 'product' as const, atMost: handOutMaxMs }];
  return figuresRow('pull', `release → till, ${beside}`, { p50Ms, p99Ms }, targets);
};

const readWrittenMs = async (
  { product }: SubjectProduct,
  deliveryIds: readonly string[],
): Promise<Map<string, number>> => {
  const database = new pg.Client({ connectionString: product.databaseUrl, application_name: 'bench' });
  await database.connect();
  try {
    const { rows } = await database.query<{ id: string; created_at: Date }>(
      'select id, created_at from all_deliveries where id = any($1)',
      [deliveryIds],
    );
    return new Map(rows.map(({ id, created_at }) => [id, created_at.getTime()]));
  } finally {
    await database.end();
  }
};

const openPolls = async (subject: SubjectProduct, tills: IdleTill[], count: number): Promise<void> => {
  const perMerchant = endpointsEach * pollsEach;
  const merchants: Merchant[] = [];
  while (merchants.length * perMerchant < count - tills.length) merchants.push(await subject.product.createMerchant());
  // Asking for each by its token would be limited.
  await untilMetric(subject, 'intake_directory_merchants', (known) => known >= merchants.length + 2);
  for (const merchant of merchants) {
    for (let n = 0; n < endpointsEach && tills.length < count; n += 1) {
      const endpointId = await addPullEndpoint(merchant);
      const length = Math.min(pollsEach, count - tills.length);
      const opened = Array.from({ length }, () => openTillOf(subject, merchant, endpointId));
      await Promise.all(opened.map((till) => till.connected));
      tills.push(...opened);
    }
  }
  await untilMetric(subject, 'intake_polls_open', (open) => open >= count);
};

const untilMetric = ({ product }: SubjectProduct, name: string, isSo: (value: number) => boolean): Promise<true> =>
  pollUntil(name, async () => {
    const text = await (await fetch(`${product.url('intake-api')}/metrics`)).text();
    const value = Number(new RegExp(`^${name}(?:{[^}]*})? (\\d+)$`, 'm').exec(text)?.[1]);
    return isSo(value) ? true : undefined;
  });

/** Longer than a poll waits, so that each of them has come again once. */
const watchSeconds = 1.5 * pollWaitMaxSeconds;

const waitingRow = async ({ quick }: Settings, subject: SubjectProduct, polls: number): Promise<Row> => {
  const seconds = quick ? 1 : watchSeconds;
  const { cpu } = await cpuDuring(subject.pids(), () => delay(seconds * 1_000));
  const memory = await residentMegabytes(subject.pids());
  const figures: Record<string, number> = { 'intake-api 0 MB': memory['intake-api 0'] ?? Number.NaN };
  for (const [name, used] of Object.entries(cpu)) figures[`${name}: CPU ms/s`] = (used * 1_000) / seconds;
  const targets = quick ? [] : [{ figure: 'intake-api 0 MB', of: 'product' as const, atMost: atMostMegabytes }];
  return figuresRow('pull', `${polls} polls that wait and come again after ${pollWaitMaxSeconds} s`, figures, targets);
};
