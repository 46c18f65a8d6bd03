import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callAs, createOrder, type Harness, startHarness } from '../support/intake-harness.js';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ KEEP_ALIVE_TIMEOUT_MS: '620000' });
});
afterAll(() => harness.close());

describe('HTTP hygiene', () => {
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
