import { afterAll, describe, expect, it } from '@jest/globals';
import { operatorOrderLanesSchema, orderLanesSchema } from '@delivery/contracts';
import { createMerchant, readyOrder, startApis } from '../support/start-apis.js';

const apis = await startApis();
afterAll(() => apis.stop());

/** The states of an endpoint. `size`: of a push endpoint whose attempts failed. */
const states = [
  { type: 'push', size: 16, end: undefined },
  { type: 'push', size: 2, end: undefined },
  { type: 'push', size: 2, end: 'disable' },
  { type: 'push', size: 2, end: 'delete' },
  { type: 'push', size: 16, end: 'delete' },
  { type: 'pull', size: 0, end: undefined },
  { type: 'pull', size: 0, end: 'disable' },
  { type: 'pull', size: 0, end: 'delete' },
] as const;

const arrange = async ({ type, size, end }: (typeof states)[number], externalId: string) => {
  const { merchant_id: merchantId } = await createMerchant(apis);
  const endpoints = `/merchants/${merchantId}/webhook-endpoints`;
  const settings = type === 'push' ? { url: 'https://shop.example/hook' } : { type };
  const created = await apis.internal('POST', endpoints, { body: settings });
  const endpointId = String(created.body.id);
  const orderId = await readyOrder(apis, merchantId, externalId);
  await apis.pool.query(`update webhook_deliveries set state = 'waiting' where order_id = $1`, [orderId]);
  await apis.pool.query(
    `update endpoint_windows set size = $2, in_flight = 0, failing_since = now() where endpoint_id = $1`,
    [endpointId, size],
  );
  if (end === 'disable') await apis.internal('POST', `${endpoints}/${endpointId}/disable`);
  if (end === 'delete') await apis.internal('DELETE', `${endpoints}/${endpointId}`);
  const { rows } = await apis.pool.query<{ id: string }>('select id from webhook_deliveries where order_id = $1', [
    orderId,
  ]);
  return { merchantId, endpointId, orderId, deliveryIds: rows.map(({ id }) => id) };
};

describe('A merchant whose one endpoint', () => {
  it.each(states.map((state, index) => ({ ...state, index })))(
    'is $type, with a window of $size (end: $end), is read without a failure, by itself and by an operator',
    async ({ index, ...state }) => {
      const { merchantId, endpointId, orderId, deliveryIds } = await arrange(state, `state-${index}`);
      const own = `/merchants/${merchantId}`;
      const ownPaths = [
        ...['', '/events', '/lanes'].map((path) => `/orders/${orderId}${path}`),
        ...['/orders', '/events', '/summary', '/webhook-endpoints', '/webhook-deliveries', '/webhook-replays'],
        `/search?q=state-${index}`,
        ...deliveryIds.map((id) => `/webhook-deliveries/${id}`),
      ];
      const operatorPaths = [
        ...['timeline', 'lanes', 'customer'].map((path) => `/orders/${orderId}/${path}`),
        ...['', '/history'].map((path) => `/endpoints/${endpointId}${path}`),
        own,
        ...['webhook-deliveries', 'webhook-replays'].map((name) => `/owners/${merchantId}/${name}`),
        ...['/merchants', '/endpoints', '/status', '/audit', '/history', `/search?q=state-${index}`],
        `/orders?external_id=state-${index}`,
      ];
      const previews = [
        { delivery_ids: deliveryIds },
        { since: '2026-01-01T00:00:00Z', until: '2036-01-01T00:00:00Z', states: ['delivered'] },
      ];
      const answers = [];
      // One after the other: a merchant may have two lists under way.
      for (const path of ownPaths) answers.push({ path, ...(await apis.internal('GET', own + path)) });
      for (const path of operatorPaths) answers.push({ path, ...(await apis.operator('GET', path)) });
      const path = '/webhook-replays/preview';
      for (const body of previews) answers.push({ path, ...(await apis.internal('POST', own + path, { body })) });
      expect(
        answers.filter(({ status }) => status !== 200).map(({ path, status, text }) => [path, status, text]),
      ).toEqual([]);
    },
  );

  it('[P5] is disabled or deleted sees that in the lanes of an order, as an operator does', async () => {
    for (const state of states.filter(({ end }) => end !== undefined)) {
      const { merchantId, orderId } = await arrange(state, 'ended-1');
      const [status, detail] = state.end === 'delete' ? ['deleted', 'deleted'] : ['disabled', 'requested'];
      const path = `/orders/${orderId}/lanes`;
      const own = orderLanesSchema.parse((await apis.internal('GET', `/merchants/${merchantId}${path}`)).body);
      const operators = operatorOrderLanesSchema.parse((await apis.operator('GET', path)).body);
      for (const [lane] of [own.lanes, operators.lanes]) {
        expect(lane?.endpoint).toMatchObject({ status, health: 'disabled' });
        if (status === 'disabled') expect(lane?.deliveries.map(({ state }) => state)).toEqual(['held', 'held']);
        expect(lane?.deliveries.map(({ waits_for }) => waits_for)).toMatchObject([
          { reason: 'held', detail },
          { reason: 'held', detail },
        ]);
      }
    }
  });
});
