import { expect, it } from '@jest/globals';
import { createDuePlanner } from '../../orders/rules/times.js';
import { createDayTeller, createOrderTimesCounter, type OrderTimesCounter, timesOf } from './count-order-times.js';

const minute = 60_000;
const planDue = createDuePlanner({ prepare: 20, pickup: 5, drive: 20 });
const order: Parameters<typeof timesOf>[0] = {
  status: 'delivered',
  createdAtMs: 0,
  readyAtMs: 10 * minute,
  acceptedAtMs: 12 * minute,
  arrivedAtMs: 20 * minute,
  pickedUpAtMs: 25 * minute + 400,
  updatedAtMs: 45 * minute,
  deliveredByMs: null,
};
const known = { kitchen: 600, finding_courier: 120, courier_to_store: 480, courier_waiting: 300, road: 1_200 };

it.each<[what: string, from: Partial<typeof order>, Partial<Record<keyof typeof known, number | undefined>>]>([
  ['every part of an order with all steps', {}, {}],
  ['no courier’s system', { acceptedAtMs: null }, { finding_courier: undefined, courier_to_store: undefined }],
  ['no arrival at the store', { arrivedAtMs: null }, { courier_to_store: undefined, courier_waiting: undefined }],
  [
    'a canceled order up to its last step',
    { status: 'canceled', pickedUpAtMs: null },
    { courier_waiting: undefined, road: undefined },
  ],
  ['a returned order without the road', { status: 'returned' }, { road: undefined }],
  [
    'a step before the one that it follows',
    { acceptedAtMs: 9 * minute },
    { finding_courier: undefined, courier_to_store: 660 },
  ],
  ['a step more than a day later', { updatedAtMs: 26 * 60 * minute }, { road: undefined }],
  ['a kitchen that begins 45 minutes before the delivery_time', { deliveredByMs: 48 * minute }, { kitchen: 420 }],
  ['a kitchen that was done before it had to begin', { deliveredByMs: 90 * minute }, { kitchen: undefined }],
])('measures %s', (_, from, parts) => {
  const expected = Object.entries({ ...known, ...parts }).filter(([, seconds]) => seconds !== undefined);
  expect(timesOf({ ...order, ...from }, planDue)).toEqual(Object.fromEntries(expected));
});

type Applied = Parameters<OrderTimesCounter['onApplied']>[0];
const ended = { ...order, id: 'a', merchantId: 'm', storeRef: null, courierSystemId: 'c' };
const plan = (event: string, changes: object = {}) =>
  ({ created: [], changed: [{ ...ended, ...changes }], events: [{ orderId: 'a', event }] }) as unknown as Applied;

it('counts an order once when it ends, and adds what could not be written to what came meanwhile', () => {
  const counter = createOrderTimesCounter(planDue);
  counter.onApplied(plan('status_changed'));
  counter.onApplied(plan('proof_added'));
  counter.onApplied(plan('status_changed', { status: 'ready' }));
  const taken = counter.take();
  expect(taken).toMatchObject([
    { merchantId: 'm', atMs: 45 * minute, orders: 1, parts: { road: { orders: 1, seconds: 1_200 } } },
  ]);
  counter.onApplied(plan('status_changed', { arrivedAtMs: null }));
  counter.giveBack(taken);
  expect(counter.take()).toMatchObject([
    { orders: 2, parts: { road: { orders: 2 }, courier_waiting: { orders: 1, seconds: 300 } } },
  ]);
  expect(counter.take()).toEqual([]);
});

it('keeps at most 20,000 sums beside those of merchants and systems, whatever stores their orders name', () => {
  const counter = createOrderTimesCounter(planDue);
  for (let store = 0; store < 20_010; store += 1) counter.onApplied(plan('status_changed', { storeRef: `s${store}` }));
  const taken = counter.take();
  expect(taken).toHaveLength(20_001);
  expect(taken.find(({ storeRef }) => storeRef === '')).toMatchObject({
    orders: 10,
    parts: { kitchen: { orders: 10 } },
  });
});

it.each([
  ['America/Sao_Paulo', '2026-11-30'],
  [null, '2026-12-01'],
  ['Mars/Olympus', '2026-12-01'],
])('tells the day in %s', (zone, day) => {
  expect(createDayTeller()(zone, Date.UTC(2026, 11, 1, 1))).toBe(day);
});
