import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problemSchema } from '@delivery/contracts';
import { callAs, createOrder, type Harness, startHarness, withCredentials } from '../support/intake-harness.js';
import { orderContent } from '../support/sample-order.js';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ KEEP_ALIVE_TIMEOUT_MS: '620000' });
});
afterAll(() => harness.close());

/** Writes raw bytes and reads until the server closes the connection. */
const exchange = async (text: string): Promise<{ head: string; body: string }> => {
  const socket = connect(harness.intake.port, '127.0.0.1');
  socket.write(text);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  const [head = '', body = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
  return { head, body };
};

describe('HTTP hygiene', () => {
  it('[P15] a client that closes its side after a whole request gets the answer', async () => {
    const body = JSON.stringify(orderContent());
    const requests = {
      'HTTP/1.1 201 ': `POST ${withCredentials('/v1/external-orders', harness.merchant)} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      'HTTP/1.1 401 ': 'GET /v1/webhook-endpoints HTTP/1.1\r\nhost: a\r\n\r\n',
      'HTTP/1.1 404 ': `GET ${withCredentials('/v1/nothing', harness.merchant)} HTTP/1.1\r\nhost: a\r\n\r\n`,
    };
    for (const [status, request] of Object.entries(requests)) {
      const socket = connect({ port: harness.intake.port, host: '127.0.0.1', allowHalfOpen: true });
      socket.end(request);
      expect(await text(socket)).toContain(status);
    }
  });

  it('every answer of the API forbids caching and sniffing, and names no framework', async () => {
    for (const reply of [await createOrder(harness), await callAs(harness, harness.merchant, 'GET', '/nowhere')]) {
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
      expect([reply.headers.get('x-powered-by'), reply.headers.get('server'), reply.headers.get('etag')]).toEqual([
        null,
        null,
        null,
      ]);
    }
  });

  it('an idle connection is kept for as long as configured, which a balancer must know', async () => {
    const reply = await fetch(`${harness.url}/livez`);
    expect(reply.headers.get('keep-alive')).toBe('timeout=620');
  });

  it('a safe request id comes back, any other is replaced', async () => {
    const idFor = async (given: string) =>
      (await createOrder(harness, '{}', { 'x-request-id': given })).headers.get('x-request-id');
    expect(await idFor('order:7/a_b.c-d')).toBe('order:7/a_b.c-d');
    for (const unsafe of ['a b', '<script>', 'x'.repeat(129), 'é']) {
      expect(await idFor(unsafe)).toMatch(/^[0-9a-f]{32}$/);
    }
  });

  it('headers beyond the limit are 431 and malformed HTTP is 400, both as problems', async () => {
    const overflow = await exchange(`GET /v1/external-orders HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`);
    expect(overflow.head).toContain('HTTP/1.1 431 ');
    expect(overflow.head).toContain('content-type: application/problem+json');
    expect(problemSchema.parse(JSON.parse(overflow.body))).toMatchObject({ code: 'headers_too_large', status: 431 });
    const malformed = await exchange('NONSENSE\r\n\r\n');
    expect(problemSchema.parse(JSON.parse(malformed.body))).toMatchObject({ code: 'malformed_request', status: 400 });
  });

  it('connections are kept alive', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    for (let turn = 0; turn < 5; turn += 1) {
      const outgoing = request(`${harness.url}/livez`, { agent }).end();
      const [response] = await once(outgoing, 'response');
      ports.add(outgoing.socket?.localPort);
      response.resume();
      await once(response, 'end');
    }
    agent.destroy();
    expect(ports.size).toBe(1);
  });

  it('a client that goes away in the middle of its body leaves nothing behind', async () => {
    const { key, token } = harness.merchant;
    const socket = connect(harness.intake.port, '127.0.0.1');
    socket.write(
      `POST /v1/external-orders?key=${key}&token=${token} HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{"a`,
    );
    const gauge = async (name: string) => {
      const text = await (await fetch(`${harness.url}/metrics`)).text();
      return text.split('\n').find((line) => line.startsWith(name));
    };
    while ((await gauge('intake_buffered_bytes'))?.endsWith(' 0')) expect(socket.destroyed).toBe(false);
    socket.destroy();
    while (!(await gauge('intake_buffered_bytes'))?.endsWith(' 0')) expect(socket.destroyed).toBe(true);
    expect(await gauge('intake_http_requests_total{route="/v1/external-orders",method="POST",status="499"')).toMatch(
      / 1$/,
    );
  });
});
