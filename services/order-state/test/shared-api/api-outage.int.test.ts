import { afterAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { holdRows } from '../support/hold-rows.js';
import { createMerchant, startApis } from '../support/start-apis.js';

const apis = await startApis();
afterAll(() => apis.stop());

describe('While Postgres is away', () => {
  it('both APIs answer 503 with Retry-After, tell nothing of it, and recover by themselves', async () => {
    const { merchant_id } = await createMerchant(apis);
    const name = new URL(apis.databaseUrl).pathname.slice(1);
    const admin = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] });
    await admin.connect();
    try {
      await admin.query(`alter database ${name} with allow_connections false`);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      for (const answer of [
        await apis.operator('GET', '/audit'),
        await apis.operator('POST', '/merchants', { body: { name: 'Cantina' } }),
        await apis.internal('GET', `/merchants/${merchant_id}/orders`),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([503, 'temporarily_unavailable']);
        expect(answer.headers.get('retry-after')).toBe('1');
        expect(answer.text).not.toContain(name);
      }
      await admin.query(`alter database ${name} with allow_connections true`);
      expect((await apis.operator('GET', '/audit')).status).toBe(200);
    } finally {
      await admin.end();
    }
  });
});

describe('While another transaction holds a row', () => {
  it('[P6] a call that needs it is 503 with Retry-After, and others are answered', async () => {
    const held = await createMerchant(apis, { webhook_url: 'http://merchant.example/held' });
    const other = await createMerchant(apis, { webhook_url: 'http://merchant.example/other' });
    const endpointOf = ({ merchant_id, webhook_endpoint }: typeof held) =>
      `/merchants/${merchant_id}/webhook-endpoints/${webhook_endpoint!.id}`;
    const letGo = await holdRows(apis.databaseUrl, 'endpoint_windows where endpoint_id = $1', [
      held.webhook_endpoint!.id,
    ]);
    const answer = await apis.internal('POST', `${endpointOf(held)}/disable`);
    expect([answer.status, answer.body.code]).toEqual([503, 'temporarily_unavailable']);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect((await apis.internal('POST', `${endpointOf(other)}/disable`)).status).toBe(200);
    await letGo();
    expect((await apis.internal('POST', `${endpointOf(held)}/disable`)).status).toBe(200);
  });
});

describe('While the database is prepared', () => {
  it('both APIs answer 503 with Retry-After to authorised callers, 401 to others, and serve the same calls afterwards', async () => {
    let isPrepared = false;
    const starting = await startApis({ isPrepared: () => isPrepared });
    try {
      for (const call of [starting.operator, starting.internal]) {
        const answer = await call('GET', '/merchants/none/orders');
        expect([answer.status, answer.body.code]).toEqual([503, 'temporarily_unavailable']);
        expect(answer.headers.get('retry-after')).toBe('1');
        const stranger = await call('GET', '/merchants/none/orders', { headers: { authorization: 'Bearer wrong' } });
        expect([stranger.status, stranger.body.code]).toEqual([401, 'invalid_credentials']);
      }
      const cookie = `delivery_operator=${'x'.repeat(43)}`;
      expect((await fetch(`${starting.url}/operator/v1/session`, { headers: { cookie } })).status).toBe(503);
      expect((await fetch(`${starting.url}/operator/v1/audit`, { headers: { cookie } })).status).toBe(503);
      isPrepared = true;
      expect((await starting.operator('GET', '/audit')).status).toBe(200);
    } finally {
      await starting.stop();
    }
  });
});
