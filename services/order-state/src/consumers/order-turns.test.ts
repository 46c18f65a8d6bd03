import { describe, expect, it } from '@jest/globals';
import { exchanges, schemaVersion } from '@delivery/contracts';
import type { ReceivedMessage } from '@delivery/messaging';
import { createOrderTurns } from './order-turns.js';

const merchantOf = (number: number): string => number.toString(16).padStart(32, '0');
const orderOf = (number: number): string => number.toString(16).padStart(24, '0');

let messages = 0;
const toReceived = (type: string, body: object): ReceivedMessage => {
  messages += 1;
  const properties = { messageId: `m-${messages}`, type } as ReceivedMessage['properties'];
  const text = JSON.stringify({ id: `m-${messages}`, schema_version: schemaVersion, ...body });
  return {
    body: Buffer.from(text),
    properties,
    exchange: exchanges.orders,
    routingKey: type,
    redelivered: false,
    deliveryCount: 0,
  };
};
const createOf = (merchant: number, order: number, bytes = 10): ReceivedMessage =>
  toReceived('order.submitted', {
    occurred_at: '2026-11-25T12:00:00.000Z',
    order_id: orderOf(order),
    merchant_id: merchantOf(merchant),
    type: 'order.submitted',
    payload: { external_data: JSON.stringify({ merchant_id: merchantOf(99), text: 'x'.repeat(bytes) }) },
  });
const readyOf = (merchant: number, order: number): ReceivedMessage =>
  toReceived('order.ready_requested', {
    order_id: orderOf(order),
    merchant_id: merchantOf(merchant),
    type: 'order.ready_requested',
    payload: {},
  });
const reportOf = (order: number, system = 1): ReceivedMessage =>
  toReceived('courier.status_reported', {
    type: 'courier.status_reported',
    courier_system_id: `cour_${orderOf(system)}`,
    order_id: orderOf(order),
    payload: { status: 'on_route_to_pickup' },
  });

const queueOf = (given: readonly ReceivedMessage[], isSandbox: (merchantId: string) => boolean = () => false) => {
  const queue = createOrderTurns(isSandbox)((message: ReceivedMessage) => message);
  for (const message of given) queue.add(message);
  return queue;
};
const many = (count: number, build: (number: number) => ReceivedMessage) =>
  Array.from({ length: count }, (_, number) => build(number));

describe('A batch of the orders queue', () => {
  it('[P6] holds another merchant’s messages, however many one has sent before', () => {
    const other = createOf(2, 1_000);
    const batch = queueOf([...many(300, (n) => createOf(1, n)), other]).takeBatch();
    expect(batch).toContain(other);
    expect(batch).toHaveLength(101);
  });

  it("[P6] holds couriers' reports, however many creates wait, and those of each system", () => {
    const reports = [reportOf(2_000), reportOf(2_001, 2)];
    const loud = many(500, (n) => reportOf(3_000 + n, 3));
    const batch = queueOf([...many(300, (n) => createOf(1, n)), ...loud, ...reports]).takeBatch();
    expect(batch).toEqual(expect.arrayContaining(reports));
  });

  it('counts bytes: large creates of one merchant do not fill it', () => {
    const other = many(50, (n) => createOf(2, 1_000 + n));
    const batch = queueOf([...many(40, (n) => createOf(1, n, 250_000)), ...other]).takeBatch();
    expect(batch).toEqual(expect.arrayContaining(other));
    expect(batch.length - other.length).toBeLessThanOrEqual(4);
  });

  it("[P4] keeps the order of messages about one order, a courier's report behind the merchant's ready", () => {
    const [create, ready, report] = [createOf(1, 7), readyOf(1, 7), reportOf(7)];
    const queue = queueOf([...many(150, (n) => createOf(1, 100 + n)), create, ready, report]);
    const taken = [queue.takeBatch(), queue.takeBatch()].flat();
    const concerned = taken.filter((message) => [create, ready, report].includes(message));
    expect(concerned).toEqual([create, ready, report]);
  });

  it('[P4] puts what is left of an earlier batch before later messages of its orders', () => {
    const [create, ready, other] = [createOf(1, 7), readyOf(1, 7), createOf(2, 1_000)];
    const queue = queueOf([create, ...many(300, (n) => createOf(1, 100 + n))]);
    const left = queue.takeBatch();
    for (const message of [ready, other]) queue.add(message);
    queue.putBack(left);
    const batch = queue.takeBatch();
    expect(batch).toEqual(expect.arrayContaining([create, other]));
    expect(batch).toHaveLength(101);
    expect([batch, queue.takeBatch()].flat()).not.toContain(ready);
    expect(queue.takeAll()).toContain(ready);
  });

  it('[P24] holds live merchants’ messages before sandbox merchants’, and a few of these', () => {
    const isSandbox = (merchantId: string) => merchantId >= merchantOf(50);
    const live = [1, 2, 3].flatMap((merchant) => many(100, (n) => createOf(merchant, merchant * 1_000 + n)));
    const sandbox = [50, 51, 52].flatMap((merchant) => many(100, (n) => createOf(merchant, merchant * 1_000 + n)));
    const batch = queueOf([...sandbox, ...live], isSandbox).takeBatch();
    const trickle = batch.filter((message) => sandbox.includes(message)).length;
    expect(trickle).toBeGreaterThan(0);
    expect(trickle).toBeLessThan(40);
  });

  it('holds unreadable messages too', () => {
    const broken = { ...reportOf(1), body: Buffer.from('no JSON'), properties: {} as ReceivedMessage['properties'] };
    expect(queueOf([broken]).takeBatch()).toEqual([broken]);
  });
});
