import { describe, expect, it } from '@jest/globals';
import { type EndpointEvent, standardEvents, type WebhookEvent, webhookEvents } from '@delivery/contracts';
import { createUuidv7, firstUuidOf, planDeliveries } from './deliveries.js';

describe('uuidv7', () => {
  it('rises strictly within a process: in one millisecond, beyond its counter, and when the clock is set back', () => {
    const uuidv7 = createUuidv7();
    const times = [...Array<number>(10_000).fill(1_700_000_000_000), 1_699_999_000_000, 1_700_000_000_500];
    const ids = times.map(uuidv7);
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it('tells its millisecond, and lies within the range of it', () => {
    const id = createUuidv7()(1_700_000_000_000);
    expect(id).toMatch(/^018bcfe5-6800-7000-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(id >= firstUuidOf(1_700_000_000_000) && id < firstUuidOf(1_700_000_000_001)).toBe(true);
  });
});

const reported = webhookEvents.map((event, index) => ({
  orderId: 'o',
  merchantId: 'm',
  sequence: index + 1,
  event,
  body: '{}',
  createdAtMs: 0,
}));

const sentTo = (events: readonly WebhookEvent[] | null): EndpointEvent[] => {
  const endpoint = { id: 'e', ownerId: 'm', mode: 'live', type: 'push', events } as const;
  return planDeliveries(reported, [endpoint], [], { id: () => 'd', webhookIdOf: (id) => id }).map(({ event }) => event);
};

describe('planDeliveries', () => {
  it('sends the standard events alone to an endpoint that names none', () => {
    expect(sentTo(null)).toEqual(standardEvents);
  });

  it('sends exactly the events that an endpoint names', () => {
    expect(sentTo(['order_changed', 'status_changed'])).toEqual(['status_changed', 'order_changed']);
  });

  it('sends an erasure to an endpoint that had the order, also if its filter leaves out the store by now', () => {
    const endpoint = { id: 'e', ownerId: 'm', mode: 'live', type: 'push', storeRefs: ['norte'] } as const;
    const events = (['order_changed', 'customer_erased'] as const).map((event) => ({
      ...reported[0]!,
      ...{ event, status: 'delivered' as const, storeRef: 'centro' },
    }));
    const ends = [{ orderId: 'o', endpointId: 'e', sequence: 1, settled: true }];
    const ids = { id: () => 'd', webhookIdOf: () => 'w' };
    const named = { ...endpoint, events: ['order_changed', 'customer_erased'] as const };
    expect(planDeliveries(events, [named], ends, ids).map(({ event }) => event)).toEqual(['customer_erased']);
  });
});
