import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Apis, operatorToken, startApis } from '../support/start-apis.js';

let apis: Apis;
beforeAll(async () => {
  apis = await startApis();
});
afterAll(() => apis.stop());

/** Sends raw bytes and reads until the server closes the connection. */
const exchange = async (bytes: string): Promise<{ head: string; problem: unknown }> => {
  const socket = connect(Number(new URL(apis.url).port), '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (chunk: string) => (text += chunk));
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { head, problem: JSON.parse(body) };
};

describe('The operator API', () => {
  it.each([
    ['malformed HTTP', 'NONSENSE\r\n\r\n', 'malformed_request'],
    [
      'a body beyond its limit',
      `POST /operator/v1/merchants HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${operatorToken}\r\nconnection: close\r\ncontent-length: 65537\r\n\r\n{`,
      'payload_too_large',
    ],
  ])('[P15] answers %s with a problem document', async (_what, bytes, code) => {
    const { head, problem } = await exchange(bytes);
    expect(head).toContain('content-type: application/problem+json');
    expect(problem).toMatchObject({ code });
  });
});

describe('A client that closes its side after a whole request', () => {
  it.each([
    ['that reads', 'GET /operator/v1/merchants', '', 200],
    ['that changes something', 'POST /operator/v1/merchants', '{"name":"Cantina"}', 201],
    ['that no route takes', 'GET /operator/v1/nothing', '', 404],
  ])('[P15] gets the answer to one %s', async (_what, line, body, status) => {
    const socket = connect({ port: Number(new URL(apis.url).port), host: '127.0.0.1', allowHalfOpen: true });
    const headers = [
      'host: a',
      `authorization: Bearer ${operatorToken}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
    ];
    socket.end([`${line} HTTP/1.1`, ...headers, '', body].join('\r\n'));
    expect(await text(socket)).toContain(`HTTP/1.1 ${status} `);
  });
});

describe('The address alone', () => {
  it('leads to the console', async () => {
    const response = await fetch(apis.url);
    expect([response.status, new URL(response.url).pathname]).toEqual([200, '/console/']);
  });

  it('has an icon for browsers that ask the host, and nothing for crawlers', async () => {
    const icon = await fetch(`${apis.url}/favicon.ico`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(await (await fetch(`${apis.url}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n');
  });

  it('of an unknown path is answered with a problem document that tells where to look', async () => {
    const response = await fetch(`${apis.url}/orders`);
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    expect(await response.json()).toMatchObject({
      code: 'route_not_found',
      detail: expect.stringContaining('/console/'),
    });
  });
});
