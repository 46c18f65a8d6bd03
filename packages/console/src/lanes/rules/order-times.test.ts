import { describe, expect, test } from '@jest/globals';
import type { OrderStatus } from '@delivery/contracts';
import { findSteps, slowestOf, splitTime, statusSince } from './order-times.js';

const at = (minute: number): string => `2026-03-01T18:${String(minute).padStart(2, '0')}:00.000Z`;
const order = (status: OrderStatus) => ({ status, created_at: at(0) });
/** One event a minute, the first one a minute after the creation. */
const events = (...statuses: OrderStatus[]) => statuses.map((status, index) => ({ at: at(index + 1), status }));
const orderAt = (status: OrderStatus, ...path: OrderStatus[]) =>
  findSteps(order(status), events(...path)).map((step) => [step.name, step.at?.slice(14, 16) ?? null, step.state]);

describe('the steps of an order', () => {
  test('are those behind it with their times, the one that it is at, and those to come', () => {
    expect(orderAt('on_route_to_delivery', 'ready', 'on_route_to_pickup', 'at_pickup', 'on_route_to_delivery')).toEqual(
      [
        ['created', '00', 'done'],
        ['ready', '01', 'done'],
        ['pickup', '02', 'done'],
        ['on_the_way', '04', 'now'],
        ['delivered', null, 'ahead'],
      ],
    );
  });

  test('have no time where a courier left one out', () => {
    expect(orderAt('delivered', 'ready', 'delivered')).toEqual([
      ['created', '00', 'done'],
      ['ready', '01', 'done'],
      ['pickup', null, 'done'],
      ['on_the_way', null, 'done'],
      ['delivered', '02', 'done'],
    ]);
  });

  test('end where the order did, without those that it never came to', () => {
    expect(orderAt('canceled', 'ready', 'canceled')).toEqual([
      ['created', '00', 'done'],
      ['ready', '01', 'done'],
      ['canceled', '02', 'failed'],
    ]);
  });

  test('go back where a courier gave the order back', () => {
    expect(orderAt('ready', 'ready', 'on_route_to_pickup', 'ready')).toEqual([
      ['created', '00', 'done'],
      ['ready', '03', 'now'],
      ['pickup', null, 'ahead'],
      ['on_the_way', null, 'ahead'],
      ['delivered', null, 'ahead'],
    ]);
  });
});

test('an order has its status since the first of the events that agree on it', () => {
  expect(statusSince(order('ready'), events('ready', 'ready'))).toBe(at(1));
  expect(statusSince(order('ready'), events('ready', 'on_route_to_pickup', 'ready', 'ready'))).toBe(at(3));
  expect(statusSince(order('created'), [])).toBe(at(0));
  expect(statusSince(order('delivered'), [])).toBeUndefined();
});

test('an order that was changed or came due before it is ready was placed when it was created', () => {
  expect(statusSince(order('created'), events('created', 'created'))).toBe(at(0));
});

const afterMs = (ms: number): string => new Date(1_800_000_000_000 + ms).toISOString();
const delivery = {
  received_at: afterMs(0),
  applied_at: afterMs(7),
  created_at: afterMs(7),
  released_at: afterMs(20),
  settled_at: afterMs(150),
  replay_id: null,
  state: 'delivered',
  attempts: [
    {
      attempt: 1,
      at: afterMs(18),
      duration_ms: 100,
      status_code: 200,
      error_code: null,
      error_detail: null,
      response_excerpt: null,
    },
  ],
} as const;

test('the parts add up to the total, though one clock is behind another, and the slowest is named', () => {
  const split = splitTime({ ...delivery, attempts: [...delivery.attempts] }, 0);
  expect(split.slices.map(({ stage, ms }) => [stage, ms])).toEqual([
    ['applied', 7],
    ['released', 13],
    ['posted', 0],
    ['answered', 98],
    ['settled', 32],
  ]);
  expect(split.totalMs).toBe(150);
  expect(slowestOf(split)?.stage).toBe('answered');
});

test('the last part of an unsettled delivery ends now', () => {
  const split = splitTime(
    { ...delivery, settled_at: null, state: 'in_flight', attempts: [] },
    Date.parse(afterMs(500)),
  );
  expect(split.slices.at(-1)).toEqual({ stage: 'waited', ms: 480 });
  expect(split.totalMs).toBe(500);
});
