import { describe, expect, it } from '@jest/globals';
import { deriveOrderId, exchanges, type QueuedOrderMessage } from '@delivery/contracts';
import { explainRefusal, inNameOfSystem } from './outcomes.js';

const nowMs = Date.parse('2026-06-01T12:00:00Z');
const merchantId = 'a'.repeat(32);
const head = {
  id: 'm-1',
  schema_version: 1 as const,
  order_id: deriveOrderId(merchantId, 'A-1'),
  merchant_id: merchantId,
  occurred_at: '2026-06-01T12:00:00Z',
};
const cancel: QueuedOrderMessage = { ...head, type: 'order.cancel_requested', payload: {} };
const report: QueuedOrderMessage = { ...head, type: 'status.reported', payload: { status: 'ready' } };
const submitted: QueuedOrderMessage = {
  ...head,
  type: 'order.submitted',
  payload: {
    external_data: '{}',
    order: {
      external_id: 'A-1',
      display_id: '1',
      customer: { name: 'Ana', phone: '08001234567' },
      address: {
        country: 'BR',
        state: 'SP',
        city: 'São Paulo',
        street: 'Rua Augusta',
        number: '1',
        coordinates: { latitude: -23.5, longitude: -46.6 },
      },
      payment: { prepaid: 0, pending: 1, methods: [{ value: 1, method: 'PIX', type: 'OFFLINE' }] },
      items: [],
    },
  },
};

const from = (exchange: string, publisher: string | undefined = 'someone') => ({ exchange, publisher });

describe('A message that can be read', () => {
  it('is taken from the exchange of its type, and from the default exchange, where dead letters are replayed', () => {
    for (const message of [submitted, cancel]) {
      expect(explainRefusal(message, from(exchanges.orders), nowMs)).toBeUndefined();
      expect(explainRefusal(message, from(''), nowMs)).toBeUndefined();
    }
    expect(explainRefusal(report, from(exchanges.fulfilment), nowMs)).toBeUndefined();
  });

  it('[P15] is refused from an exchange that its type does not belong to', () => {
    for (const message of [submitted, cancel]) {
      expect(explainRefusal(message, from(exchanges.fulfilment), nowMs)).toMatch(
        /must be published to the exchange orders/,
      );
    }
    expect(explainRefusal(report, from(exchanges.orders), nowMs)).toMatch(
      /must be published to the exchange fulfilment/,
    );
  });

  it('[P15] is refused as a report whose publisher the broker has not checked, also where it is replayed', () => {
    for (const exchange of [exchanges.fulfilment, ''])
      expect(explainRefusal(report, { exchange, publisher: undefined }, nowMs)).toMatch(
        /must have the property user_id/,
      );
    expect(explainRefusal(cancel, { exchange: '', publisher: undefined }, nowMs)).toBeUndefined();
  });

  it('[P15] on fulfilment is of the courier’s system as which its publisher is called, whatever source it names', () => {
    const systemId = `cour_${'a'.repeat(24)}`;
    const reported = { ...report, source: 'another' };
    expect(inNameOfSystem(reported, from(exchanges.fulfilment, systemId))).toEqual({
      ...report,
      type: 'courier.status_reported',
      courier_system_id: systemId,
    });
    expect(inNameOfSystem(reported, from(exchanges.fulfilment))).toBe(reported);
  });

  it('[P15] is refused where the id of its order does not follow from merchant and external_id', () => {
    const other = { ...submitted, order_id: deriveOrderId(merchantId, 'A-2') };
    expect(explainRefusal(other, from(exchanges.orders), nowMs)).toMatch(/order_id does not match/);
  });

  it('is refused when it says that it happened more than a day ahead, and not when clocks differ', () => {
    const at = (occurredAt: string) =>
      explainRefusal({ ...report, occurred_at: occurredAt }, from(exchanges.fulfilment), nowMs);
    expect(at('9999-12-31T23:59:59Z')).toMatch(/more than a day ahead/);
    expect(at('2026-06-02T12:00:00.001Z')).toMatch(/more than a day ahead/);
    expect(at('2026-06-02T12:00:00Z')).toBeUndefined();
    expect(at('2000-01-01T00:00:00Z')).toBeUndefined();
  });
});
