import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { deliveryReleasedSchema } from '@delivery/contracts';
import { buildHeaders } from './build-headers.js';

const delivery = deliveryReleasedSchema.parse({
  schema_version: 1,
  type: 'delivery.released',
  delivery_id: '7b0f3f9e-6c2c-4a0e-9b61-0d9f4f7c0a11',
  order_id: 'a'.repeat(24),
  endpoint_id: '7b0f3f9e-6c2c-4a0e-9b61-0d9f4f7c0a12',
  owner_id: 'b'.repeat(32),
  revision: 1,
  generation: 3,
  attempt: 4,
  url: 'https://merchant.example/hooks?secret=1',
  sealed_secrets: ['v1.x.y.z'],
  webhook_id: 'msg_1',
  event: 'status_changed',
  sequence: 7,
  previous_sequence: 5,
  replay_id: null,
  body: '{}',
  traceparent: null,
});
const attempt = {
  body: Buffer.from('{}'),
  keys: [createSecretKey(Buffer.alloc(24, 7))],
  now: new Date('2026-01-31T18:30:00.999Z'),
};

describe('buildHeaders', () => {
  it('carries id, attempt, sequence and the time of this attempt, and nothing of the URL', () => {
    const headers = buildHeaders(delivery, attempt);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1769884200',
      'webhook-attempt': '4',
      'webhook-sequence': '7',
      'webhook-previous-sequence': '5',
    });
    expect(Object.keys(headers)).toHaveLength(8);
  });

  it('says which replay it belongs to, and passes the trace on', () => {
    const replayId = '7b0f3f9e-6c2c-4a0e-9b61-0d9f4f7c0a13';
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const headers = buildHeaders({ ...delivery, replay_id: replayId, traceparent }, attempt);
    expect(headers).toMatchObject({ 'webhook-replay': replayId, traceparent });
  });

  it('says of a sandbox merchant’s that it is one, and nothing of a live one’s', () => {
    expect(buildHeaders({ ...delivery, mode: 'sandbox' }, attempt)).toMatchObject({ 'webhook-mode': 'sandbox' });
    expect(buildHeaders(delivery, attempt)).not.toHaveProperty('webhook-mode');
  });

  it('says to a platform whose order it is, and to a merchant nothing of the kind', () => {
    const merchant = { id: 'c'.repeat(32), reference: 'loja nº 12' };
    expect(buildHeaders({ ...delivery, merchant }, attempt)).toMatchObject({
      'webhook-merchant': merchant.id,
      'webhook-merchant-reference': 'loja%20n%C2%BA%2012',
    });
    const unnamed = buildHeaders({ ...delivery, merchant: { ...merchant, reference: null } }, attempt);
    expect(unnamed).not.toHaveProperty('webhook-merchant-reference');
    expect(buildHeaders(delivery, attempt)).not.toHaveProperty('webhook-merchant');
  });

  it('says of a test that it is one', () => {
    expect(buildHeaders({ ...delivery, test: true }, attempt)).toMatchObject({ 'webhook-test': 'true' });
    expect(buildHeaders(delivery, attempt)).not.toHaveProperty('webhook-test');
  });
});
