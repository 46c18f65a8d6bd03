import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  callWithToken,
  type Harness,
  makeCourierSystem,
  makePlatform,
  startHarness,
} from '../support/intake-harness.js';

const [platform, reading, courier] = [makePlatform(), makePlatform({ scopes: ['webhooks:read'] }), makeCourierSystem()];

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({}, undefined, undefined, [courier.entry], [platform.entry, reading.entry]);
  harness.orderState.state.onCall = () => ({ status: 200, body: '{}' });
});
afterAll(() => harness.close());

const call = (path: string, caller: { token: string }) => callWithToken(harness, caller, 'GET', path);

describe('the token of a platform or a courier’s system at /v1', () => {
  it('opens the calls about webhooks, within the limit of its owner', async () => {
    const ofPlatform = await call('/v1/webhook-endpoints', reading);
    const ofCourier = await call('/v1/webhook-endpoints', courier);
    expect([ofPlatform.status, ofCourier.status]).toEqual([200, 200]);
    expect(ofPlatform.headers.get('ratelimit')).toMatch(/^"platform_api"/);
    expect(ofCourier.headers.get('ratelimit')).toMatch(/^"courier"/);
  });

  it('is refused with 400 beside a key or a token in the query', async () => {
    const { key, token } = harness.merchant;
    for (const bearer of [platform, courier, { token: 'not.an.access-token' }])
      for (const query of [`key=${key}&token=${token}`, `token=${token}`])
        expect(await call(`/v1/webhook-endpoints?${query}`, bearer)).toMatchObject({
          status: 400,
          json: { code: 'invalid_parameter', detail: expect.stringContaining('sent twice') },
        });
  });
});

describe('a call about webhooks below another API', () => {
  it.each([
    ['/platform/v1/webhook-endpoints', '/v1/webhook-endpoints'],
    ['/platform/v1/webhook-deliveries/x/replay', '/v1/webhook-deliveries'],
    ['/platform/v1/sandbox/webhook-endpoints/x/inject-fault', '/v1/sandbox/webhook-endpoints'],
    ['/platform/v1/events', '/v1/events'],
    ['/platform/v1/contacts', '/v1/contacts'],
    ['/courier/v1/webhook-replays', '/v1/webhook-replays'],
    ['/courier/v1/contacts', '/v1/contacts'],
  ])('%s is 404, and names %s', async (path, named) => {
    const { status, json } = await call(path, platform);
    expect([status, json['code']]).toEqual([404, 'route_not_found']);
    expect(json['detail']).toContain(`below ${named},`);
  });

  it('is nowhere where it never was', async () => {
    expect((await call('/courier/v1/stores', courier)).json['detail']).toContain('No call has this path');
  });
});
