import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { endpointSecretOf } from '@delivery/contracts';
import { createSealer, type Sealer } from '@delivery/service-kit';
import { createOpenSecrets, type OpenSecrets, signingKeyOf, signWebhook } from './sign.js';

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
    for (const secret of [
      '',
      'whsec_',
      'c2VjcmV0',
      'whsec_ação',
      'whsk_',
      `whsk_${'A'.repeat(43)}=`,
      `whpk_${'A'.repeat(43)}=`,
    ])
      expect(signingKeyOf(secret)).toBeUndefined();
  });
});

type Vector = {
  secrets: string[];
  signed_with?: string[];
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
      expect(signWebhook(message, (vector.signed_with ?? vector.secrets).map(keyOf))).toBe(vector.webhook_signature);
      // The independent one knows HMAC alone.
      if (vector.signed_with) continue;
      const independent = vector.secrets.map((secret) =>
        new Webhook(secret).sign(vector.webhook_id, new Date(vector.webhook_timestamp * 1000), vector.body),
      );
      expect(independent.join(' ')).toBe(vector.webhook_signature);
    }
  });
});

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;

const endpointId = '0b8f7a52-5a0c-4f0e-9a51-4f6f0d6f7a01';
const place = endpointSecretOf(endpointId);
const of = (...sealed: string[]) => ({ endpoint_id: endpointId, sealed_secrets: sealed });

const bytesOf = (opened: ReturnType<OpenSecrets>) =>
  'keys' in opened ? opened.keys.map((key) => key.export()) : opened;

/** A sealer that records what it was asked to open. */
const counting = (sealer: Pick<Sealer, 'open'>) => {
  const opened: string[] = [];
  const open = (text: string, boundTo: string) => {
    opened.push(text);
    return sealer.open(text, boundTo);
  };
  return { opened, open };
};

describe('createOpenSecrets', () => {
  it('opens texts of the current and the previous key, in order', () => {
    const [before, current] = [randomBytes(32), randomBytes(32)];
    const sealed = [createSealer(current).seal(secretOf(1), place), createSealer(before).seal(secretOf(2), place)];
    const openSecrets = createOpenSecrets(createSealer(current, [before]));
    expect(bytesOf(openSecrets(of(...sealed)))).toEqual([Buffer.alloc(32, 1), Buffer.alloc(32, 2)]);
  });

  it('refuses all when one does not open, and does not print it', () => {
    const sealer = createSealer(randomBytes(32));
    const foreign = createSealer(randomBytes(32)).seal(secretOf(3), place);
    const openSecrets = createOpenSecrets(sealer);
    expect(openSecrets(of(sealer.seal(secretOf(1), place), foreign))).toEqual({
      fault: expect.stringMatching(/^signing secret: sealed with the unknown key [0-9a-f]{8}$/),
    });
    expect(openSecrets(of(sealer.seal('no secret', place)))).toEqual({ fault: 'signing secret: malformed' });
  });

  it('opens each sealed text once, also two texts of one endpoint', () => {
    const sealer = createSealer(randomBytes(32));
    const [one, rotated] = [sealer.seal(secretOf(1), place), sealer.seal(secretOf(2), place)];
    const { opened, open } = counting(sealer);
    const openSecrets = createOpenSecrets({ open });
    for (const sealed of [[one], [one], [rotated, one], [rotated]]) openSecrets(of(...sealed));
    expect(opened).toEqual([one, rotated]);
    expect(bytesOf(openSecrets(of(rotated, one)))).toEqual([Buffer.alloc(32, 2), Buffer.alloc(32, 1)]);
  });

  it('[P8] opens no other endpoint’s, also when it has opened it for that one before', () => {
    const sealer = createSealer(randomBytes(32));
    const sealed = sealer.seal(secretOf(1), place);
    const openSecrets = createOpenSecrets(sealer);
    expect(openSecrets(of(sealed))).toHaveProperty('keys');
    expect(openSecrets({ endpoint_id: '0b8f7a52-5a0c-4f0e-9a51-4f6f0d6f7a02', sealed_secrets: [sealed] })).toEqual({
      fault: 'signing secret: sealed text cannot be opened: it was changed, or sealed for another place',
    });
  });

  it('keeps a bounded number, and opens an evicted text again', () => {
    const sealer = createSealer(randomBytes(32));
    const [a, b, c] = [1, 2, 3].map((byte) => sealer.seal(secretOf(byte), place));
    const { opened, open } = counting(sealer);
    const openSecrets = createOpenSecrets({ open }, 2);
    for (const sealed of [a, b, c, c, b, a]) expect(openSecrets(of(sealed ?? ''))).toHaveProperty('keys');
    expect(opened).toEqual([a, b, c, a]);
  });

  it('does not keep a secret that did not open', () => {
    const sealer = createSealer(randomBytes(32));
    const malformed = sealer.seal('no secret', place);
    const { opened, open } = counting(sealer);
    const openSecrets = createOpenSecrets({ open });
    for (let time = 0; time < 2; time += 1) expect(openSecrets(of(malformed))).toHaveProperty('fault');
    expect(opened).toEqual([malformed, malformed]);
  });
});
