import { describe, expect, it } from '@jest/globals';
import { deriveOrderId, type QueuedOrderMessage } from '@delivery/contracts';
import { explainRefusal } from './outcomes.js';

const merchantId = 'a'.repeat(32);
const head = {
  id: 'm-1',
  schema_version: 1 as const,
  order_id: deriveOrderId(merchantId, 'A-1'),
  merchant_id: merchantId,
  occurred_at: '2026-06-01T12:00:00Z',
};
const cancel: QueuedOrderMessage = { ...head, type: 'order.cancel_requested', payload: {} };
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

describe('A message that can be read', () => {
  it('[P15] is refused where the id of its order does not follow from merchant and external_id', () => {
    expect(explainRefusal(cancel)).toBeUndefined();
    expect(explainRefusal(submitted)).toBeUndefined();
    const other = { ...submitted, order_id: deriveOrderId(merchantId, 'A-2') };
    expect(explainRefusal(other)).toMatch(/order_id does not match/);
  });
});
