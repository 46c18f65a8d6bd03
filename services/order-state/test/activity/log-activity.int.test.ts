import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { logActivity } from '../../src/activity/log-activity.js';
import { createMerchant, startApis } from '../support/start-apis.js';

type Fields = Record<string, unknown> & { activity: { id: number } };

let lines: Fields[];
const apis = await startApis();
beforeEach(async () => {
  await logActivity({ pool: apis.pool, logger: { info: () => undefined } });
  lines = [];
});
afterAll(() => apis.stop());

const write = (info = (fields: unknown) => void lines.push(fields as Fields)) =>
  logActivity({ pool: apis.pool, logger: { info } });

const change = async () => {
  const { merchant_id: merchantId, token } = await createMerchant(apis, {
    name: 'Cantina da Praça',
    webhook_url: 'https://hooks.example.com/orders?key=secret',
  });
  const body = { create_per_minute: 5, by: 'ana', reason: 'Dona Maria called' };
  expect((await apis.operator('PATCH', `/merchants/${merchantId}`, { body })).status).toBe(200);
  return { merchantId, token };
};

it('[P8] writes each change to the log with its OCSF class and the names of settings, and no value', async () => {
  const { merchantId, token } = await change();
  await write();
  expect(lines).toMatchObject([
    { category_uid: 3, class_uid: 3001, activity_id: 1, type_uid: 300101, action: 'merchant.created' },
    { category_uid: 6, class_uid: 6003, activity_id: 1, type_uid: 600301, action: 'endpoint.created' },
    {
      ...{ class_uid: 3001, activity_id: 99, type_uid: 300199, action: 'merchant.changed' },
      ...{ actor: { type: 'token', name: 'ana' }, subject: { type: 'merchant', id: merchantId } },
      changed: ['create_per_minute'],
    },
  ]);
  const text = JSON.stringify(lines);
  for (const hidden of ['Maria', 'key=secret', token, token.slice(-4), 'before', 'after'])
    expect(text).not.toContain(hidden);
});

it('writes a line once, also from two replicas at once', async () => {
  await change();
  await Promise.all([write(), write()]);
  await write();
  expect(new Set(lines.map(({ activity }) => activity.id)).size).toBe(3);
  expect(lines).toHaveLength(3);
});

it('writes a line again if the process died before it was marked', async () => {
  await change();
  const dying = write(() => {
    throw new Error('killed');
  });
  await expect(dying).rejects.toThrow('killed');
  await write();
  expect(lines).toHaveLength(3);
});

it('writes two hundred lines at a time, and asks to go on', async () => {
  await apis.pool.query(
    `insert into activity (action, actor_type, subject_type, subject_id)
     select 'endpoint.sent_now', 'system', 'endpoint', gen_random_uuid() from generate_series(1, 250)`,
  );
  expect([await write(), lines.length]).toEqual([1, 200]);
  expect([await write(), lines.length]).toEqual([0, 250]);
});
