import { createHmac, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  endpointSecretOf,
  endpointViewSchema,
  endpointWithSecretSchema,
  type PulledMessage,
  sentRequestsSchema,
  type WebhookKey,
  webhookKeysSchema,
} from '@delivery/contracts';
import { createMerchant, readyOrder, startApis, takeFrom } from '../support/start-apis.js';

const hourMs = 3_600_000;
let nowMs = Date.now();
const apis = await startApis({ now: () => nowMs });
afterAll(() => apis.stop());

const arrange = async (settings: object = {}) => {
  const { merchant_id: merchantId } = await createMerchant(apis);
  const path = `/merchants/${merchantId}/webhook-endpoints`;
  const created = await apis.internal('POST', path, { body: { type: 'pull', ...settings } });
  const endpoint = endpointWithSecretSchema.parse(created.body);
  return { merchantId, path: `${path}/${endpoint.id}`, endpoint, text: created.text };
};
type Arranged = Awaited<ReturnType<typeof arrange>>;

const rotate = async ({ path }: Arranged, body = {}) =>
  endpointWithSecretSchema.parse((await apis.internal('POST', `${path}/rotate-secret`, { body })).body);

/** The next webhook, of an order of its own. */
const pull = async ({ merchantId, endpoint }: Arranged, externalId: string): Promise<PulledMessage> => {
  await readyOrder(apis, merchantId, externalId);
  const { messages } = await takeFrom(apis, merchantId, endpoint.id, 1);
  return messages[0]!;
};

const signedOf = ({ headers, body }: PulledMessage): Buffer =>
  Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
const signaturesOf = ({ headers }: PulledMessage): string[] => headers['webhook-signature']!.split(' ');

const isSignedBy = (message: PulledMessage, key: WebhookKey): boolean => {
  const { kty, crv, x } = key;
  const publicKey = createPublicKey({ key: { kty, crv, x } satisfies JsonWebKey, format: 'jwk' });
  return signaturesOf(message).some(
    (one) => one.startsWith('v1a,') && verify(null, signedOf(message), publicKey, Buffer.from(one.slice(4), 'base64')),
  );
};
const hmacOf = (message: PulledMessage, secret: string | null): string => {
  const key = Buffer.from(secret?.slice('whsec_'.length) ?? '', 'base64');
  return `v1,${createHmac('sha256', key).update(signedOf(message)).digest('base64')}`;
};

const readKeys = async (ownerId: string): Promise<WebhookKey[]> => {
  const { status, body } = await apis.internal('GET', `/webhook-keys/${ownerId}`);
  expect(status).toBe(200);
  return webhookKeysSchema.parse(body).keys;
};

describe('An endpoint that is signed with ed25519', () => {
  it('[P8] shows its public key, and no answer and no row has the private one', async () => {
    const arranged = await arrange({ signature: 'ed25519' });
    const { endpoint, path } = arranged;
    expect(endpoint).toMatchObject({ signature: 'ed25519', secret: null, public_key: expect.any(String) });
    const read = await apis.internal('GET', path);
    expect(endpointViewSchema.parse(read.body)).toMatchObject({
      signature: 'ed25519',
      public_key: endpoint.public_key,
    });
    const { rows } = await apis.pool.query('select to_jsonb(e) as row from endpoints e where id = $1', [endpoint.id]);
    const sealed = String(rows[0].row.secrets[0].sealed);
    const privateHalf = apis.sealer.open(sealed, endpointSecretOf(endpoint.id)).slice('whsk_'.length, -48);
    for (const text of [arranged.text, read.text, JSON.stringify(rows)]) expect(text).not.toContain(privateHalf);
  });

  it('signs each webhook with its key alone, and the same request is shown again', async () => {
    const arranged = await arrange({ signature: 'ed25519' });
    const message = await pull(arranged, 'one');
    const [key] = await readKeys(arranged.merchantId);
    expect(key).toMatchObject({ endpoint_id: arranged.endpoint.id, alg: 'EdDSA' });
    expect([signaturesOf(message).length, isSignedBy(message, key!)]).toEqual([1, true]);
    expect(isSignedBy({ ...message, body: `${message.body} ` }, key!)).toBe(false);
    await apis.internal('POST', `${arranged.path}/ack`, { body: { ids: [message.id] } });
    const { body } = await apis.internal(
      'GET',
      `/merchants/${arranged.merchantId}/webhook-deliveries/${message.id}/requests`,
    );
    const [sent] = sentRequestsSchema.parse(body).attempts;
    expect(sent?.headers['webhook-signature']).toBe(message.headers['webhook-signature']);
  });
});

describe('A rotation that changes the algorithm', () => {
  it('signs with the secret and the key for the overlap, then with the key alone, and back', async () => {
    const arranged = await arrange();
    const { merchantId, path, endpoint } = arranged;
    expect([endpoint.signature, endpoint.public_key, await readKeys(merchantId)]).toEqual(['hmac-sha256', null, []]);
    const unknown = await apis.internal('POST', `${path}/rotate-secret`, { body: { signature: 'rsa' } });
    expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([400, '/signature']);

    expect(await rotate(arranged, { signature: 'ed25519' })).toMatchObject({ signature: 'ed25519', secret: null });
    const [key] = await readKeys(merchantId);
    const during = await pull(arranged, 'during');
    expect(isSignedBy(during, key!)).toBe(true);
    expect(signaturesOf(during)[1]).toBe(hmacOf(during, endpoint.secret));

    nowMs += 25 * hourMs;
    const after = await pull(arranged, 'after');
    expect([signaturesOf(after).length, isSignedBy(after, key!)]).toEqual([1, true]);

    const next = await rotate(arranged);
    expect(next).toMatchObject({ signature: 'ed25519', secret: null });
    expect((await readKeys(merchantId)).length).toBe(2);

    const back = await rotate(arranged, { signature: 'hmac-sha256' });
    expect([back.signature, back.public_key, back.secret]).toEqual(['hmac-sha256', null, expect.any(String)]);
    const last = await pull(arranged, 'back');
    expect([signaturesOf(last).length, signaturesOf(last)[0]]).toEqual([3, hmacOf(last, back.secret)]);
    expect(endpointViewSchema.parse((await apis.internal('GET', path)).body).signature).toBe('hmac-sha256');
  });
});

describe('The public keys of an owner', () => {
  it('are none for an owner that does not exist, and none of a deleted endpoint', async () => {
    const { merchantId, path } = await arrange({ signature: 'ed25519' });
    await apis.internal('DELETE', path);
    expect([await readKeys(merchantId), await readKeys('0'.repeat(32))]).toEqual([[], []]);
  });
});
