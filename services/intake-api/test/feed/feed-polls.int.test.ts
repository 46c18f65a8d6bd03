import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { feedHeaders, type FeedState, type WebhookEvent } from '@delivery/contracts';
import { pollUntil } from '@delivery/test-support';
import { callAs, type Harness, sendWake, startHarness, untilListening } from '../support/intake-harness.js';

type Page = { events?: number; state: FeedState } | { status: number };

let harness: Harness;
/** The answers of order-state, one after the other; the last one for ever. */
let pages: Page[];
/** The cursors that it was asked for. */
let asked: (string | null)[];

/** Resets order-state's stand-in behind the running service. */
const prepare = () => {
  pages = [{ state: 'end' }];
  asked = [];
  harness.orderState.state.onCall = ({ path }) => {
    const url = new URL(path, 'http://internal');
    if (!url.pathname.endsWith('/events')) return { status: 200, body: '{"data":[],"next_cursor":null}' };
    asked.push(url.searchParams.get('after'));
    const page = (pages.length > 1 ? pages.shift() : pages[0])!;
    return 'status' in page ? { status: page.status } : answerPage(page);
  };
};
beforeAll(async () => {
  harness = await startHarness();
  await untilListening(harness);
});
beforeEach(prepare);
afterAll(() => harness.close());

const answerPage = ({ events = 0, state }: { events?: number; state: FeedState }) => {
  const next = `c${asked.length}`;
  const data = Array.from({ length: events }, (_, sequence) => ({ sequence }));
  return {
    status: 200,
    body: JSON.stringify({ data, next_cursor: next, has_more: state === 'more' }),
    headers: { [feedHeaders.state]: state, [feedHeaders.next]: next, [feedHeaders.count]: String(events) },
  };
};

const poll = (query = '', merchant = harness.merchant) => callAs(harness, merchant, 'GET', `/v1/events${query}`);
const readMetric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${harness.url}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
};
const untilOpen = (count: number) =>
  pollUntil(`${count} open polls`, async () => ((await readMetric('intake_polls_open')) === count ? true : undefined));
const untilAsked = (count: number) => pollUntil(`${count} reads`, () => (asked.length >= count ? true : undefined));

/** Publishes order-state's wake-up after a COMMIT. Resolves once intake-api has received it. */
const wake = async (merchants: readonly string[], events?: readonly WebhookEvent[]) => {
  const before = await readMetric('intake_wakes_total');
  await sendWake(harness, { merchants, ...(events ? { events } : {}) });
  await pollUntil('the wake is heard', async () =>
    (await readMetric('intake_wakes_total')) > before ? true : undefined,
  );
};
const wakeMerchant = () => wake([harness.merchant.entry.merchant_id]);

describe('a read of the feed', () => {
  it('that does not wait is answered with the available events', async () => {
    expect(await poll('?after=x&events=status_changed&limit=7')).toMatchObject({
      status: 200,
      json: { data: [], next_cursor: 'c1', has_more: false },
    });
    expect(harness.orderState.state.calls.at(-1)?.path).toContain('/events?limit=7&events=status_changed&after=x');
  });

  it('[P22] that waits asks for nothing until something happens to its merchant, and goes on where it was', async () => {
    const answered = poll('?wait=30&after=x');
    await untilAsked(1);
    await untilOpen(1);
    await wake([harness.otherMerchant.entry.merchant_id]);
    // The answer reports this merchant's wake, which comes later: the other's asked for nothing.
    pages = [{ events: 2, state: 'end' }];
    await wakeMerchant();
    expect((await answered).json).toMatchObject({ data: [{ sequence: 0 }, { sequence: 1 }] });
    expect(asked).toEqual(['x', 'c1']);
  });

  it('[P6] is woken with all others of its merchant, and looks once with those that ask the same', async () => {
    const looking = harness.orderState.state.onCall;
    let letLook = () => {};
    const held = new Promise<void>((resolve) => (letLook = resolve));
    harness.orderState.state.onCall = async (call) => {
      const reply = looking(call);
      if (asked.length === 1) await held;
      return reply;
    };
    const answered = Array.from({ length: 40 }, () => poll('?wait=30&after=x'));
    await untilAsked(1);
    await untilOpen(40);
    letLook();
    // The others came while the first look was under way: all of them look together.
    await untilAsked(2);
    pages = [{ events: 1, state: 'end' }];
    await wakeMerchant();
    expect((await Promise.all(answered)).map(({ json }) => json['data'])).toEqual(Array(40).fill([{ sequence: 0 }]));
    expect(asked.length).toBeLessThanOrEqual(5);
  });

  it('for one kind of event asks for nothing when another kind happens', async () => {
    const answered = poll('?wait=30&after=x&events=tracking_url_added');
    await untilAsked(1);
    await untilOpen(1);
    await wakeMerchant();
    pages = [{ events: 1, state: 'end' }];
    await wake([harness.merchant.entry.merchant_id], ['tracking_url_added']);
    expect([(await answered).json['data'], asked]).toEqual([[{ sequence: 0 }], ['x', 'c1']]);
  });

  it('[P22] asks again by itself for events that an older transaction holds back', async () => {
    pages = [{ state: 'held_back' }, { state: 'held_back' }, { state: 'held_back' }, { events: 1, state: 'end' }];
    const { json } = await poll('?wait=30');
    expect([json['data'], asked]).toEqual([[{ sequence: 0 }], [null, 'c1', 'c2', 'c3']]);
  });

  it('reads on where a page is empty and more follow', async () => {
    pages = [{ state: 'more' }, { state: 'more' }, { events: 1, state: 'more' }];
    const { json } = await poll('?wait=30&events=tracking_url_added');
    expect([json['data'], json['has_more'], asked]).toEqual([[{ sequence: 0 }], true, [null, 'c1', 'c2']]);
  });

  it('ends with the cursor of its last look', async () => {
    pages = [{ state: 'held_back' }, { state: 'end' }];
    expect((await poll('?wait=3')).json).toMatchObject({ data: [], next_cursor: 'c2' });
  });
});
