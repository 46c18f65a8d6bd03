import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Harness, readReply, startHarness } from '../support/intake-harness.js';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ RATE_LIMIT_TRACKING_PER_MINUTE: '4' });
});
afterAll(() => harness.close());

const keys = '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"C9Nq"}]}';

describe('The public keys of an owner', () => {
  it('[P12] need no credentials, may be kept, and are limited for each address', async () => {
    const asked = () => harness.orderState.state.calls.map(({ path }) => path).filter((path) => path !== '/readyz');
    const ownerId = harness.merchant.entry.merchant_id;
    const read = async (id: string) => readReply(await fetch(`${harness.url}/v1/webhook-keys/${id}`));
    harness.orderState.state.onCall = () => ({ status: 200, body: keys });
    const shown = await read(ownerId);
    expect([shown.status, shown.text]).toEqual([200, keys]);
    expect(shown.headers.get('cache-control')).toBe('public, max-age=300');
    expect(asked()).toEqual([`/internal/v1/webhook-keys/${ownerId}`]);

    expect((await read('no-owner')).json).toEqual({ keys: [] });
    expect(asked()).toHaveLength(1);
    harness.orderState.state.onCall = () => ({ status: 500 });
    const failed = await read(ownerId);
    expect([failed.status, failed.headers.get('cache-control')]).toEqual([503, 'no-store']);
    await read(ownerId);
    const refused = await read(ownerId);
    expect([refused.status, refused.json['code'], refused.headers.get('retry-after')]).toEqual([
      ...[429, 'rate_limited'],
      expect.stringMatching(/^\d+$/),
    ]);
  });
});
