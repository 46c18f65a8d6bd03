import { generateKeyPairSync, randomUUID, verify } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { ReleasedFault } from '@delivery/contracts';
import {
  type EndpointServer,
  pollUntil,
  type ReceivedRequest,
  startEndpointServer,
  startTcpProxy,
  targetOf,
} from '@delivery/test-support';
import { type Harness, sealSecret, secret, startHarness } from '../support/dispatcher-harness.js';

let harness: Harness;
let endpoint: EndpointServer;
beforeEach(async () => {
  harness = await startHarness();
  endpoint = await startEndpointServer();
});
afterEach(async () => {
  await harness.close();
  await endpoint.close();
});

const isGenuine = ({ body, headers }: ReceivedRequest): boolean => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};
/** Refuses a webhook that it cannot verify, as a merchant's server should. */
const verifyEach = () => endpoint.respondWith((request) => ({ status: isGenuine(request) ? 200 : 401 }));
const faultOf = (kind: Exclude<ReleasedFault['kind'], 'gap'>) => ({ id: randomUUID(), kind });
const webhookIds = () => endpoint.requests.map(({ headers }) => headers['webhook-id']);

describe('a released delivery with a fault', () => {
  it('[P28] is reported with the fault that ends it after one attempt, failed or accepted', async () => {
    await harness.startService();
    endpoint.respondWith(() => ({ status: 500 }));
    const fault = faultOf('exhaust');
    const delivery = await harness.release({ url: endpoint.url, mode: 'sandbox', fault });
    const attempted = await harness.attemptOf(delivery);
    expect(attempted).toMatchObject({ outcome: 'failed', status_code: 500 });
    expect(attempted.fault).toMatchObject({ ...fault, status_code: 500, handled: true });
    endpoint.respondWith(() => ({ status: 200 }));
    const taken = await harness.release({ url: endpoint.url, mode: 'sandbox', fault });
    const accepted = await harness.attemptOf(taken);
    expect(accepted).toMatchObject({ outcome: 'delivered', fault: { ...fault, status_code: 200, handled: false } });
    expect(endpoint.requests.map(isGenuine)).toEqual([true, true]);
  });

  it.each(['wrong_signature', 'stale_timestamp'] as const)(
    'is sent with %s first, which a good receiver refuses, and then as it should be',
    async (kind) => {
      await harness.startService();
      verifyEach();
      const fault = faultOf(kind);
      const delivery = await harness.release({ url: endpoint.url, mode: 'sandbox', fault });
      expect(await harness.attemptOf(delivery)).toMatchObject({
        outcome: 'delivered',
        status_code: 200,
        fault: {
          ...fault,
          webhook_id: delivery.webhook_id,
          status_code: 401,
          error_code: 'http_status',
          handled: true,
        },
      });
      expect(endpoint.requests.map(isGenuine)).toEqual([false, true]);
      expect(webhookIds()).toEqual([delivery.webhook_id, delivery.webhook_id]);
      expect(endpoint.requests.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '1']);
    },
  );

  it('is sent with the wrong signature of another ed25519 key to a receiver that has a public key', async () => {
    await harness.startService();
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
    const pair = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]);
    const sealed = sealSecret(`whsk_${pair.toString('base64')}`);
    const delivery = await harness.release({ url: endpoint.url, ...sealed, fault: faultOf('wrong_signature') });
    await harness.attemptOf(delivery);
    const signatures = endpoint.requests.map(({ headers, body }) => {
      const [version, signature = ''] = (headers['webhook-signature'] ?? '').split(',');
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body.toString('utf8')}`;
      return [version, verify(null, Buffer.from(signed), publicKey, Buffer.from(signature, 'base64'))];
    });
    expect(signatures).toEqual([
      ['v1a', false],
      ['v1a', true],
    ]);
  });

  it('has a timestamp ten minutes old that its signature is right for', async () => {
    await harness.startService();
    const delivery = await harness.release({ url: endpoint.url, fault: faultOf('stale_timestamp') });
    await harness.attemptOf(delivery);
    const [stale, right] = endpoint.requests.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(right! - stale!).toBeGreaterThanOrEqual(600);
    const { headers, body } = endpoint.requests[0]!;
    const signature = new Webhook(secret).sign(delivery.webhook_id, new Date(stale! * 1000), body.toString('utf8'));
    expect(headers['webhook-signature']).toBe(signature);
  });

  it('[P28] is sent correctly after any answer to the fault, and judged by the answer to the correct request', async () => {
    const patient = await harness.startService();
    const answers = [{ status: 410 }, { status: 503 }, { status: 200 }, { status: 200 }];
    endpoint.respondWith((_, n) => answers[n - 1]!);
    const send = async () =>
      harness.attemptOf(await harness.release({ url: endpoint.url, fault: faultOf('wrong_signature') }));
    expect(await send()).toMatchObject({
      outcome: 'failed',
      error_code: 'unavailable',
      fault: { status_code: 410, handled: true },
    });
    expect(await send()).toMatchObject({ outcome: 'delivered', fault: { status_code: 200, handled: false } });
    await patient.stop();
    await harness.startService({ WEBHOOK_TOTAL_TIMEOUT_MS: '1000' });
    endpoint.respondWith((request) => (isGenuine(request) ? {} : { kind: 'hang' }));
    const late = await pollUntil('one whose right POST is in time', async () => {
      const attempt = await send();
      return attempt.error_code === 'response_timeout' ? undefined : attempt;
    });
    expect(late).toMatchObject({
      outcome: 'delivered',
      fault: { status_code: null, error_code: 'response_timeout', handled: false },
    });
  });

  it('duplicate is sent twice, byte for byte and header for header', async () => {
    await harness.startService();
    verifyEach();
    const fault = faultOf('duplicate');
    const delivery = await harness.release({ url: endpoint.url, fault });
    expect(await harness.attemptOf(delivery)).toMatchObject({
      outcome: 'delivered',
      fault: { ...fault, webhook_id: delivery.webhook_id, status_code: 200, handled: true },
    });
    const [first, second] = endpoint.requests;
    expect(second!.headers).toEqual(first!.headers);
    expect(second!.body).toEqual(first!.body);
    expect(endpoint.requests).toHaveLength(2);
  });

  it('duplicate is not repeated before it was taken, and its report says nothing of a fault', async () => {
    await harness.startService();
    endpoint.respondWith(() => ({ status: 500 }));
    const delivery = await harness.release({ url: endpoint.url, fault: faultOf('duplicate') });
    expect(await harness.attemptOf(delivery)).not.toHaveProperty('fault');
    expect(endpoint.requests).toHaveLength(1);
  });

  it('gap is sent behind its successor, which names it as its predecessor and verifies', async () => {
    await harness.startService();
    verifyEach();
    const ahead = {
      webhook_id: 'msg_ahead',
      event: 'delivery_requested' as const,
      sequence: 5,
      previous_sequence: 4,
      attempt: 1,
      body: '{"note":"ação"}',
    };
    const fault = { id: randomUUID(), kind: 'gap' as const, ahead };
    const delivery = await harness.release({ url: endpoint.url, sequence: 4, previous_sequence: 3, fault });
    expect(await harness.attemptOf(delivery)).toMatchObject({
      outcome: 'delivered',
      fault: { kind: 'gap', webhook_id: 'msg_ahead', status_code: 200, handled: true },
    });
    const [first, second] = endpoint.requests;
    expect(endpoint.requests.map(isGenuine)).toEqual([true, true]);
    expect(first!.headers).toMatchObject({ 'webhook-sequence': '5', 'webhook-previous-sequence': '4' });
    expect(first!.body.toString('utf8')).toBe(ahead.body);
    expect(second!.headers).toMatchObject({ 'webhook-id': delivery.webhook_id, 'webhook-sequence': '4' });
    expect(webhookIds()).toEqual(['msg_ahead', delivery.webhook_id]);
  });

  it('[P28] is sent with its fault once more where its dispatcher died before the report', async () => {
    const broker = await startTcpProxy(() => [targetOf(harness.vhost.url)]);
    const first = await harness.startService({ RABBITMQ_URL: broker.urlOf(harness.vhost.url) });
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    endpoint.respondWith(async (request, n) => {
      if (n === 2) await answered;
      return { status: isGenuine(request) ? 200 : 401 };
    });
    const delivery = await harness.release({ url: endpoint.url, fault: faultOf('wrong_signature') });
    await endpoint.waitFor(2);
    // Its connections are gone for good, as those of a process that died.
    broker.cut();
    await harness.startService();
    await endpoint.waitFor(3);
    answer();
    expect(await harness.attemptOf(delivery)).toMatchObject({ outcome: 'delivered', fault: { handled: true } });
    broker.restore();
    await first.stop();
    await broker.close();
  });
});
