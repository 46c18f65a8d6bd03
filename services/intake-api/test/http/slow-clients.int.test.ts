import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { problemSchema } from '@delivery/contracts';
import { bodyMaxBytes } from '../../src/http/bounded-bytes.js';
import {
  callAs,
  createOrder,
  type Harness,
  makeMerchant,
  startHarness,
  withCredentials,
} from '../support/intake-harness.js';

const slowOnes = Array.from({ length: 9 }, () => makeMerchant());
let harness: Harness;
beforeAll(async () => {
  const env = {
    MAX_IN_FLIGHT: '20',
    RATE_LIMIT_CREATE_PER_MINUTE: '100000',
    TRUST_PROXY: '1',
    KEEP_ALIVE_TIMEOUT_MS: '620000',
  };
  harness = await startHarness(env, [makeMerchant(), makeMerchant(), ...slowOnes]);
});
afterAll(() => harness.close());

const sockets: Socket[] = [];
const answers: string[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  answers.length = 0;
  await until(({ held }) => held === 0);
});

const open = (head: string): Socket => {
  const socket = connect(harness.intake.port, '127.0.0.1').setEncoding('utf8');
  sockets.push(socket);
  socket.write(`${head}\r\nhost: a\r\n`);
  return socket;
};

/** Announces a body of which only the beginning comes. */
const sendSlowly = (merchant: { key: string; token: string }, address: string): void => {
  const socket = open(`POST ${withCredentials('/v1/external-orders', merchant)} HTTP/1.1`);
  socket.on('data', (text) => answers.push(String(text)));
  socket.write(`x-forwarded-for: ${address}\r\ncontent-length: ${bodyMaxBytes}\r\n\r\n{`);
};

/** The bytes of the budget that an announced body takes, with its connection. */
const bodyBytes = bodyMaxBytes + 16 * 1024;

type State = { held: number; answered: number };

/** Each look at the metrics is a request: the service itself paces the loop. */
const until = async (isReached: (state: State) => boolean): Promise<void> => {
  for (;;) {
    const text = await (await fetch(`${harness.url}/metrics`)).text();
    const held = Number(/^intake_buffered_bytes\{.*\} (\d+)$/m.exec(text)?.[1]);
    if (isReached({ held, answered: answers.length })) return;
  }
};

/** Twice as many calls as may be under way at once, as long as the bodies are waited for. */
const expectOthersAnswered = async (): Promise<void> => {
  for (let round = 0; round < 4; round += 1) {
    const replies = await Promise.all(Array.from({ length: 10 }, () => createOrder(harness)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect((await callAs(harness, harness.merchant, 'GET', '/v1/external-orders/x')).status).toBe(404);
  }
};

const expectRefusals = (): void => {
  for (const answer of answers) {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toContain('content-type: application/problem+json');
    expect(head).toMatch(/^retry-after: 1\r?$/m);
    expect(problemSchema.parse(JSON.parse(body)).code).toBe('rate_limited');
  }
};

describe('Bodies that do not come', () => {
  it('[P6] from one merchant, in large number, cost another merchant no call', async () => {
    for (let count = 0; count < 100; count += 1) sendSlowly(harness.otherMerchant, '192.0.2.1');
    // A fifth of 64 MiB, and the others are refused.
    await until(({ held, answered }) => held === 48 * bodyBytes && answered === 52);
    await expectOthersAnswered();
    expectRefusals();
  });

  it('[P6] from many merchants at one address cost a merchant there no call', async () => {
    for (const merchant of slowOnes) for (let count = 0; count < 30; count += 1) sendSlowly(merchant, '192.0.2.1');
    await until(({ held, answered }) => held / bodyBytes + answered === 30 * slowOnes.length);
    const reply = await createOrder(harness, undefined, { 'x-forwarded-for': '192.0.2.1' });
    expect(reply.status).toBe(201);
    expectRefusals();
  });

  it('[P6] from all other merchants, everywhere, use the budget up to a part for those that hold nothing', async () => {
    for (const [index, merchant] of slowOnes.entries())
      for (let count = 0; count < 40; count += 1) sendSlowly(merchant, `192.0.2.${index}`);
    await until(({ held, answered }) => held / bodyBytes + answered === 40 * slowOnes.length);
    expect(answers.length).toBeGreaterThan(40 * slowOnes.length - 240);
    await expectOthersAnswered();
    expectRefusals();
  });
});

describe('Long answers that are not read', () => {
  it('[P6] cost their own merchant further ones, and another merchant none', async () => {
    const answerWith = (megabytes: number): number => {
      const body = JSON.stringify({ data: ['x'.repeat(megabytes * 1024 * 1024)] });
      harness.orderState.state.onCall = () => ({ status: 200, body });
      return body.length;
    };
    const longBytes = answerWith(13);
    const socket = open(`GET ${withCredentials('/v1/external-orders', harness.otherMerchant)} HTTP/1.1`);
    socket.pause();
    socket.write('x-forwarded-for: 192.0.2.1\r\n\r\n');
    await until(({ held }) => held === longBytes);
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    const refused = await callAs(harness, harness.otherMerchant, 'GET', '/v1/external-orders', { headers });
    expect([refused.status, refused.headers.get('retry-after'), refused.json['code']]).toEqual([
      429,
      '1',
      'rate_limited',
    ]);
    const other = await callAs(harness, harness.merchant, 'GET', '/v1/external-orders/x');
    expect(other.status).toBe(404);
    answerWith(1);
    expect((await callAs(harness, harness.merchant, 'GET', '/v1/external-orders')).status).toBe(200);
    socket.resume();
    await until(({ held }) => held === 0);
  });

  it('[P12] stop to count when a client has them compressed, on a connection that stays open', async () => {
    const body = JSON.stringify({ data: ['x'.repeat(1024 * 1024)] });
    harness.orderState.state.onCall = () => ({ status: 200, body });
    const answer = await fetch(harness.url + withCredentials('/v1/external-orders', harness.merchant));
    expect(answer.headers.get('connection')).toBe('keep-alive');
    expect(answer.headers.get('content-encoding')).not.toBeNull();
    expect((await answer.text()).length).toBe(body.length);
    await until(({ held }) => held === 0);
  });

  it('[P12] count until their connection ends, also where the kernel has taken them whole', async () => {
    const body = JSON.stringify({ data: ['x'.repeat(1024 * 1024)] });
    harness.orderState.state.onCall = () => ({ status: 200, body });
    const [merchant = harness.merchant] = slowOnes;
    for (let count = 1; count <= 13; count += 1) {
      const socket = open(`GET ${withCredentials('/v1/external-orders', merchant)} HTTP/1.1`);
      socket.pause();
      socket.write('x-forwarded-for: 192.0.2.1\r\n\r\n');
      await until(({ held }) => held === count * body.length);
    }
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    const refused = await callAs(harness, merchant, 'GET', '/v1/external-orders', { headers });
    expect([refused.status, refused.headers.get('ratelimit')]).toEqual([429, expect.stringMatching('bytes_under_way')]);
  });
});

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
    const socket = open(`POST ${withCredentials('/v1/external-orders', harness.merchant)} HTTP/1.1`);
    socket.write('content-length: 100\r\n\r\n{"a');
    await until(({ held }) => held > 0);
    socket.destroy();
    await until(({ held }) => held === 0);
    const metrics = await (await fetch(`${harness.url}/metrics`)).text();
    expect(metrics).toMatch(
      /^intake_http_requests_total{route="\/v1\/external-orders",method="POST",status="499".* [1-9]\d*$/m,
    );
  });
});

describe('Chunked bodies that do not end', () => {
  it('[P12 P6] count as the longest ones: at the share of their merchant they are refused, and another creates orders', async () => {
    let last: State = { held: 0, answered: 0 };
    for (let count = 1; count <= 49; count += 1) {
      const socket = open(`POST ${withCredentials('/v1/external-orders', harness.otherMerchant)} HTTP/1.1`);
      socket.on('data', (text) => answers.push(String(text)));
      socket.write('x-forwarded-for: 192.0.2.1\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n');
      const before = last;
      await until((state) => {
        last = state;
        return state.held > before.held || state.answered > before.answered;
      });
    }
    // A fifth of 64 MiB.
    expect(last).toEqual({ held: 48 * bodyBytes, answered: 1 });
    expect(answers[0]).toContain('bytes_under_way');
    expectRefusals();
    expect((await createOrder(harness)).status).toBe(201);
  });
});
