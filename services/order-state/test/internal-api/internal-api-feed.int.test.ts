import { afterAll, describe, expect, it } from '@jest/globals';
import { feedHeaders, feedPageSchema } from '@delivery/contracts';
import { inTransaction } from '@delivery/postgres';
import { pollUntil } from '@delivery/test-support';
import { readPartitionDays, unpartitionedDay } from '../../src/ledger/queries/partition-days.js';
import { purgeOrders } from '../../src/retention/queries/purge-orders.js';
import { insertBareOrders } from '../support/feed-world.js';
import { newOrderId } from '../support/messages.js';
import { createMerchant, type Json, startApis, submitOrder } from '../support/start-apis.js';

const apis = await startApis();
afterAll(() => apis.stop());

const newMerchant = async (): Promise<string> => (await createMerchant(apis)).merchant_id;
const report = (orderId: string, body: object) => apis.operator('POST', `/orders/${orderId}/status`, { body });
const readPage = (merchantId: string, query = '') => apis.internal('GET', `/merchants/${merchantId}/events?${query}`);

/** Waits for `count` events: transactions of other tests on the same server may hold the feed back for a moment. */
const readFeed = async (merchantId: string, count: number, query = 'limit=100', from?: string): Promise<Json[]> => {
  const entries: Json[] = [];
  let after = from === undefined ? '' : `&after=${from}`;
  return pollUntil(`${count} events`, async () => {
    const { status, body } = await readPage(merchantId, `${query}${after}`);
    if (status !== 200) throw new Error(`answered ${status}: ${body.detail}`);
    entries.push(...body.data);
    after = `&after=${body.next_cursor}`;
    return entries.length >= count ? entries : undefined;
  });
};

/** Orders of which each is ready (two events), and then canceled (one more). */
const arrange = async (orders: number) => {
  const merchantId = await newMerchant();
  const ids: string[] = [];
  for (let n = 0; n < orders; n += 1) {
    const id = await submitOrder(apis, merchantId, `order-${n}`, { externalData: `{ "z":1.0,"n":${n} }` });
    await report(id, { status: 'ready' });
    ids.push(id);
  }
  for (const id of ids) await report(id, { status: 'canceled' });
  return { merchantId, ids };
};
const placeOf = ({ order_id, sequence }: Json): string => `${order_id} ${sequence}`;

describe('The events of a merchant', () => {
  it('are those of all of its orders, with the body of their webhooks and external_data as it was sent', async () => {
    const { merchantId, ids } = await arrange(2);
    const events = await readFeed(merchantId, 6);
    expect(events.map(placeOf)).toEqual([
      ...ids.flatMap((id) => [`${id} 1`, `${id} 2`]),
      ...ids.map((id) => `${id} 3`),
    ]);
    const { text, body } = await readPage(merchantId);
    expect(feedPageSchema.parse(body).data).toHaveLength(6);
    expect(text).toContain('"external_data":{ "z":1.0,"n":1 }');
    const { body: ofOrder } = await apis.internal('GET', `/merchants/${merchantId}/orders/${ids[0]}/events`);
    expect(events.filter(({ order_id }) => order_id === ids[0]).map((event) => event.body)).toEqual(
      ofOrder.data.map((event: Json) => event.body),
    );
  });

  it.each([1, 2, 3, 5])('[P22] come in pages of %i, each once, in the same order', async (limit) => {
    const { merchantId } = await arrange(3);
    const whole = (await readFeed(merchantId, 9)).map(placeOf);
    expect((await readFeed(merchantId, 9, `limit=${limit}`)).map(placeOf)).toEqual(whole);
  });

  it('go on behind each of them, and say where to go on when there is nothing', async () => {
    const { merchantId } = await arrange(1);
    const events = await readFeed(merchantId, 3);
    const { body } = await readPage(merchantId, `after=${events[0].cursor}`);
    expect(body.data).toEqual(events.slice(1));
    const { body: end, headers } = await readPage(merchantId, `after=${body.next_cursor}`);
    expect([end.data, headers.get(feedHeaders.next)]).toEqual([[], end.next_cursor]);
    const orderId = await submitOrder(apis, merchantId, 'later');
    await report(orderId, { status: 'ready' });
    const later = await readFeed(merchantId, 2, `limit=2`, end.next_cursor);
    expect(later.map(placeOf)).toEqual([`${orderId} 1`, `${orderId} 2`]);
  });

  it('are skipped by a reader that begins at the latest, which gets all later ones', async () => {
    const { merchantId } = await arrange(1);
    await readFeed(merchantId, 3);
    const { body } = await readPage(merchantId, 'after=latest');
    expect([body.data, body.has_more]).toEqual([[], false]);
    const { body: ofNobody } = await readPage(await newMerchant(), 'after=latest');
    expect(ofNobody.data).toEqual([]);
    const orderId = await submitOrder(apis, merchantId, 'later');
    await report(orderId, { status: 'ready' });
    const later = await readFeed(merchantId, 2, 'limit=2', body.next_cursor);
    expect(later.map(placeOf)).toEqual([`${orderId} 1`, `${orderId} 2`]);
  });

  it('are found by a rare kind behind thousands of others, over pages that may be empty', async () => {
    const merchantId = await newMerchant();
    const orderId = newOrderId();
    await insertBareOrders(apis.pool, merchantId, [orderId]);
    const { ids } = await arrange(1);
    await apis.pool.query(
      `insert into events (order_id, sequence, event, body, created_at, merchant_id, position)
       select $1, n, e.event, e.body, now(), $2, feed_position()
       from generate_series(1, 2501) n
       join all_events e on e.order_id = $3 and e.sequence = case when n in (2345, 2501) then 2 else 1 end
       order by n`,
      [orderId, merchantId, ids[0]],
    );
    await pollUntil('the first event', async () => {
      const { body } = await readPage(merchantId, 'limit=1');
      return body.data[0];
    });
    const pages: number[][] = [];
    let query = 'events=delivery_requested&limit=1';
    for (let state: string | null = 'more'; state === 'more';) {
      const { body, headers } = await readPage(merchantId, query);
      pages.push(body.data.map(({ sequence }: Json) => sequence));
      state = headers.get(feedHeaders.state);
      query = `events=delivery_requested&limit=1&after=${body.next_cursor}`;
    }
    expect(pages).toEqual([[], [], [2345], [2501]]);
  });

  it('[P22] behind purged events are answered 410, with how to go on', async () => {
    const { merchantId } = await arrange(1);
    const [first] = await readFeed(merchantId, 3);
    await apis.pool.query('update feed_state set purged_position = (select max(position) from all_events)');
    const { status, body } = await readPage(merchantId, `after=${first.cursor}`);
    expect([status, body.code, body.detail]).toEqual([410, 'cursor_expired', expect.stringContaining('updated_since')]);
    expect((await readPage(merchantId)).body.data).toEqual([]);
    await apis.pool.query('update feed_state set purged_position = 0');
  });

  it('[P22] behind a position that the database has not reached are answered 410, not an empty page', async () => {
    const merchantId = await newMerchant();
    const { body } = await readPage(merchantId);
    const cursor = JSON.parse(Buffer.from(body.next_cursor, 'base64url').toString());
    const [kind, mark, position, ...rest] = cursor as [string, string, number, string, number];
    const ahead = Buffer.from(JSON.stringify([kind, mark, position + 1_000_000, ...rest])).toString('base64url');
    const answer = await readPage(merchantId, `after=${ahead}`);
    expect([answer.status, answer.body.code]).toEqual([410, 'cursor_expired']);
  });

  it('[P22] behind a cursor between two events of a purged order are answered 410', async () => {
    const merchantId = await newMerchant();
    const orderId = await submitOrder(apis, merchantId, 'purged');
    await report(orderId, { status: 'ready' });
    await readFeed(merchantId, 2);
    const { body: between } = await readPage(merchantId, 'after=latest');
    await report(orderId, { status: 'canceled' });
    const [day = unpartitionedDay] = await readPartitionDays(apis.pool, [orderId]);
    const purge = { day, orderIds: [orderId], now: new Date() };
    expect(await inTransaction(apis.pool, (client) => purgeOrders(client, purge))).toBe(1);
    const { status, body } = await readPage(merchantId, `after=${between.next_cursor}`);
    expect([status, body.code]).toEqual([410, 'cursor_expired']);
  });
});
