import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { verifySignature } from './verify-signature.js';

type Vector = Record<'title' | 'webhook_id' | 'body' | 'webhook_signature', string> & {
  secrets: string[];
  webhook_timestamp: number;
};
const published = new URL('../../../../../docs/webhook-signature-vectors.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(published, 'utf8')) as { vectors: Vector[] };

const toSigned = ({ webhook_id, webhook_timestamp, webhook_signature, body }: Vector) => ({
  headers: {
    'webhook-id': webhook_id,
    'webhook-timestamp': String(webhook_timestamp),
    'webhook-signature': webhook_signature,
  },
  body,
});

test.each(vectors)('finds each secret that signed: $title', async (vector) => {
  for (const secret of vector.secrets) {
    expect(await verifySignature(crypto.subtle, ` ${secret}\n`, toSigned(vector))).toBe('valid');
    const changed = { ...toSigned(vector), body: `${vector.body} ` };
    expect(await verifySignature(crypto.subtle, secret, changed)).toBe('invalid');
  }
});

test('takes no other text for a secret, and says so where a browser cannot check', async () => {
  const signed = { headers: {}, body: '' };
  for (const secret of ['', 'whsec_', 'whsec_ç', 'tok_1'])
    expect(await verifySignature(crypto.subtle, secret, signed)).toBe('no_secret');
  expect(await verifySignature(crypto.subtle, 'whsec_HyYt', signed)).toBe('invalid');
  expect(await verifySignature(undefined, 'whsec_HyYt', signed)).toBe('unavailable');
});
