import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clientAddressHeader, feedHeaders, platformOwnerId } from '@delivery/contracts';
import { pollUntil } from '@delivery/test-support';
import {
  callWithToken,
  type Harness,
  makePlatform,
  sendWake,
  startHarness,
  untilListening,
} from '../support/intake-harness.js';

const platforms = {
  mine: makePlatform(),
  sandbox: makePlatform({ mode: 'sandbox' }),
  slow: makePlatform({ per_minute: 2 }),
};
let harness: Harness;
beforeAll(async () => {
  const entries = Object.values(platforms).map(({ entry }) => entry);
  harness = await startHarness({}, undefined, undefined, [], entries);
  harness.orderState.state.onCall = () => ({ status: 200, body: '{}' });
});
afterAll(() => harness.close());

const call = (method: string, path: string, body?: object, platform = platforms.mine) =>
  callWithToken(harness, platform, method, path.startsWith('/v1/') ? path : `/platform/v1${path}`, body);

const merchantId = 'a'.repeat(32);

describe('a platform', () => {
  it('has a limit of its own, whatever it calls', async () => {
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await call('GET', '/summary', undefined, platforms.slow)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('is asked for below its own id and the mode of its token, with the caller’s address where it changes something', async () => {
    const { calls } = harness.orderState.state;
    calls.length = 0;
    const { mine, sandbox } = platforms;
    await call('GET', '/merchants?q=loja&limit=7');
    await call('PATCH', `/merchants/${merchantId}`, { name: 'Y' }, sandbox);
    const passed = calls.filter(({ path }) => path.includes('/platforms/'));
    expect(passed.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', `/internal/v1/platforms/${mine.entry.platform_id}/live/merchants?q=loja&limit=7`, ''],
      ['PATCH', `/internal/v1/platforms/${sandbox.entry.platform_id}/sandbox/merchants/${merchantId}`, '{"name":"Y"}'],
    ]);
    expect(passed.map(({ headers }) => headers[clientAddressHeader])).toEqual([undefined, '127.0.0.1']);
    expect((await call('GET', '/merchants?platform=x')).json['code']).toBe('invalid_parameter');
  });

  it('gets a file as order-state made it', async () => {
    const { state } = harness.orderState;
    const before = state.onCall;
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="usage.csv"',
    };
    state.onCall = () => ({ status: 200, body: 'month,…\r\n', headers });
    const answer = await fetch(`${harness.url}/platform/v1/usage?format=csv&month=2026-11`, {
      headers: { authorization: `Bearer ${platforms.mine.token}` },
    });
    state.onCall = before;
    expect([answer.status, await answer.text()]).toEqual([200, 'month,…\r\n']);
    for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name)).toBe(value);
  });

  it('fetches the messages of its own endpoints, and waits for events of its own merchants of that mode alone', async () => {
    const { state } = harness.orderState;
    const { mine } = platforms;
    const owner = platformOwnerId(mine.entry.platform_id, 'live');
    const id = randomUUID();
    state.calls.length = 0;
    state.onCall = () => ({ status: 200, body: JSON.stringify({ results: [{ outcome: 'taken', messages: [] }] }) });
    expect(await call('GET', `/v1/webhook-endpoints/${id}/messages`)).toMatchObject({
      status: 200,
      json: { data: [] },
    });
    const { polls } = JSON.parse(state.calls.find(({ path }) => path.endsWith('/messages/take'))?.body ?? '{}');
    expect(polls).toMatchObject([{ owner_id: owner, endpoint_id: id }]);
    await untilListening(harness);
    const looks: string[] = [];
    let events = 0;
    state.onCall = ({ path }) => {
      looks.push(path);
      const reported = { [feedHeaders.state]: 'end', [feedHeaders.next]: 'c', [feedHeaders.count]: String(events) };
      return { status: 200, body: JSON.stringify({ data: Array(events).fill({}) }), headers: reported };
    };
    const waiting = call('GET', '/v1/events?wait=30&after=x');
    await pollUntil('the first look', () => looks[0]);
    // The answer reports the later wake: events in the other mode ask for nothing.
    await sendWake(harness, { merchants: [platformOwnerId(mine.entry.platform_id, 'sandbox')] });
    events = 1;
    await sendWake(harness, { merchants: [owner] });
    expect((await waiting).json['data']).toEqual([{}]);
    const path = `/internal/v1/platforms/${mine.entry.platform_id}/live/events`;
    expect(looks.map((look) => look.split('?')[0])).toEqual([path, path]);
    state.onCall = () => ({ status: 200, body: '{}' });
  });

  it('reaches no other path with an id that is none', async () => {
    harness.orderState.state.calls.length = 0;
    const answers = [
      await call('GET', '/merchants/%2e%2e%2fx'),
      await call('GET', `/merchants/${merchantId}/stores/%2e%2e%2f%2e%2e`),
      await call('DELETE', `/merchants/${merchantId}/tokens/%2e%2e%2fx`),
    ];
    expect(answers.map(({ json }) => json['code'])).toEqual([
      'merchant_not_found',
      'invalid_parameter',
      'token_not_found',
    ]);
    expect(harness.orderState.state.calls.filter(({ path }) => path.includes('/platforms/'))).toEqual([]);
  });
});
