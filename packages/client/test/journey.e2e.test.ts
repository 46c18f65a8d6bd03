import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type EndpointServer,
  type Merchant,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { createClient, type DeliveryClient, JsonText } from '../src/index.js';
import { createMemoryStore, createOrderGuard, verify } from '../src/webhooks/index.js';
import { collect } from './collect.js';
import { newOrder } from './new-order.js';

let product: Product;
let merchant: Merchant;
let client: DeliveryClient;
let receiver: EndpointServer;

const clientOf = ({ key, token }: Pick<Merchant, 'key' | 'token'>, send: typeof fetch = fetch): DeliveryClient =>
  createClient({
    baseUrl: product.url('intake-api'),
    key,
    token,
    fetch: send,
    retry: { firstWaitMs: 50, attemptMax: 40 },
  });

beforeAll(async () => {
  [product, receiver] = await Promise.all([startProduct(), startEndpointServer()]);
  merchant = await product.createMerchant();
  client = clientOf(merchant);
}, 120_000);
afterAll(async () => {
  await receiver.close();
  await product.close();
}, 60_000);

describe('a journey with the client', () => {
  it('[P21] goes from the endpoint over the order to webhooks that are verified, in order and known when they come again', async () => {
    const { id: endpointId, ...made } = await client.endpoints.create({ url: receiver.url });
    const secret = made.secret ?? '';
    const externalData = '{"till": 3, "ticket":12345678901234567890, "price":1.50}';
    const order = newOrder({ external_data: new JsonText(externalData) });

    const { id } = await client.orders.create(order);
    expect(await client.orders.create(order)).toEqual({ id, replayed: true, ignored: [], doubtful: [] });
    await client.orders.markReady(id);
    const requests = await receiver.waitFor(2);

    const guard = createOrderGuard(createMemoryStore());
    const events = await Promise.all(requests.map((request) => verify(request, secret)));
    const verdicts = [];
    for (const event of [...events, ...events]) verdicts.push((await guard.check(event)).kind);
    expect(events.map(({ event, body }) => [event, body.id])).toEqual([
      ['status_changed', id],
      ['delivery_requested', id],
    ]);
    expect(events.map(({ externalDataText }) => externalDataText)).toEqual([externalData, externalData]);
    expect(verdicts).toEqual(['first_time', 'first_time', 'repeat', 'repeat']);

    expect(await client.orders.get(id)).toMatchObject({ status: 'ready', external_data_text: externalData });
    const deliveries = await collect(client.deliveries.list({ order_id: id }, { pageSize: 1 }));
    expect(deliveries.map(({ endpoint_id }) => endpoint_id)).toEqual([endpointId, endpointId]);
    const webhookIds = (await collect(client.orders.listEvents(id, {}, { pageSize: 1 }))).flatMap((event) =>
      'deliveries' in event ? event.deliveries.map(({ webhook_id }) => webhook_id) : [],
    );
    expect(webhookIds).toEqual(events.map(({ webhookId }) => webhookId));

    const rotated = await client.endpoints.rotateSecret(endpointId, { signature: 'ed25519' });
    const publicKey = rotated.public_key ?? '';
    expect([rotated.secret, (await client.endpoints.get(endpointId)).public_key]).toEqual([null, publicKey]);
    await client.orders.cancel(id, { code: 'out_of_stock' });
    const last = (await receiver.waitFor(3))[2]!;
    // A receiver that has not switched yet, and one that has.
    await verify(last, ['whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', secret]);
    const canceled = await verify(last, publicKey);
    expect(canceled.event === 'status_changed' && canceled.body.reason?.code).toBe('out_of_stock');
    expect(await guard.check(canceled)).toEqual({ kind: 'first_time' });
    await client.endpoints.delete(endpointId);
  });

  it('[P22] is followed as it happens, also by a reader that resumes from its cursor', async () => {
    // A merchant with no other events: while a transaction is open on the server, earlier events may come after the end.
    const { orders, events } = clientOf(await product.createMerchant());
    const from = (await collect(events.list().pages())).at(-1)!.next_cursor;
    const next = async (after: string) => {
      for await (const event of events.follow({}, { after })) return event;
      throw new Error('a feed has no end');
    };
    const waited = next(from);
    const { id } = await orders.create(newOrder({ external_data: { till: 7 } }));
    await orders.markReady(id);
    const first = await waited;
    const second = await next(first.cursor);
    expect([first, second].map(({ order_id, sequence, event }) => [order_id, sequence, event])).toEqual([
      [id, 1, 'status_changed'],
      [id, 2, 'delivery_requested'],
    ]);
    expect('external_data' in first.body && first.body.external_data).toEqual({ till: 7 });
    const third = next(second.cursor);
    await orders.cancel(id);
    expect((await third).sequence).toBe(3);
  });
});
