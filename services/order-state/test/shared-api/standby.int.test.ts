import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool, createStandby, type Pool, type Standby, type StandbyOptions } from '@delivery/postgres';
import { createLogger } from '@delivery/service-kit';
import {
  pollUntil,
  type PrivatePostgres,
  startPrivatePostgres,
  startPrivateStandby,
  startTcpProxy,
  targetOf,
} from '@delivery/test-support';
import type { StandbyReadOutcome } from '../../src/shared-api/read-from-standby.js';
import { type Apis, createMerchant, startApis, submitOrder } from '../support/start-apis.js';

type LogLine = { message: string; reason?: string };

let primary: PrivatePostgres;
let server: Awaited<ReturnType<typeof startPrivateStandby>>;
/** A superuser at the standby. */
let admin: Pool;
let standby: Standby;
let apis: Apis;
const outcomes: StandbyReadOutcome[] = [];
const reported: LogLine[] = [];

const silent = createLogger({ service: 'test', level: 'silent' });
const logger = {
  info: (_fields: object, message: string) => void reported.push({ message }),
  /** Each lost connection is logged beside it. */
  warn: (fields: { reason?: string }, message: string) => {
    if (fields.reason) reported.push({ message, reason: fields.reason });
  },
};

/** No test waits for a machine to be fast: lateness and slowness are made. */
const patient = { limits: { connectMs: 30_000, statementMs: 30_000 }, lagMaxMs: 3_600_000, restMs: 0, poolMax: 4 };

const openStandby = (of: Pool, databaseUrl: string, options: Partial<StandbyOptions> = {}): Standby =>
  createStandby({ applicationName: 'test', primary: of, databaseUrl, logger, ...patient, ...options });

beforeAll(async () => {
  primary = await startPrivatePostgres();
  server = await startPrivateStandby(primary);
  admin = createPool({ applicationName: 'admin', databaseUrl: server.urlOf(primary.url), poolMax: 2, logger: silent });
  apis = await startApis({
    serverUrl: primary.url,
    openStandby: (pool, url) => (standby = openStandby(pool, server.urlOf(url))),
    onStandbyRead: (outcome) => outcomes.push(outcome),
  });
  standby.start();
}, 180_000);
afterEach(() => {
  outcomes.length = 0;
  reported.length = 0;
});
afterAll(async () => {
  await apis.stop();
  await admin.end();
  await server.stop();
  await primary.stop();
});

const used = (one = standby) =>
  pollUntil('a standby that is used', () => (one.fault() === undefined ? true : undefined));
const unused = (why: string, one = standby) =>
  pollUntil(`a standby that is not used: ${why}`, () => (one.fault() === why ? true : undefined));

/** Until it shows all that has been written. */
const replayed = async (): Promise<void> => {
  const { rows } = await apis.pool.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn');
  await pollUntil('a standby that has replayed everything', async () => {
    const { rows: seen } = await admin.query<{ done: boolean }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as done',
      [rows[0]!.lsn],
    );
    return seen[0]!.done || undefined;
  });
};
/** From here on the standby shows the state of this moment, despite later writes. */
const freeze = async (): Promise<void> => {
  await replayed();
  await admin.query('select pg_wal_replay_pause()');
  await pollUntil('a standby that stands still', async () => {
    const { rows } = await admin.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state');
    return rows[0]!.state === 'paused' || undefined;
  });
};
const configure = async (setting: string): Promise<void> => {
  await admin.query(`alter system ${setting}`);
  await admin.query('select pg_reload_conf()');
};
const thaw = () => admin.query('select pg_wal_replay_resume()');

const arrange = async (externalId: string) => {
  const merchant = await createMerchant(apis, { webhook_url: 'https://hooks.example.com/orders' });
  const merchantId = merchant.merchant_id;
  const orderId = await submitOrder(apis, merchantId, externalId);
  return { merchantId, orderId, endpointId: merchant.webhook_endpoint!.id };
};
const idsOf = async (path: string): Promise<string[]> => {
  const { status, body } = await apis.internal('GET', path);
  expect(status).toBe(200);
  return body.data.map(({ id }: { id: string }) => id);
};

describe('A standby', () => {
  it('[P33] answers every read that may be late', async () => {
    const { merchantId, orderId, endpointId } = await arrange('A-1');
    await apis.operator('POST', `/orders/${orderId}/status`, { body: { status: 'ready' } });
    await used();
    await replayed();
    const webhooks = ['webhook-deliveries', 'webhook-replays'];
    const internal = [
      'orders',
      `orders/${orderId}/lanes`,
      `search?q=${orderId}`,
      'summary',
      'order-times',
      ...webhooks,
    ];
    const operator = [
      '/merchants',
      `/orders/${orderId}/timeline`,
      `/orders/${orderId}/lanes`,
      '/search?q=A-1',
      '/endpoints',
      `/endpoints/${endpointId}/history?span=hour`,
      ...webhooks.map((path) => `/owners/${merchantId}/${path}`),
      '/dead-letters',
      '/history?span=day',
      `/merchants/${merchantId}/order-times`,
    ];
    for (const path of internal) {
      const { status } = await apis.internal('GET', `/merchants/${merchantId}/${path}`);
      expect([path, status, outcomes.splice(0)]).toEqual([path, 200, ['answered']]);
    }
    for (const path of operator) {
      const { status } = await apis.operator('GET', path);
      expect([path, status, outcomes.splice(0)]).toEqual([path, 200, ['answered']]);
    }
  });

  it('[P33] shows lists as they were; recent writes, and data for a decision, come from the primary', async () => {
    const { merchantId, orderId, endpointId } = await arrange('B-1');
    await used();
    await freeze();
    const newId = await submitOrder(apis, merchantId, 'B-2');
    const mine = `/merchants/${merchantId}`;
    expect(await idsOf(`${mine}/orders`)).toEqual([orderId]);
    expect(outcomes.splice(0)).toEqual(['answered']);
    // The order is found by its id, by its name, and in the feed: the standby is not even asked.
    expect((await apis.internal('GET', `${mine}/orders/${newId}`)).status).toBe(200);
    expect(await idsOf(`${mine}/orders?external_id=B-2`)).toEqual([newId]);
    expect((await apis.internal('GET', `${mine}/orders/${newId}/events`)).status).toBe(200);
    expect((await apis.internal('GET', `${mine}/events`)).status).toBe(200);
    const created = await createMerchant(apis);
    expect((await apis.operator('GET', `/merchants/${created.merchant_id}`)).status).toBe(200);
    const endpoint = `${mine}/webhook-endpoints/${endpointId}`;
    expect((await apis.internal('POST', `${endpoint}/disable`)).body).toMatchObject({ status: 'disabled' });
    expect((await apis.internal('GET', `${endpoint}/waiting`)).status).toBe(200);
    expect((await apis.internal('GET', endpoint)).body).toMatchObject({ status: 'disabled' });
    expect(outcomes).toEqual([]);
    // A standby without a row does not answer that it does not exist.
    expect((await apis.internal('GET', `${mine}/orders/${newId}/lanes`)).status).toBe(200);
    expect(await idsOf(`${mine}/search?q=B-2`)).toEqual([newId]);
    expect((await apis.operator('GET', `/orders/${newId}/timeline`)).status).toBe(200);
    expect((await apis.internal('GET', `${mine}/orders/${'0'.repeat(24)}/lanes`)).status).toBe(404);
    expect(outcomes).toEqual(Array(4).fill('not_found'));
    await thaw();
    await replayed();
    expect(await idsOf(`${mine}/orders`)).toEqual([newId, orderId]);
  });

  it('[P33] that is later than allowed is not used until it has caught up', async () => {
    const { merchantId, orderId } = await arrange('C-1');
    const late = openStandby(apis.pool, server.urlOf(apis.databaseUrl), { lagMaxMs: 1_000 });
    late.start();
    await used(late);
    await freeze();
    const newId = await submitOrder(apis, merchantId, 'C-2');
    await unused('behind', late);
    expect(await late.read(() => Promise.reject(new Error('not to be asked')))).toEqual({ unread: 'behind' });
    expect(late.lagMs()).toBeGreaterThan(1_000);
    await thaw();
    const rows = await pollUntil('an answer of the standby', async () => {
      const read = await late.read(() =>
        late.pool.query<{ id: string }>('select id from orders where merchant_id = $1', [merchantId]),
      );
      return 'answer' in read ? read.answer.rows : undefined;
    });
    expect(rows.map(({ id }) => id).sort()).toEqual([orderId, newId].sort());
    await late.close();
  });
});

describe('While a standby cannot answer, the primary does:', () => {
  it('[P33] a read gives way to replay, and only this one', async () => {
    await used();
    await configure('set max_standby_streaming_delay = 0');
    const read = standby.read(() => standby.pool.query('select count(*), pg_sleep(60) from parked_commands'));
    await pollUntil('a statement under way at the standby', async () => {
      const { rows } = await admin.query<{ count: number }>(
        `select count(*) from pg_stat_activity where query like '%from parked_commands' and wait_event = 'PgSleep'`,
      );
      return rows[0]!.count === 1 || undefined;
    });
    await apis.pool.query('truncate parked_commands');
    expect(await read).toEqual({ unread: 'conflict' });
    await configure('reset max_standby_streaming_delay');
    expect(standby.fault()).toBeUndefined();
  });

  it('[P33] a statement takes too long, or nothing comes back at all', async () => {
    const proxy = await startTcpProxy(() => [targetOf(server.urlOf(primary.url))]);
    const one = openStandby(apis.pool, proxy.urlOf(apis.databaseUrl), {
      limits: { connectMs: 1_000, statementMs: 1_000 },
    });
    one.start();
    const given = (why: string) =>
      pollUntil(`a read that is given up: ${why}`, async () => {
        const read = await one.read(() => one.pool.query('select pg_sleep(60)'));
        return ('unread' in read && read.unread === why) || undefined;
      });
    await given('slow');
    proxy.stall();
    await given('away');
    proxy.restore();
    await used(one);
    await one.close();
    await proxy.close();
  });

  it('a statement that a standby refuses, as of a schema that has not arrived, is the primary’s', async () => {
    await used();
    expect(await standby.read(() => standby.pool.query('create table written (id int)'))).toEqual({
      unread: 'failing',
    });
    await used();
    const ours = new TypeError('a fault that is not the database’s');
    await expect(standby.read(() => Promise.reject(ours))).rejects.toBe(ours);
  });

  it('[P33] it was killed, logged once, and answers again when it is back', async () => {
    const { merchantId, orderId } = await arrange('D-1');
    await used();
    reported.length = 0;
    await server.server.kill9();
    for (let reads = 0; reads < 3; reads += 1)
      expect(await idsOf(`/merchants/${merchantId}/orders`)).toEqual([orderId]);
    expect(outcomes.splice(0)).toEqual(['away', 'away', 'away']);
    await server.server.start();
    await used();
    await replayed();
    expect(await idsOf(`/merchants/${merchantId}/orders`)).toEqual([orderId]);
    expect(outcomes).toEqual(['answered']);
    expect(reported).toEqual([{ message: 'standby.bypassed', reason: 'away' }, { message: 'standby.used' }]);
  });

  it('[P33] the address leads to another database, to none, or to the primary itself', async () => {
    const elsewhere = new URL(server.urlOf(primary.url));
    elsewhere.port = '1';
    const wrong = {
      another_database: server.urlOf(primary.url),
      not_a_standby: apis.databaseUrl,
      away: elsewhere.href,
    };
    for (const [fault, url] of Object.entries(wrong)) {
      const one = openStandby(apis.pool, url);
      one.start();
      await unused(fault, one);
      await one.close();
    }
  });
});
