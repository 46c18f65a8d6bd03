import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { signingKeyOf, signWebhook } from './sign.js';

/** Any at all. fast-check's own `binary` makes a table of them first, which takes seconds. */
const character = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

const secretArbitrary = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);

const keyOf = (secret: string) => {
  const key = signingKeyOf(secret);
  if (!key) throw new Error('the secret is malformed');
  return key;
};

const nowSeconds = () => Math.floor(Date.now() / 1000);

describe('signWebhook', () => {
  it('is accepted by an independent Standard Webhooks verifier with any one of the live secrets', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(secretArbitrary, { minLength: 1, maxLength: 5 }),
        fc.string({ unit: character }),
        fc.uuid(),
        (secrets, text, webhookId) => {
          const body = Buffer.from(JSON.stringify({ text }));
          const timestampSeconds = nowSeconds();
          const headers = {
            'webhook-id': webhookId,
            'webhook-timestamp': String(timestampSeconds),
            'webhook-signature': signWebhook({ webhookId, timestampSeconds, body }, secrets.map(keyOf)),
          };
          for (const secret of secrets) {
            expect(new Webhook(secret).verify(body, headers)).toEqual({ text });
          }
        },
      ),
    );
  });

  it('is refused by the verifier after any change of id, time, body or secret', () => {
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    const body = Buffer.from('{"a":1}');
    const timestampSeconds = nowSeconds();
    const signature = signWebhook({ webhookId: 'w-1', timestampSeconds, body }, [keyOf(secret)]);
    const verify = (change: { id?: string; at?: number; body?: string; secret?: string }) => () =>
      new Webhook(change.secret ?? secret).verify(change.body ?? '{"a":1}', {
        'webhook-id': change.id ?? 'w-1',
        'webhook-timestamp': String(change.at ?? timestampSeconds),
        'webhook-signature': signature,
      });
    expect(verify({})).not.toThrow();
    expect(verify({ id: 'w-2' })).toThrow();
    expect(verify({ at: timestampSeconds - 1 })).toThrow();
    expect(verify({ body: '{"a":2}' })).toThrow();
    expect(verify({ secret: `whsec_${Buffer.alloc(32, 2).toString('base64')}` })).toThrow();
  });

  it('refuses no secret, a sixth secret and a malformed one', () => {
    const message = { webhookId: 'w', timestampSeconds: 1, body: Buffer.from('{}') };
    const good = keyOf(`whsec_${Buffer.alloc(32, 1).toString('base64')}`);
    expect(() => signWebhook(message, [])).toThrow(RangeError);
    expect(() =>
      signWebhook(
        message,
        Array.from({ length: 6 }, () => good),
      ),
    ).toThrow(RangeError);
    for (const secret of ['', 'whsec_', 'c2VjcmV0', 'whsec_ação']) expect(signingKeyOf(secret)).toBeUndefined();
  });
});

type Vector = {
  secrets: string[];
  webhook_id: string;
  webhook_timestamp: number;
  body: string;
  webhook_signature: string;
};

describe('docs/webhook-signature-vectors.json', () => {
  it('holds for this implementation and for the independent one', async () => {
    const file = new URL('../../../docs/webhook-signature-vectors.json', import.meta.url);
    const { vectors } = JSON.parse(await readFile(file, 'utf8')) as { vectors: Vector[] };
    expect(vectors.length).toBeGreaterThanOrEqual(5);
    for (const vector of vectors) {
      const body = Buffer.from(vector.body, 'utf8');
      const message = { webhookId: vector.webhook_id, timestampSeconds: vector.webhook_timestamp, body };
      expect(signWebhook(message, vector.secrets.map(keyOf))).toBe(vector.webhook_signature);
      const independent = vector.secrets.map((secret) =>
        new Webhook(secret).sign(vector.webhook_id, new Date(vector.webhook_timestamp * 1000), vector.body),
      );
      expect(independent.join(' ')).toBe(vector.webhook_signature);
    }
  });
});
