import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problemSchema } from '@delivery/contracts';
import { bodyMaxBytes } from '../src/http/waiting-bodies.js';
import { callAs, createOrder, type Harness, makeMerchant, startHarness, withCredentials } from './intake-harness.js';

const slowOnes = Array.from({ length: 9 }, () => makeMerchant());
let harness: Harness;
beforeAll(async () => {
  const env = { MAX_IN_FLIGHT: '20', RATE_LIMIT_CREATE_PER_MINUTE: '100000', TRUST_PROXY: '1' };
  harness = await startHarness(env, [makeMerchant(), makeMerchant(), ...slowOnes]);
});
afterAll(() => harness.close());

type SlowBody = { socket: Socket; answer: Promise<string> };

/** Buys a body that does not come all the time there is: the deadline is not what these tests are about. */
const bytesForAllTime = 15 * 1024;

/** Announces a body, of which only the beginning comes. */
const sendSlowly = (
  merchant: { key: string; token: string },
  address: string,
  sentBytes = bytesForAllTime,
): SlowBody => {
  const socket = connect(harness.intake.port, '127.0.0.1').setEncoding('utf8');
  const target = withCredentials('/v1/external-orders', merchant);
  const head = `POST ${target} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${address}\r\ncontent-length: ${bodyMaxBytes}\r\n\r\n`;
  socket.write(`${head}{${' '.repeat(sentBytes - 1)}`);
  return { socket, answer: once(socket, 'data').then(String) };
};

const waitingBodies = async (): Promise<number> => {
  const text = await (await fetch(`${harness.url}/metrics`)).text();
  return Number(/^intake_bodies_waiting\{.*\} (\d+)$/m.exec(text)?.[1]);
};

const untilWaiting = async (count: number): Promise<void> => {
  while ((await waitingBodies()) !== count);
};

/** Twice as many calls as may be under way at once, as long as the bodies are waited for. */
const expectOthersAnswered = async (): Promise<void> => {
  for (let round = 0; round < 4; round += 1) {
    const replies = await Promise.all(Array.from({ length: 10 }, () => createOrder(harness)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect((await callAs(harness, harness.merchant, 'GET', '/v1/external-orders/x')).status).toBe(404);
  }
};

const problemOf = (answer: string) => {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toContain('content-type: application/problem+json');
  expect(head).toMatch(/^retry-after: 1\r?$/m);
  return problemSchema.parse(JSON.parse(body));
};

describe('bodies that do not come', () => {
  it('of one merchant, in large number, cost another merchant no call', async () => {
    const slow = Array.from({ length: 100 }, () => sendSlowly(harness.otherMerchant, '192.0.2.1'));
    // What the bound leaves: 8 MiB by 256 KiB and some.
    await untilWaiting(30);
    await expectOthersAnswered();
    const refused = await Promise.all(slow.slice(0, 70).map(({ answer }) => answer));
    expect(new Set(refused.map((answer) => problemOf(answer).code))).toEqual(new Set(['rate_limited']));
    slow.forEach(({ socket }) => socket.destroy());
    await untilWaiting(0);
  });

  it('of all others, from everywhere, cost no call either: who has waited longest makes room', async () => {
    const slow: SlowBody[] = [];
    for (const [index, merchant] of slowOnes.entries()) {
      for (let turn = 0; turn < 30; turn += 1) slow.push(sendSlowly(merchant, `192.0.2.${index}`));
      // 64 MiB in all, then the oldest go.
      await untilWaiting(Math.min(30 * (index + 1), 240));
    }
    await expectOthersAnswered();
    const refused = await Promise.all(slow.slice(0, 30).map(({ answer }) => answer));
    expect(new Set(refused.map((answer) => problemOf(answer).code))).toEqual(new Set(['temporarily_unavailable']));
    slow.forEach(({ socket }) => socket.destroy());
    await untilWaiting(0);
  });

  it('are answered 408 when they have had their time, and their connection ends', async () => {
    const { socket, answer } = sendSlowly(harness.otherMerchant, '192.0.2.1', 1);
    const closed = once(socket, 'close');
    socket.resume();
    expect(problemOf(await answer)).toMatchObject({ code: 'request_timeout', status: 408 });
    await closed;
  });
});
