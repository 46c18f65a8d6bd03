import { describe, expect, it } from '@jest/globals';
import { standardEvents, type WebhookEvent, webhookEvents } from '@delivery/contracts';
import { planDeliveries } from './plan-deliveries.js';

const told = webhookEvents.map((event, index) => ({
  orderId: 'o',
  merchantId: 'm',
  sequence: index + 1,
  event,
  body: '{}',
  createdAtMs: 0,
}));

const sentTo = (events: readonly WebhookEvent[] | null): WebhookEvent[] => {
  const endpoint = { id: 'e', merchantId: 'm', mode: 'live', type: 'push', events } as const;
  return planDeliveries(told, [endpoint], [], { id: () => 'd', webhookIdOf: (id) => id }).map(({ event }) => event);
};

describe('planDeliveries', () => {
  it('sends the standard events alone to an endpoint that names none', () => {
    expect(sentTo(null)).toEqual(standardEvents);
  });

  it('sends exactly the events that an endpoint names', () => {
    expect(sentTo(['order_changed', 'status_changed'])).toEqual(['status_changed', 'order_changed']);
  });
});
