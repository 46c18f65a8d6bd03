import { afterAll, expect, it } from '@jest/globals';
import { type CourierMessage, csvMark, type OrderStatus, orderTimesSchema } from '@delivery/contracts';
import { purgeOrderTimes } from '../../src/dashboards/order-times-queries.js';
import { saveOrderTimes } from '../../src/dashboards/record-history.js';
import { createOrderTimesCounter } from '../../src/dashboards/rules/count-order-times.js';
import { accept, createSystem, release } from '../support/courier-world.js';
import { messageOf, newOrderId } from '../support/messages.js';
import { type Apis, createMerchant, orderContent, startApis } from '../support/start-apis.js';

const minuteMs = 60_000;
// In São Paulo it is still November.
const startMs = Date.UTC(2026, 11, 1, 1);
let nowMs = startMs;
const apis = await startApis({ isPatient: true, now: () => nowMs });
afterAll(() => apis.stop());

const counter = createOrderTimesCounter(() => null);
const save = () => saveOrderTimes({ pool: apis.pool, orderTimes: counter });

type Message = Parameters<Apis['applyMessage']>[0];
type Step = [afterMinutes: number, message: Message];

/** Each message comes twice, as after a process died between COMMIT and ack. */
const apply = async (...steps: readonly Step[]): Promise<void> => {
  for (const [afterMinutes, message] of steps) {
    nowMs += afterMinutes * minuteMs;
    for (let time = 0; time < 2; time += 1) counter.onApplied((await apis.applyMessages([message])).plan);
  }
};

const startWorld = async () => {
  const { merchant_id: merchantId } = await createMerchant(apis, { time_zone: 'America/Sao_Paulo' });
  const systemId = await createSystem(apis, [merchantId]);
  const body = { name: 'Augusta', phone: '1130001000', address: orderContent('x').address, default: true };
  expect((await apis.internal('PUT', `/merchants/${merchantId}/stores/augusta`, { body })).status).toBe(201);
  const own = (orderId: string, type: string, payload: object) =>
    messageOf(orderId, { type, merchant_id: merchantId, payload }, nowMs);
  return {
    merchantId,
    systemId,
    submit: (orderId: string, storeRef?: string) => {
      const order = { ...orderContent(orderId), ...(storeRef && { store_ref: storeRef }) };
      return own(orderId, 'order.submitted', { order, external_data: '{}' });
    },
    ready: (orderId: string) => own(orderId, 'order.ready_requested', {}),
    cancel: (orderId: string) => own(orderId, 'order.cancel_requested', {}),
    report: (orderId: string, status: OrderStatus): CourierMessage => ({
      ...accept(systemId, orderId),
      type: 'courier.status_reported',
      payload: { status },
    }),
    read: async (query: string) => {
      const { status, body: answer } = await apis.internal('GET', `/merchants/${merchantId}/order-times?${query}`);
      expect(status).toBe(200);
      return orderTimesSchema.parse(answer);
    },
  };
};

it('[P7] adds up each part of orders that ended, by day, month, store and courier’s system, for their merchant alone', async () => {
  const [{ merchantId, systemId, ...say }, other] = [await startWorld(), await startWorld()];
  const [brought, canceled] = [newOrderId(), newOrderId()];
  await apply([0, say.submit(brought)], [8, say.ready(brought)]);
  const given = accept(systemId, brought);
  await apply([1, given], [1, release(systemId, brought, given.id)], [2, accept(systemId, brought)]);
  for (const [afterMinutes, status] of [
    [2, 'on_route_to_pickup'],
    [3, 'at_pickup'],
    [6, 'on_route_to_delivery'],
    [15, 'delivered'],
  ] as const)
    await apply([afterMinutes, say.report(brought, status)]);
  await save();
  await apply([0, say.submit(canceled, 'unknown')], [10, say.ready(canceled)], [1, say.cancel(canceled)]);
  await save();
  const none = { orders: 0, seconds: 0 };
  const ofBrought = {
    orders: 1,
    kitchen: { orders: 1, seconds: 480 },
    finding_courier: { orders: 1, seconds: 240 },
    courier_to_store: { orders: 1, seconds: 300 },
    courier_waiting: { orders: 1, seconds: 360 },
    road: { orders: 1, seconds: 900 },
  };
  const ofCanceled = {
    orders: 1,
    kitchen: { orders: 1, seconds: 600 },
    ...{ finding_courier: none, courier_to_store: none, courier_waiting: none, road: none },
  };
  const both = { ...ofBrought, orders: 2, kitchen: { orders: 2, seconds: 1_080 } };
  expect(await say.read('')).toEqual({
    ...{ from: '2026-11-01', to: '2026-11-30', time_zone: 'America/Sao_Paulo' },
    data: [{ group: '2026-11-30', ...both }],
  });
  expect((await say.read('by=month')).data).toEqual([{ group: '2026-11', ...both }]);
  expect((await say.read('by=store')).data).toEqual([
    { group: 'augusta', ...ofBrought },
    { group: null, ...ofCanceled },
  ]);
  // The other merchant's system has the same name.
  const label = `c (${systemId})`;
  expect((await say.read('by=courier_system')).data).toEqual([
    { group: label, ...ofBrought },
    { group: null, ...ofCanceled },
  ]);
  expect((await say.read(`store_ref=augusta&courier_system=${encodeURIComponent(label)}`)).data).toMatchObject([
    ofBrought,
  ]);
  expect((await say.read('store_ref=augusta&courier_system=c')).data).toEqual([]);
  expect((await other.read('')).data).toEqual([]);
  const file = await apis.operator('GET', `/merchants/${merchantId}/order-times?format=csv`);
  expect(file.headers.get('content-disposition')).toContain('order-times-2026-11-01-2026-11-30.csv');
  // Reading the text takes the byte order mark away.
  expect(csvMark + file.text).toBe(
    `${csvMark}day,orders,kitchen_orders,kitchen_seconds,finding_courier_orders,finding_courier_seconds,courier_to_store_orders,courier_to_store_seconds,courier_waiting_orders,courier_waiting_seconds,road_orders,road_seconds\r\n2026-11-30,2,2,1080,1,240,1,300,1,360,1,900\r\n`,
  );
  expect(await purgeOrderTimes(apis.pool, '2026-11-30', 100)).toBe(0);
  expect(await purgeOrderTimes(apis.pool, '2026-12-01', 100)).toBe(2);
});

it.each([
  ['from=2026-11-02&to=2026-11-01', 'from: expected a day that is not after 2026-11-01.'],
  ['from=2025-11-01&to=2026-11-02', 'from: expected at most 366 days until 2026-11-02.'],
  ['from=2026-02-30', 'from'],
  ['by=week', 'by'],
])('refuses %s', async (query, detail) => {
  const { merchant_id: merchantId } = await createMerchant(apis);
  const { body } = await apis.internal('GET', `/merchants/${merchantId}/order-times?${query}`);
  expect(body).toMatchObject({ code: 'invalid_parameter', detail: expect.stringContaining(detail) });
});
