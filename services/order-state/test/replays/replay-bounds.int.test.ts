import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { settleAll } from '../support/settle-all.js';
import { type Apis, createMerchant, sendAtOnce, startApis, submitOrder, untilAnswered } from '../support/start-apis.js';

let apis: Apis;
beforeAll(async () => {
  apis = await startApis({ isPatient: true });
});
afterAll(() => apis.stop());

const arrange = async () => {
  const { merchant_id: merchantId, webhook_endpoint: endpoint } = await createMerchant(apis, {
    webhook_url: 'https://shop.example/replays',
  });
  return { merchantId, endpointId: endpoint!.id, target: `/merchants/${merchantId}/webhook-replays` };
};

const range = { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z', states: ['delivered', 'exhausted'] };
const otherRange = (day: number) => ({ ...range, since: `2025-12-${day}T00:00:00Z` });
/** As the service asks for them: some at once, and more when these are answered. */
const [rounds, atOnce] = [10, 20];

describe('Replays of single deliveries', () => {
  it('are refused beyond a thousand that run of one merchant, and to no other merchant', async () => {
    const [mine, other] = [await arrange(), await arrange()];
    await apis.pool.query(
      `insert into replays (id, owner_id, delivery_id, fed, total, queued, created_at)
       select gen_random_uuid(), $1, gen_random_uuid(), true, 1, 1, now() from generate_series(1, 999)`,
      [mine.merchantId],
    );
    const orderId = await submitOrder(apis, mine.merchantId, 'one');
    const ofOther = await submitOrder(apis, other.merchantId, 'one');
    for (const id of [orderId, ofOther])
      await apis.operator('POST', `/orders/${id}/status`, { body: { status: 'ready' } });
    await settleAll(apis, mine.endpointId, 'delivered');
    await settleAll(apis, other.endpointId, 'delivered');
    const replay = async ({ merchantId }: typeof mine, index: number) => {
      const { body } = await apis.internal('GET', `/merchants/${merchantId}/webhook-deliveries`);
      return apis.internal('POST', `/merchants/${merchantId}/webhook-deliveries/${body.data[index].id}/replay`);
    };
    expect((await replay(mine, 0)).status).toBe(202);
    const refused = await replay(mine, 1);
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '30',
    ]);
    expect((await replay(other, 0)).status).toBe(202);
  });
});

describe('Replays of ranges', () => {
  it('[P6] are one replay when they are asked for 200 times while it runs, also in other notations', async () => {
    const { target, merchantId } = await arrange();
    const inOtherWords = { since: '2025-12-31T21:00:00-03:00', until: range.until, states: range.states.toReversed() };
    const answers = [];
    for (let round = 0; round < rounds; round += 1) {
      const asked = Array.from({ length: atOnce }, (_, n) =>
        untilAnswered(() => apis.internal('POST', target, { body: n === 7 ? inOtherWords : range })),
      );
      answers.push(...(await Promise.all(asked)));
    }
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(202);
    expect((await apis.internal('GET', target)).body.data).toEqual([answers[0]!.body]);

    const asked = { ...range, by: 'ana', reason: 'ticket 7' };
    const byOperator = await apis.operator('POST', `/owners/${merchantId}/webhook-replays`, { body: asked });
    expect([byOperator.status, byOperator.body]).toEqual([202, answers[0]!.body]);

    await apis.pool.query(`update replays set status = 'completed' where id = $1`, [answers[0]!.body.id]);
    const afterwards = await apis.internal('POST', target, { body: range });
    expect(afterwards.status).toBe(202);
    expect(afterwards.body.id).not.toBe(answers[0]!.body.id);
  });

  it('[P6] are refused beyond five that run of one merchant, also for concurrent calls, and to no other merchant', async () => {
    const { target, merchantId } = await arrange();
    const days = Array.from({ length: 12 }, (_, n) => 10 + n);
    const replay = (day: number) => apis.internal('POST', target, { body: otherRange(day) });
    const asked = await sendAtOnce(days, replay);
    expect(asked.filter(({ status }) => status === 202)).toHaveLength(5);
    const refused = asked.filter(({ status }) => status !== 202);
    expect(refused).toHaveLength(7);
    for (const { status, body, headers } of refused) {
      expect([status, body.code]).toEqual([429, 'rate_limited']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const other = await arrange();
    expect((await apis.internal('POST', other.target, { body: range })).status).toBe(202);
    await apis.pool.query(
      `update replays set status = 'completed'
       where id = (select id from replays where owner_id = $1 limit 1)`,
      [merchantId],
    );
    expect((await apis.internal('POST', target, { body: range })).status).toBe(202);
  });
});
