import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TakePoll } from '@delivery/contracts';
import { pollUntil } from '@delivery/test-support';
import {
  callAs,
  type Harness,
  makeMerchant,
  sendWake,
  startHarness,
  untilListening,
  untilReady,
  withCredentials,
} from '../support/intake-harness.js';

const endpointId = randomUUID();
const otherEndpointId = randomUUID();

let harness: Harness;
/** The messages to take, by endpoint. */
let waiting: Map<string, object[]>;
/** The takes that order-state was asked for. */
let takes: TakePoll[][];
/** How order-state is answered, where it is not as usual. */
let onTake: ((polls: TakePoll[]) => 'silence' | { status: number; body?: string } | undefined) | undefined;

const message = (id: string = randomUUID()) => ({
  id,
  attempt: 1,
  headers: { 'webhook-id': `msg_${id}` },
  body: '{}',
  visible_until: '2026-01-01T00:00:30.000Z',
});

const answerTakes = () => {
  harness.orderState.state.onCall = ({ path, body }) => {
    if (path !== '/internal/v1/messages/take') return { status: 200, body: '{"acked":[],"unknown":[]}' };
    const { polls } = JSON.parse(body) as { polls: TakePoll[] };
    takes.push(polls);
    const other = onTake?.(polls);
    if (other) return other;
    const results = polls.map(({ endpoint_id, limit }) => ({
      outcome: 'taken',
      messages: waiting.get(endpoint_id)?.splice(0, limit) ?? [],
    }));
    return { status: 200, body: JSON.stringify({ results }) };
  };
};

const start = async (env: Record<string, string> = {}) => {
  harness = await startHarness(env);
  // A bucket of a few polls is for the test to use up.
  if (!('RATE_LIMIT_PULL_PER_MINUTE' in env)) await untilListening(harness);
};
/** For a test that stops the service or sets it up in another way; those behind it go on with this one. */
const startAnew = async (env?: Record<string, string>) => {
  await harness.close();
  await start(env);
  answerTakes();
};
beforeAll(() => start());
beforeEach(() => {
  waiting = new Map();
  takes = [];
  onTake = undefined;
  answerTakes();
});
afterAll(() => harness.close());

const poll = (query = '', id: string = endpointId, merchant = harness.merchant) =>
  callAs(harness, merchant, 'GET', `/v1/webhook-endpoints/${id}/messages${query}`);

const readMetric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${harness.url}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
};
const until = (wanted: string, isSo: () => boolean | Promise<boolean>) =>
  pollUntil(wanted, async () => ((await isSo()) ? true : undefined));
const untilOpen = (count: number) =>
  until(`${count} open polls`, async () => (await readMetric('intake_polls_open')) === count);
const untilTakes = (count: number) => until(`${count} takes`, () => takes.flat().length === count);

/** Publishes order-state's wake-up after a COMMIT. */
const wake = async (...endpoints: string[]) => {
  await sendWake(harness, { endpoints });
};

describe('a poll', () => {
  it('looks first, and is answered at once with the available messages', async () => {
    waiting.set(endpointId, [message(), message()]);
    const { status, json } = await poll('?limit=1&wait=20&visibility=60');
    expect(status).toBe(200);
    expect(json['data']).toHaveLength(1);
    expect(takes).toEqual([
      [{ owner_id: harness.merchant.entry.merchant_id, endpoint_id: endpointId, limit: 1, visibility_ms: 60_000 }],
    ]);
  });

  it('[P20] is no HEAD: that is 405 and takes nothing', async () => {
    waiting.set(endpointId, [message()]);
    const path = `/v1/webhook-endpoints/${endpointId}/messages?visibility=600`;
    const head = await callAs(harness, harness.merchant, 'HEAD', path);
    expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET, OPTIONS']);
    expect(takes).toEqual([]);
  });

  it('without wait is answered at once where there is nothing', async () => {
    expect(await poll()).toMatchObject({ status: 200, json: { data: [] } });
  });

  it('[P20] that waits asks for nothing until it is woken, and is answered then', async () => {
    const answered = poll('?wait=30');
    await untilOpen(1);
    await untilTakes(1);
    const wakesBefore = await readMetric('intake_wakes_total');
    // A wake of another endpoint.
    await wake(otherEndpointId);
    await until('a wake', async () => (await readMetric('intake_wakes_total')) === wakesBefore + 1);
    expect(takes).toHaveLength(1);
    waiting.set(endpointId, [message()]);
    await wake(endpointId);
    expect((await answered).json['data']).toHaveLength(1);
    expect(takes).toHaveLength(2);
  });

  it('among several of one endpoint is woken alone, and leaves the remaining messages to the next', async () => {
    const answered = Array.from({ length: 3 }, () => poll('?wait=30&limit=2'));
    await untilOpen(3);
    await untilTakes(3);
    waiting.set(endpointId, [message(), message(), message()]);
    await wake(endpointId);
    // Two messages to one, which has as many as it wanted, the third to the next; the last waits on.
    await untilOpen(1);
    expect(takes.flat()).toHaveLength(5);
    waiting.set(endpointId, [message()]);
    await wake(endpointId);
    const counts = (await Promise.all(answered)).map(({ json }) => (json['data'] as object[]).length);
    expect(counts.sort()).toEqual([1, 1, 2]);
  });

  it('that is woken while it looks, looks once more', async () => {
    let reached: () => void = () => undefined;
    const looking = new Promise<void>((resolve) => (reached = resolve));
    onTake = () => {
      reached();
      onTake = undefined;
      return 'silence';
    };
    const answered = poll('?wait=30');
    await looking;
    await wake(endpointId);
    waiting.set(endpointId, [message()]);
    expect((await answered).json['data']).toHaveLength(1);
  });

  it('travels with those that came meanwhile: however many, one request at a time', async () => {
    let inHand = 0;
    let activeMax = 0;
    onTake = () => {
      inHand += 1;
      activeMax = Math.max(activeMax, inHand);
      setImmediate(() => (inHand -= 1));
      return undefined;
    };
    await Promise.all(Array.from({ length: 40 }, () => poll('', randomUUID())));
    expect(activeMax).toBe(1);
    expect(takes.flat()).toHaveLength(40);
    expect(takes.length).toBeLessThan(40);
    for (const batch of takes) expect(batch.length).toBeLessThanOrEqual(100);
  });

  it('whose client went away takes nothing, and leaves its message to the next one', async () => {
    const leaving = new AbortController();
    const path = `/v1/webhook-endpoints/${endpointId}/messages?wait=30`;
    const { key, token } = harness.merchant;
    const left = fetch(`${harness.url}${path}&key=${key}&token=${token}`, { signal: leaving.signal });
    await untilTakes(1);
    await untilOpen(1);
    leaving.abort();
    await expect(left).rejects.toThrow();
    await untilOpen(0);
    waiting.set(endpointId, [message()]);
    await wake(endpointId);
    expect(takes).toHaveLength(1);
    expect((await poll()).json['data']).toHaveLength(1);
  });

  it('whose client went away while its token was looked up takes nothing', async () => {
    const { entry, ...credentials } = makeMerchant();
    const { state } = harness.orderState;
    state.hiddenFromChanges.add(entry.merchant_id);
    state.entries.push(entry);
    const countDisconnected = () => readMetric('intake_http_requests_total{.*status="499".*}');
    const disconnected = await countDisconnected();
    let answerLookUp = (): void => undefined;
    state.untilLookUp = new Promise<void>((resolve) => (answerLookUp = resolve));
    const path = withCredentials(`/v1/webhook-endpoints/${endpointId}/messages?wait=30`, credentials);
    const socket = connect(harness.intake.port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
    await until('the look-up', () => entry.token_hashes.some((hash) => state.lookUps.includes(hash)));
    socket.resetAndDestroy();
    // Behind the reset.
    await untilReady(harness.url);
    waiting.set(endpointId, [message()]);
    answerLookUp();
    await until('its end', async () => (await countDisconnected()) > disconnected);
    expect(takes).toEqual([]);
  });

  it('[P15] whose client closes its side is answered at once with nothing, and takes nothing', async () => {
    const path = withCredentials(`/v1/webhook-endpoints/${endpointId}/messages?wait=30`, harness.merchant);
    const socket = connect({ port: harness.intake.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
    await untilTakes(1);
    await untilOpen(1);
    socket.end();
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*{"data":\[\]}/);
    waiting.set(endpointId, [message()]);
    await wake(endpointId);
    expect(takes).toHaveLength(1);
  });

  it('whose client closed its side before it was read is answered with the available messages', async () => {
    waiting.set(endpointId, [message()]);
    for (const data of [/{"data":\[{/, /{"data":\[\]}/]) {
      const path = withCredentials(`/v1/webhook-endpoints/${endpointId}/messages?wait=30`, harness.merchant);
      const socket = connect({ port: harness.intake.port, host: '127.0.0.1', allowHalfOpen: true });
      socket.end(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
      expect(await text(socket)).toMatch(data);
    }
  });

  it('[P20] whose look fails leaves what it was woken for to the next one', async () => {
    const answered = [poll('?wait=30'), poll('?wait=30')];
    await untilTakes(2);
    await untilOpen(2);
    waiting.set(endpointId, [message()]);
    onTake = () => {
      onTake = undefined;
      return { status: 200, body: JSON.stringify({ results: [{ outcome: 'unsigned' }] }) };
    };
    await wake(endpointId);
    const counts = (await Promise.all(answered)).map(({ json }) => (json['data'] as object[] | undefined)?.length);
    expect(counts.sort()).toEqual([1, undefined]);
  });

  it('[P20] whose client goes away after its look failed leaves what it was woken for to the next one', async () => {
    const leaving = new AbortController();
    const path = withCredentials(`/v1/webhook-endpoints/${endpointId}/messages?wait=30`, harness.merchant);
    const left = fetch(harness.url + path, { signal: leaving.signal });
    await untilTakes(1);
    await untilOpen(1);
    const answered = poll('?wait=30');
    await untilTakes(2);
    await untilOpen(2);
    onTake = () => ({ status: 503 });
    await wake(endpointId);
    await untilTakes(3);
    leaving.abort();
    await expect(left).rejects.toThrow();
    await untilOpen(1);
    waiting.set(endpointId, [message()]);
    onTake = undefined;
    expect((await answered).json['data']).toHaveLength(1);
  });

  it('asks again while another transaction holds the endpoint', async () => {
    let tries = 0;
    harness.orderState.state.onCall = () => {
      tries += 1;
      const result = tries < 3 ? { outcome: 'busy' } : { outcome: 'taken', messages: [message()] };
      return { status: 200, body: JSON.stringify({ results: [result] }) };
    };
    expect((await poll('?wait=30')).json['data']).toHaveLength(1);
    expect(tries).toBe(3);
  });

  it('that waits outlives an absent order-state, and one that does not wait gets 503', async () => {
    onTake = () => ({ status: 503 });
    const { status, headers } = await poll();
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBeTruthy();
    const answered = poll('?wait=30');
    await untilTakes(2);
    waiting.set(endpointId, [message()]);
    onTake = undefined;
    expect((await answered).json['data']).toHaveLength(1);
  });

  it('[P20] looks once more after the connection to the broker was lost: wakes may have been missed', async () => {
    const answered = poll('?wait=30');
    await untilTakes(1);
    waiting.set(endpointId, [message()]);
    await harness.vhost.closeAllConnections();
    expect((await answered).json['data']).toHaveLength(1);
    await untilReady(harness.url);
  });
});

describe('a refused poll', () => {
  it.each([
    '?limit=0',
    '?limit=101',
    '?limit=x',
    '?wait=31',
    '?wait=-1',
    '?visibility=4',
    '?visibility=601',
    '?after=1',
  ])('%s is 400 and names the parameter', async (query) => {
    const { status, json } = await poll(query);
    expect([status, json['code']]).toEqual([400, 'invalid_parameter']);
    // An unknown parameter is answered with the known ones.
    const name = query === '?after=1' ? 'limit, wait, visibility' : /\?(\w+)/.exec(query)![1];
    expect(json['detail']).toContain(name);
  });

  it('for a malformed id, or another merchant’s, is 404, and for a push endpoint 409', async () => {
    expect((await poll('', 'x')).json['code']).toBe('endpoint_not_found');
    for (const outcome of ['endpoint_not_found', 'endpoint_type_mismatch']) {
      harness.orderState.state.onCall = () => ({ status: 200, body: JSON.stringify({ results: [{ outcome }] }) });
      const { json } = await poll('?wait=30');
      expect(json['code']).toBe(outcome);
    }
  });
});

describe('a poll of a service that stops', () => {
  it('waiting for an order-state that is away is answered', async () => {
    await startAnew();
    onTake = () => ({ status: 503 });
    const answered = poll('?wait=30');
    await untilTakes(1);
    await untilOpen(1);
    const asked = takes.length;
    harness.intake.onStopping();
    expect((await answered).status).toBe(503);
    // Once more where a look ended as the service stopped: not again and again.
    expect(takes.length - asked).toBeLessThanOrEqual(1);
  });

  it('is answered with nothing, so that it holds up no stop', async () => {
    await startAnew();
    const answered = poll('?wait=30');
    await untilTakes(1);
    await untilOpen(1);
    harness.intake.onStopping();
    expect(await answered).toMatchObject({ status: 200, json: { data: [] } });
  });
});

describe('polls and acks', () => {
  it('[P20] are limited by a bucket of their own, and take nothing from their platform’s bucket', async () => {
    await startAnew({ RATE_LIMIT_PULL_PER_MINUTE: '2', RATE_LIMIT_PLATFORM_PER_MINUTE: '1' });
    const ack = () =>
      callAs(harness, harness.merchant, 'POST', `/v1/webhook-endpoints/${endpointId}/ack`, {
        body: JSON.stringify({ ids: [randomUUID()] }),
        headers: { 'content-type': 'application/json' },
      });
    const first = await poll();
    expect(first.headers.get('ratelimit-policy')).toBe('"pull";q=2;w=60');
    expect((await ack()).status).toBe(200);
    expect((await poll()).status).toBe(429);
    // The platform's one request is still there.
    expect((await callAs(harness, harness.merchant, 'GET', '/v1/webhook-endpoints')).status).toBe(200);
  });

  it('are bounded: one merchant has fifty polls open at most, another one has room', async () => {
    await startAnew();
    const open = Array.from({ length: 50 }, () => poll('?wait=30'));
    await untilOpen(50);
    const refused = await poll('?wait=30');
    expect([refused.status, refused.json['code']]).toEqual([429, 'rate_limited']);
    expect((await poll('', otherEndpointId, harness.otherMerchant)).status).toBe(200);
    harness.intake.onStopping();
    await Promise.all(open);
  });

  it('that wait take no room from requests', async () => {
    await startAnew({ MAX_IN_FLIGHT: '1' });
    const open = [poll('?wait=30'), poll('?wait=30')];
    await untilOpen(2);
    expect((await callAs(harness, harness.merchant, 'GET', '/v1/webhook-endpoints')).status).toBe(200);
    harness.intake.onStopping();
    await Promise.all(open);
  });
});
