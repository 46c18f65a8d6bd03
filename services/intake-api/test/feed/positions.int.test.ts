import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deriveOrderId, problemStatuses } from '@delivery/contracts';
import { pollUntil } from '@delivery/test-support';
import { callAs, type Harness, startHarness } from '../support/intake-harness.js';

let harness: Harness;
let path: string;
/** Seconds of the minute at which the courier was seen last; `undefined`: none was. */
let seen: number | undefined;
let asked: string[];
beforeAll(async () => {
  harness = await startHarness();
  const orderId = deriveOrderId(harness.merchant.entry.merchant_id, 'A-1');
  path = `/v1/external-orders/${orderId}/position`;
});
afterAll(() => harness.close());
beforeEach(() => {
  asked = [];
  harness.orderState.state.onCall = ({ path: internal }) => {
    if (!internal.endsWith('/position')) return { status: 200, body: '{}' };
    asked.push(internal);
    if (seen === undefined)
      return {
        status: problemStatuses.position_not_found,
        body: JSON.stringify({ code: 'position_not_found', detail: 'None.' }),
      };
    return {
      status: 200,
      body: JSON.stringify({ latitude: 1, longitude: 2, at: at(seen), distance_m: 100, way_done: 0.5 }),
    };
  };
});

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
const poll = (query = '') => callAs(harness, harness.merchant, 'GET', `${path}${query}`);
const untilAsked = (count: number) => pollUntil(`${count} looks`, () => (asked.length >= count ? true : undefined));

describe('A poll of a position', () => {
  it('that does not wait is answered with what is known', async () => {
    seen = undefined;
    expect(await poll()).toMatchObject({ status: 404, json: { code: 'position_not_found' } });
    seen = 1;
    expect(await poll(`?after=${at(1)}`)).toMatchObject({ status: 200, json: { at: at(1), distance_m: 100 } });
    expect(asked).toHaveLength(2);
    expect((await callAs(harness, harness.otherMerchant, 'GET', path)).json['code']).toBe('order_not_found');
    expect((await poll('?after=yesterday')).json['code']).toBe('invalid_parameter');
  });

  it('that waits is answered with the first one, or with a newer one', async () => {
    seen = undefined;
    const first = poll('?wait=30');
    await untilAsked(1);
    seen = 1;
    expect(await first).toMatchObject({ status: 200, json: { at: at(1) } });
    const newer = poll(`?wait=30&after=${at(1)}`);
    await untilAsked(3);
    seen = 2;
    expect(await newer).toMatchObject({ status: 200, json: { at: at(2) } });
  });

  it('ends with its wait, with the last one or with none', async () => {
    seen = 5;
    expect(await poll(`?wait=1&after=${at(5)}`)).toMatchObject({ status: 200, json: { at: at(5) } });
    seen = undefined;
    expect(await poll('?wait=1')).toMatchObject({ status: 404, json: { code: 'position_not_found' } });
  });
});
