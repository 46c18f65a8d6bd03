import { describe, expect, it } from '@jest/globals';
import { type OrderStatus, orderStatuses } from '@delivery/contracts';
import { type OrderTimer, planTimer, type TimerStep } from './order-timers.js';
import { createDuePlanner, isAhead, nextDueStep, tellEtaAtMs } from './times.js';

const minute = 60_000;
const deliveryTime = '2026-01-01T13:00:00Z';
const deliveredBy = Date.parse(deliveryTime);
const planned = createDuePlanner({ prepare: 15, pickup: 5, drive: 20 })(deliveryTime)!;

type DueTimerStep = Exclude<TimerStep, 'eta' | 'courier' | 'erased' | 'problem'>;
const withoutCourier = { courierSystemId: null, claimId: null, problems: [] };

const timer = (step: DueTimerStep, status: OrderStatus): OrderTimer => ({
  orderId: 'o',
  merchantId: 'm',
  step,
  atMs: step === 'prepare' ? planned.prepareAtMs : planned.due[step],
  order: { status, due: planned.due, ...withoutCourier },
});
/** The timer, so many minutes before the delivery time. */
const plan = (step: DueTimerStep, status: OrderStatus, minutesBefore: number) => {
  const { messages, next } = planTimer(timer(step, status), deliveredBy - minutesBefore * minute);
  const announced = messages.map(({ payload }) => (payload.event === 'order_late' ? payload.missed : payload.event));
  return { announced, next: next && { step: next.step, before: (deliveredBy - next.atMs) / minute } };
};

describe('The times of an order', () => {
  it('are counted back from its delivery_time, and an order without one has none', () => {
    expect(planned.due).toEqual({
      ready_by: deliveredBy - 25 * minute,
      picked_up_by: deliveredBy - 20 * minute,
      delivered_by: deliveredBy,
    });
    expect(planned.prepareAtMs).toBe(deliveredBy - 40 * minute);
    const plan = createDuePlanner({ prepare: 1, pickup: 1, drive: 1 });
    expect(plan(undefined)).toBeNull();
    expect(plan('0001-01-01T00:00:00Z')).toBeNull();
    expect(plan('0001-01-01T00:03:00Z')).not.toBeNull();
  });

  it('are ahead from the step that comes next on, and none is ahead of a final order', () => {
    for (const status of orderStatuses) {
      const next = nextDueStep[status];
      expect(isAhead('delivered_by', status)).toBe(next !== null);
      if (next) expect(isAhead(next, status)).toBe(true);
    }
    expect(isAhead('ready_by', 'ready')).toBe(false);
  });
});

describe('A timer', () => {
  it('tells that it is time to prepare, then the first step that the order has missed, and ends with it', () => {
    expect(plan('prepare', 'created', 40)).toEqual({
      announced: ['order_due'],
      next: { step: 'ready_by', before: 25 },
    });
    expect(plan('ready_by', 'created', 25)).toEqual({ announced: ['ready_by'], next: null });
    expect(plan('picked_up_by', 'ready', 20)).toEqual({ announced: ['picked_up_by'], next: null });
    expect(plan('delivered_by', 'on_route_to_delivery', 0)).toEqual({ announced: ['delivered_by'], next: null });
  });

  it('tells nothing of a step that the order has come to, and waits for the next one', () => {
    expect(plan('prepare', 'ready', 40)).toEqual({ announced: [], next: { step: 'picked_up_by', before: 20 } });
    expect(plan('ready_by', 'at_pickup', 25)).toEqual({ announced: [], next: { step: 'picked_up_by', before: 20 } });
    expect(plan('picked_up_by', 'delivery_failed', 20)).toEqual({
      announced: [],
      next: { step: 'delivered_by', before: 0 },
    });
  });

  it('tells the last step alone where several have passed, and always that it is time to prepare', () => {
    expect(plan('prepare', 'created', -5)).toEqual({ announced: ['order_due', 'delivered_by'], next: null });
    expect(plan('prepare', 'ready', 10)).toEqual({ announced: ['picked_up_by'], next: null });
  });

  it('ends with its order', () => {
    for (const status of ['delivered', 'returned', 'canceled'] as const)
      expect(plan('prepare', status, 40)).toEqual({ announced: [], next: null });
    expect(planTimer({ ...timer('ready_by', 'created'), order: null }, deliveredBy)).toEqual({
      messages: [],
      next: null,
    });
  });

  it('gives one happening one message id, whenever it is looked at, and another delivery_time another one', () => {
    const idAt = (ms: number, due = planned.due) =>
      planTimer({ ...timer('ready_by', 'created'), order: { status: 'created', due, ...withoutCourier } }, ms)
        .messages[0]?.id;
    expect(idAt(deliveredBy - 25 * minute)).toBe(idAt(deliveredBy));
    const later = { ...planned.due, delivered_by: deliveredBy + minute };
    expect(idAt(deliveredBy, later)).not.toBe(idAt(deliveredBy));
  });
});

const announced = { pickup_at: '2026-01-01T12:00:00Z', delivery_at: '2026-01-01T12:30:00Z', at_ms: 1_000 };
const { pickup_at, delivery_at } = announced;

describe('A time of arrival', () => {
  it('without an earlier event may cause one at once', () => {
    expect(tellEtaAtMs({ delivery_at })).toBe(0);
  });

  it('causes an event a minute after the last one if one of both has moved by a minute, appeared or disappeared', () => {
    for (const eta of [
      { pickup_at: '2026-01-01T12:01:00Z', delivery_at },
      { pickup_at, delivery_at: '2026-01-01T12:29:00Z' },
      { delivery_at },
    ])
      expect(tellEtaAtMs({ ...eta, announced })).toBe(61_000);
    expect(tellEtaAtMs({ pickup_at, delivery_at, announced: { delivery_at, at_ms: 1_000 } })).toBe(61_000);
  });

  it('causes no event if it moved by less, or is only written differently', () => {
    expect(
      tellEtaAtMs({ pickup_at: '2026-01-01T12:00:59Z', delivery_at: '2026-01-01T12:30:00.000Z', announced }),
    ).toBeNull();
  });
});
