import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createMerchant, startApis, type Apis } from './start-apis.js';

let apis: Apis;
beforeAll(async () => {
  apis = await startApis();
});
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
