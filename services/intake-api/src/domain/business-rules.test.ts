import { describe, expect, it } from '@jest/globals';
import { orderContent } from '../../test/support/sample-order.js';
import { listDoubtful, validateBusinessRules } from './business-rules.js';

const receivedAt = new Date('2026-05-01T12:00:00Z');
const codesOf = (order: Parameters<typeof validateBusinessRules>[0]) =>
  validateBusinessRules(order, receivedAt).map(({ code, pointer }) => [code, pointer]);

const pointersOf = (doubts: ReturnType<typeof listDoubtful>) => doubts.map(({ pointer }) => pointer);

const card = (value: number, type: 'ONLINE' | 'OFFLINE') => ({ value, method: 'CARD', type }) as const;
const payment = (prepaid: number, pending: number, methods: ReturnType<typeof orderContent>['payment']['methods']) =>
  orderContent({ payment: { prepaid, pending, methods } });

describe('validateBusinessRules', () => {
  it('accepts orders as they really are', () => {
    expect(codesOf(orderContent())).toEqual([]);
    expect(codesOf(payment(0, 0, []))).toEqual([]);
    expect(codesOf(payment(1000, 500, [card(1000, 'ONLINE'), card(500, 'OFFLINE')]))).toEqual([]);
    expect(
      codesOf(payment(0, 500, [{ value: 500, method: 'CASH', type: 'OFFLINE', cash: { change_for: 500 } }])),
    ).toEqual([]);
    expect(codesOf(orderContent({ delivery_time: '2020-01-01T00:00:00Z' }))).toEqual([]);
    expect(codesOf(orderContent({ delivery_time: '2026-05-31T12:00:00Z' }))).toEqual([]);
  });

  it.each([
    ['0001-01-01T00:00:00Z', ['/delivery_time']],
    ['2026-04-30T11:59:59Z', ['/delivery_time']],
    ['2026-04-30T12:00:00Z', []],
    ['2026-05-02T12:00:00Z', []],
    [undefined, []],
  ])('lets an order that was due at %s pass, and doubts %j', (due, doubtful) => {
    const order = orderContent({ delivery_time: due });
    expect(codesOf(order)).toEqual([]);
    expect(pointersOf(listDoubtful(order, receivedAt))).toEqual(doubtful);
  });

  it('refuses methods that do not add up, and says which side is wrong', () => {
    expect(codesOf(payment(1000, 0, [card(900, 'ONLINE')]))).toEqual([
      ['payment_sum_mismatch', '/payment/methods'],
      ['payment_online_mismatch', '/payment/prepaid'],
    ]);
    expect(codesOf(payment(1000, 0, [card(1000, 'OFFLINE')]))).toEqual([
      ['payment_online_mismatch', '/payment/prepaid'],
      ['payment_offline_mismatch', '/payment/pending'],
    ]);
  });

  it('adds exactly even beyond 2^53', () => {
    const max = Number.MAX_SAFE_INTEGER;
    expect(codesOf(payment(max, max, [card(max, 'ONLINE'), card(max, 'OFFLINE')]))).toEqual([]);
    expect(codesOf(payment(max, max, [card(max, 'ONLINE'), card(max - 1, 'OFFLINE')]))).toHaveLength(2);
  });

  it('refuses cash paid online, cash details of another method, and change for less than the value', () => {
    expect(codesOf(payment(5, 0, [{ value: 5, method: 'CASH', type: 'ONLINE' }]))).toEqual([
      ['cash_must_be_offline', '/payment/methods/0/type'],
    ]);
    const pix = { value: 5, method: 'PIX', type: 'OFFLINE', cash: { change_for: 4 } } as const;
    expect(codesOf(payment(0, 5, [pix]))).toEqual([
      ['cash_not_allowed', '/payment/methods/0/cash'],
      ['invalid_change_for', '/payment/methods/0/cash/change_for'],
    ]);
  });

  it('refuses the place in the ocean that means "not found", and a time more than 30 days ahead', () => {
    const nowhere = { ...orderContent().address, coordinates: { latitude: 0, longitude: 0 } };
    expect(codesOf(orderContent({ address: nowhere }))).toEqual([['invalid_coordinates', '/address/coordinates']]);
    expect(codesOf(orderContent({ delivery_time: '2026-05-31T12:00:00.001Z' }))).toEqual([
      ['delivery_time_too_far', '/delivery_time'],
    ]);
  });
});
