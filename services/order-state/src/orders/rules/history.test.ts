import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  type DueReached,
  type OrderMessage,
  orderMessageSchema,
  type OrderStatus,
  schemaVersion,
  statusReportedSchema,
  trackingUrlReportedSchema,
} from '@delivery/contracts';
import { createContentHasher } from './content.js';
import { decide, type DecideContext } from './decide.js';
import { eventMax, repeatedMax } from './history.js';
import { createHandoverCodes, type Order } from './order.js';
import { createPhoneHasher } from './phones.js';
import { createDuePlanner } from './times.js';

const orderId = 'b'.repeat(24);
const merchantId = 'a'.repeat(32);
const systemId = `cour_${'1'.repeat(24)}`;
const otherSystemId = `cour_${'2'.repeat(24)}`;
const context: DecideContext = {
  nowMs: Date.UTC(2026, 0, 1, 12),
  hashOf: createContentHasher(() => Buffer.alloc(32, 1)),
  planDue: createDuePlanner({ prepare: 20, pickup: 5, drive: 20 }),
  hashPhone: createPhoneHasher(() => Buffer.alloc(32, 1)),
  serving: new Map([[merchantId, [systemId, otherSystemId]]]),
  disabledSystems: new Set<string>(),
  pausedSystems: new Set<string>(),
  courierNotFoundMs: 600_000,
  trackingPageOf: () => undefined,
  handoverCodes: createHandoverCodes(() => Buffer.alloc(32, 1)),
};
const envelope = {
  ...{ schema_version: schemaVersion, order_id: orderId },
  occurred_at: new Date(context.nowMs).toISOString(),
};
const messageSchema = z.discriminatedUnion('type', [
  orderMessageSchema,
  trackingUrlReportedSchema,
  statusReportedSchema,
]);
const say = (type: string, payload: object, more: object = {}): OrderMessage =>
  messageSchema.parse({ ...envelope, id: type, type, payload, ...more });
const ofSystem = { courier_system_id: systemId, claim_id: 'c' };
const address = {
  country: 'BR',
  state: 'SP',
  city: 'c',
  street: 's',
  number: '1',
  coordinates: { latitude: 1, longitude: 2 },
};
const content = {
  ...{ external_id: 'e', display_id: '1', customer: { name: 'n', phone: '12345678' }, address },
  payment: { prepaid: 0, pending: 0, methods: [] },
};
const created = say('order.submitted', { order: content, external_data: '{}' }, { merchant_id: merchantId });
const order = (changes: Partial<Order>): Order => ({ ...decide(undefined, created, context)!.order, ...changes });
const decided = (before: Order, message: OrderMessage) => {
  const { outcome, code, order: after, events } = decide(before, message, context)!;
  return { outcome, code, events: events.length, added: after.lastSequence - before.lastSequence, after };
};

const trackingUrl = say('tracking_url.reported', { tracking_url: 'https://t.example/new' });
const claimed = { status: 'on_route_to_pickup' as OrderStatus, courierSystemId: systemId, claimId: 'c' };

describe('an order with as many repeated events as it may have', () => {
  const full = { repeatedEvents: repeatedMax, lastSequence: 1_100 };

  it('takes the last one, and counts it', () => {
    const { outcome, after } = decided(order({ ...full, repeatedEvents: repeatedMax - 1 }), trackingUrl);
    expect([outcome, after.repeatedEvents]).toEqual(['applied', repeatedMax]);
  });

  it.each([
    ['a tracking URL', {}, trackingUrl],
    [
      'a change',
      {},
      say('order.change_requested', { changes: { customer: { phone: '87654321' } } }, { merchant_id: merchantId }),
    ],
    ['a courier', claimed, say('courier.reported', { courier: { name: 'Rui', vehicle: 'car' } }, ofSystem)],
    ['an accept', { status: 'ready' }, say('courier.accept_requested', {}, ofSystem)],
  ] as const)('refuses %s, and changes nothing', (_what, state, message) => {
    const before = order({ ...full, ...state });
    expect(decided(before, message)).toMatchObject({ outcome: 'refused', code: 'order_history_full', after: before });
  });

  it('answers what changes nothing as unchanged', () => {
    const before = order({ ...full, trackingUrl: 'https://t.example/new' });
    expect(decided(before, trackingUrl)).toMatchObject({ outcome: 'unchanged', code: null });
  });

  it('stores a time of arrival without an event', () => {
    const eta = { delivery_at: '2026-01-01T13:00:00Z' };
    const stored = decided(order({ ...full, ...claimed }), say('courier.eta_reported', eta, ofSystem));
    expect(stored).toMatchObject({ outcome: 'applied', events: 0, added: 0, after: { eta } });
  });

  it('tells nothing that has become due', () => {
    const due: DueReached = {
      ...{ ...envelope, schema_version: schemaVersion, id: 'due', merchant_id: merchantId, type: 'order.due_reached' },
      payload: { event: 'courier_not_found' },
    };
    expect(decided(order({ ...full, status: 'ready' }), due)).toMatchObject({ outcome: 'unchanged', added: 0 });
  });

  it('goes on to other statuses, and can be given back', () => {
    const before = order({ ...full, ...claimed });
    expect(decided(before, say('status.reported', { status: 'at_pickup' }))).toMatchObject({ outcome: 'applied' });
    const held = order({ ...full, ...claimed, status: 'ready' });
    expect(decided(held, say('courier.release_requested', {}, ofSystem))).toMatchObject({ outcome: 'applied' });
  });
});

describe('an order with as many events as it may have', () => {
  const full = { lastSequence: eventMax };

  it.each([
    ['on_route_to_pickup', 'at_pickup', 'refused'],
    ['on_route_to_pickup', 'ready', 'refused'],
    ['delivery_failed', 'on_route_to_delivery', 'refused'],
    ['on_route_to_delivery', 'delivered', 'applied'],
    ['on_route_to_delivery', 'delivery_failed', 'applied'],
    ['delivery_failed', 'returned', 'applied'],
    ['ready', 'canceled', 'applied'],
  ] as const)('that is %s and becomes %s: %s', (status, to, outcome) => {
    expect(decided(order({ ...full, status }), say('status.reported', { status: to })).outcome).toBe(outcome);
  });

  it('refuses repeated events too', () => {
    expect(decided(order(full), trackingUrl)).toMatchObject({ outcome: 'refused', code: 'order_history_full' });
  });
});
