import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createLogger } from '@delivery/service-kit';
import { createOrder, type Harness, makeMerchant, startHarness } from '../support/intake-harness.js';
import { orderContent } from '../support/sample-order.js';

const lines: string[] = [];
const destination = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    lines.push(chunk.toString('utf8'));
    done();
  },
});

let harness: Harness;
beforeAll(async () => {
  const env = { RATE_LIMIT_CREATE_PER_MINUTE: '100000', RATE_LIMIT_OTHER_PER_MINUTE: '100000' };
  harness = await startHarness(env, undefined, createLogger({ service: 'intake-api', level: 'trace', destination }));
});
afterAll(() => harness.close());

/** Sends raw bytes, which ask to close the connection; resolves with the status line when the server has closed it. */
const send = async (bytes: Buffer): Promise<string> => {
  const socket = connect(harness.intake.port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1').split('\r\n')[0] ?? '';
};

describe('random input', () => {
  it('in body, headers and path never gives a 5xx nor stops the service', async () => {
    harness.orderState.state.onCall = () => ({ status: 200, body: '{}' });
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'BREW');
    const token = fc.string({ unit: fc.constantFrom(...'abc09%./?&=:#[]{}é\u0001 '.split('')), maxLength: 30 });
    const path = fc.tuple(
      fc.constantFrom('/v1/external-orders', '/v1/external-orders/', '/v1/webhook-', '/', '//', '*'),
      token,
    );
    const header = fc.tuple(
      fc.constantFrom('content-type', 'x-request-id', 'authorization', 'traceparent', 'expect', 'x'),
      token,
    );
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc.json().map((json) => Buffer.from(json)),
    );
    const isKnown = fc.boolean();
    await fc.assert(
      fc.asyncProperty(
        method,
        path,
        fc.array(header, { maxLength: 3 }),
        body,
        isKnown,
        async (verb, [base, rest], headers, content, known) => {
          const query = known ? `?key=${harness.merchant.key}&token=${harness.merchant.token}` : '';
          const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
          const text = `${verb} ${base}${rest}${query} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${head}content-length: ${content.length}\r\n\r\n`;
          expect(await send(Buffer.concat([Buffer.from(text, 'latin1'), content]))).toMatch(/^HTTP\/1\.1 [1-4]\d\d /);
        },
      ),
      { numRuns: 1000 },
    );
    expect((await createOrder(harness)).status).toBe(201);
  });
});

describe('logs', () => {
  it('[P8] of successes, refusals and failures hold no credential and nothing of a customer', async () => {
    const content = orderContent({ customer: { name: 'Zuleika Sampaio', phone: '5511987654321' } });
    await createOrder(harness, content);
    await createOrder(harness, { ...content, payment: {} });
    await fetch(`${harness.url}/v1/external-orders?key=wrong&token=${makeMerchant().token}`, { method: 'POST' });
    harness.verdicts.state.verdictFor = () => ({ outcome: 'refused', code: 'stale_report' });
    expect((await createOrder(harness, content)).status).toBe(500);
    do await harness.vhost.closeAllConnections();
    while ((await createOrder(harness, content)).status !== 503);
    const written = lines.join('');
    expect(written).toContain('request.failed');
    for (const secret of [
      harness.merchant.key,
      harness.merchant.token,
      'Zuleika',
      '5511987654321',
      content.address.street,
      'key=',
      'token=',
    ]) {
      expect(written).not.toContain(secret);
    }
  });
});
