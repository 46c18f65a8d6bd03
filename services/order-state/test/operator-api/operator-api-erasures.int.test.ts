import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  erasurePreviewSchema,
  erasureSchema,
  listSchema,
  type OrderStatus,
  queues,
  searchResultSchema,
} from '@delivery/contracts';
import { createLogger } from '@delivery/service-kit';
import { insertDeadLetters } from '../../src/dead-letters/queries.js';
import { phoneHashesOf } from '../../src/orders/rules/phones.js';
import { setCommandsAside } from '../../src/orders/set-aside.js';
import { type ErasureDeps, sweepErasures } from '../../src/retention/run-erasure.js';
import { findInTables } from '../support/find-in-tables.js';
import { holdRows } from '../support/hold-rows.js';
import { messageOf, newOrderId } from '../support/messages.js';
import { createMerchant, orderContent, startApis, submitOrder } from '../support/start-apis.js';

const apis = await startApis();
afterAll(() => apis.stop());

let phones = 0;
/** A phone number that no other test has. */
const newPhone = (): string => `55119${String((phones += 1)).padStart(8, '0')}`;

const report = (orderId: string, status: OrderStatus) =>
  apis.operator('POST', `/orders/${orderId}/status`, { body: { status, reason: { code: 'x', message: 'Ana asked' } } });

const placeOrder = async (merchantId: string, phone: string, status?: OrderStatus): Promise<string> => {
  const orderId = await submitOrder(apis, merchantId, randomUUID(), { phone, externalData: `{"of":"${phone}"}` });
  if (status) expect((await report(orderId, status)).status).toBe(200);
  return orderId;
};

const refuse = async (body: object): Promise<string> => {
  const messageId = randomUUID();
  await insertDeadLetters(apis.pool, [
    {
      queue: queues.orders,
      messageId,
      type: 'order.submitted',
      reason: 'test',
      detail: null,
      body: Buffer.from(JSON.stringify(body)),
      properties: {},
      atMs: Date.now(),
    },
  ]);
  const { rows } = await apis.pool.query<{ id: string }>('select id from dead_letters where message_id = $1', [
    messageId,
  ]);
  return rows[0]?.id ?? '';
};

const because = { by: 'ana', reason: 'ticket 4711' };
const ask = (body: object) => apis.operator('POST', '/erasures', { body: { ...because, ...body } });

/** Tables that still contain one of these. */
const tablesWith = async (...words: string[]): Promise<string[]> =>
  (await findInTables(apis.pool, words)).map((found) => found.split(':')[0] ?? '');

/** A replica's sweep. */
const erasing = (): ErasureDeps => ({
  pool: apis.pool,
  now: Date.now,
  hashPhone: apis.hashPhone,
  onErased: () => undefined,
  logger: createLogger({ service: 'order-state', level: 'silent' }),
});

const findByPhone = async (phone: string, merchantId = ''): Promise<string[]> => {
  const { body } = await apis.operator('GET', `/search?q=${phone}${merchantId && `&merchant_id=${merchantId}`}`);
  return searchResultSchema.parse(body).data.map(({ id }) => id);
};

const contentOf = async (orderId: string): Promise<unknown> =>
  (await apis.pool.query('select content from orders where id = $1', [orderId])).rows[0].content;

describe('the preview of an erasure', () => {
  const preview = (body: object) => apis.operator('POST', '/erasures/preview', { body });
  const askAsShown = (body: object, token: string) =>
    apis.operator('POST', '/erasures', { body: { ...because, ...body }, headers: { 'preview-token': token } });

  it('[P19] shows the very orders, and the erasure that carries its token concerns no others', async () => {
    const [one, other] = [await createMerchant(apis), await createMerchant(apis)];
    const phone = newPhone();
    const final = await placeOrder(one.merchant_id, phone, 'canceled');
    const underWay = await placeOrder(other.merchant_id, phone);
    const shown = await preview({ phone });
    expect([shown.status, erasurePreviewSchema.parse(shown.body)]).toMatchObject([
      200,
      { orders: 1, left_under_way: 1, truncated: false },
    ]);
    expect(new Set(shown.body.shown.map(({ order_id }: { order_id: string }) => order_id))).toEqual(
      new Set([final, underWay]),
    );

    const later = await placeOrder(one.merchant_id, phone, 'canceled');
    const stale = await askAsShown({ phone }, shown.body.token);
    expect([stale.status, stale.body.code]).toEqual([409, 'preview_stale']);
    expect(await contentOf(final)).not.toBeNull();

    const forced = await preview({ phone, force: true });
    expect(forced.body).toMatchObject({ orders: 3, left_under_way: 0 });
    expect((await askAsShown({ phone }, forced.body.token)).body.code).toBe('preview_stale');
    const receipt = await askAsShown({ phone, force: true }, forced.body.token);
    expect(new Set(receipt.body.erased.order_ids)).toEqual(new Set([final, underWay, later]));
  });

  it('is refused for an order that does not exist, and says what may be asked for', async () => {
    expect((await preview({ order_id: newOrderId() })).body.code).toBe('order_not_found');
    expect((await preview({})).body.code).toBe('validation_failed');
    const unsaid = await apis.operator('POST', '/erasures', { body: { order_id: newOrderId() } });
    expect(unsaid.body.errors).toMatchObject([{ pointer: '/by' }, { pointer: '/reason' }]);
    const unknown = { phone: newPhone(), merchant_id: '0'.repeat(32) };
    expect([await preview(unknown), await ask(unknown)].map(({ body }) => body.code)).toEqual([
      'merchant_not_found',
      'merchant_not_found',
    ]);
  });
});

describe('an erasure of one order', () => {
  it('[P18 P19] leaves no customer’s data in any table, and says who asked, and which data is kept and why', async () => {
    const { merchant_id } = await createMerchant(apis, { webhook_url: 'https://shop.example/erasure' });
    const phone = newPhone();
    const [orderId, other] = [
      await placeOrder(merchant_id, phone, 'canceled'),
      await placeOrder(merchant_id, newPhone()),
    ];
    const deadLetterId = await refuse({ order_id: orderId, payload: { phone } });
    expect(await tablesWith(phone)).toEqual(expect.arrayContaining(['orders', 'all_events', 'dead_letters']));
    expect([await findByPhone(phone), await findByPhone(phone.slice(-4), merchant_id)]).toEqual([[orderId], [orderId]]);

    const answer = await ask({ order_id: orderId });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/operator/v1/erasures/${answer.body.id}`);
    const receipt = erasureSchema.parse(answer.body);
    expect(receipt).toMatchObject({
      status: 'completed',
      subject: 'order',
      requested_by: 'operator ana: ticket 4711',
      order_id: orderId,
      erased: { order_ids: [orderId], dead_letter_ids: [deadLetterId], events: 1, commands: 0 },
      under_way_order_ids: [],
    });
    expect(receipt.kept.length).toBeGreaterThan(3);
    expect(await tablesWith(phone, 'Ana asked')).toEqual([]);
    expect([await findByPhone(phone), await findByPhone(phone.slice(-4), merchant_id)]).toEqual([[], []]);
    const { rows } = await apis.pool.query('select phone_hash, last_four_hash from orders where id = $1', [orderId]);
    expect(rows).toEqual([{ phone_hash: null, last_four_hash: null }]);
    expect(await contentOf(other)).not.toBeNull();
    expect((await apis.operator('GET', `/erasures/${receipt.id}`)).body).toEqual({ ...answer.body, notified: [] });
    const list = await apis.operator('GET', '/erasures');
    expect(listSchema(erasureSchema).parse(list.body).data[0]).toEqual(receipt);

    const order = await apis.internal('GET', `/merchants/${merchant_id}/orders/${orderId}`);
    expect(order.body).toMatchObject({ id: orderId, status: 'canceled', external_data: {}, reason: { code: 'x' } });
    expect(order.body).not.toHaveProperty('customer');
  });

  it('is refused while the order is under way, unless it is forced', async () => {
    const { merchant_id } = await createMerchant(apis);
    const phone = newPhone();
    const orderId = await placeOrder(merchant_id, phone, 'ready');
    const refused = await ask({ order_id: orderId });
    expect([refused.status, refused.body.code]).toEqual([409, 'order_under_way']);
    expect(await contentOf(orderId)).not.toBeNull();
    expect((await ask({ order_id: orderId, force: true })).body).toMatchObject({ erased: { order_ids: [orderId] } });
    expect(await tablesWith(phone)).toEqual([]);
    // It goes on as the same order.
    expect((await report(orderId, 'on_route_to_pickup')).body).toMatchObject({
      id: orderId,
      status: 'on_route_to_pickup',
    });
  });

  it('makes a dead letter that was emptied impossible to replay, and says so', async () => {
    const { merchant_id } = await createMerchant(apis);
    const orderId = await placeOrder(merchant_id, newPhone(), 'canceled');
    const deadLetterId = await refuse({ order_id: orderId });
    await ask({ order_id: orderId });
    const body = { dead_letter_id: deadLetterId, ...because };
    const replayed = await apis.operator('POST', '/dead-letters/replay', { body });
    expect([replayed.status, replayed.body.code]).toEqual([409, 'dead_letter_erased']);
    expect((await apis.operator('POST', '/dead-letters/delete', { body })).body).toEqual({ done: 1, remaining: 0 });
  });
});

describe('an erasure of an order that another transaction holds', () => {
  it('[P6] is accepted, holds up no other erasure, and is done when the order is free', async () => {
    const { merchant_id } = await createMerchant(apis);
    const orderIds = [
      await placeOrder(merchant_id, newPhone(), 'canceled'),
      await placeOrder(merchant_id, newPhone(), 'canceled'),
    ] as const;
    const hold = (orderId: string) => holdRows(apis.databaseUrl, 'orders where id = $1', [orderId]);
    const [letFirstGo, letSecondGo] = await Promise.all([hold(orderIds[0]), hold(orderIds[1])]);
    const answers = [await ask({ order_id: orderIds[0] }), await ask({ order_id: orderIds[1] })];
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual([
      [202, 'running'],
      [202, 'running'],
    ]);
    await letSecondGo();
    await sweepErasures(erasing());
    const read = (answer: (typeof answers)[number]) => apis.operator('GET', `/erasures/${answer.body.id}`);
    const statuses = async () => (await Promise.all(answers.map(read))).map(({ body }) => body.status);
    expect(await statuses()).toEqual(['running', 'completed']);
    await letFirstGo();
    await sweepErasures(erasing());
    expect(await statuses()).toEqual(['completed', 'completed']);
  });
});

describe('an erasure of a phone number', () => {
  it('[P19] finds its orders and dead letters at every merchant, leaves those under way, and does not keep the number', async () => {
    const [one, two] = [await createMerchant(apis), await createMerchant(apis)];
    const phone = newPhone();
    const finals = [
      await placeOrder(one.merchant_id, phone, 'canceled'),
      await placeOrder(two.merchant_id, phone, 'canceled'),
    ];
    const underWay = await placeOrder(one.merchant_id, phone, 'ready');
    const other = await placeOrder(one.merchant_id, `${phone}0`, 'canceled');
    const letters = [await refuse({ phone }), await refuse({ phone: `${phone}0` })];

    const { status, body } = await ask({ phone });
    expect(status).toBe(201);
    const receipt = erasureSchema.parse(body);
    expect(receipt).toMatchObject({ subject: 'phone', order_id: null, under_way_order_ids: [underWay] });
    expect([...receipt.erased.order_ids].sort()).toEqual([...finals].sort());
    expect(receipt.erased.dead_letter_ids).toEqual([letters[0]]);
    expect(await contentOf(other)).not.toBeNull();
    const { rows } = await apis.pool.query<{ said: string }>('select e::text as said from erasures e');
    expect(rows.some(({ said }) => said.includes(phone))).toBe(false);

    expect((await ask({ phone, force: true })).body).toMatchObject({ erased: { order_ids: [underWay] } });
    await ask({ phone: `${phone}0` });
    expect(await tablesWith(phone)).toEqual([]);
  });

  it.each([
    ['without the country’s code', (national: string) => national],
    ['with the country’s code', (national: string) => `55${national}`],
    ['with zeros before it', (national: string) => `0055${national}`],
  ])('[P19] finds every spelling of a number that it is asked for %s', async (_how, spell) => {
    const { merchant_id } = await createMerchant(apis);
    const national = newPhone().slice(2);
    const spellings = [national, `0${national}`, `55${national}`, `550${national}`];
    const orderIds = await Promise.all(spellings.map((phone) => placeOrder(merchant_id, phone, 'canceled')));
    const others = await Promise.all(
      [`21${national.slice(2)}`, `49${national}`].map((phone) => placeOrder(merchant_id, phone, 'canceled')),
    );
    const letters = await Promise.all(spellings.map((phone) => refuse({ note: `call +${phone}` })));
    const otherLetter = await refuse({ note: `call +21${national.slice(2)}` });

    const { status, body } = await ask({ phone: spell(national) });
    expect(status).toBe(201);
    const { erased } = erasureSchema.parse(body);
    expect([...erased.order_ids].sort()).toEqual([...orderIds].sort());
    expect([...erased.dead_letter_ids].sort()).toEqual([...letters].sort());
    expect(await Promise.all(others.map(contentOf))).not.toContain(null);
    const { rows } = await apis.pool.query('select erased_at from dead_letters where id = $1', [otherLetter]);
    expect(rows).toEqual([{ erased_at: null }]);
  });

  it('[P19] and of one order finds creates that were set aside before their order was there', async () => {
    const { merchant_id } = await createMerchant(apis);
    const phones = [newPhone(), newPhone(), newPhone()];
    const creates = phones.map((phone) => {
      const payload = { order: orderContent(randomUUID(), phone), external_data: '{}' };
      return messageOf(newOrderId(), { type: 'order.submitted', merchant_id, payload });
    });
    const slow = creates.map((item) => ({ item, reason: 'too slow' }));
    await setCommandsAside({ pool: apis.pool, now: Date.now, onSetAside: () => undefined }, slow, []);
    expect((await ask({ phone: phones[0] })).body).toMatchObject({ status: 'completed', erased: { commands: 1 } });
    expect((await ask({ order_id: creates[1]!.order_id })).body).toMatchObject({ erased: { commands: 1 } });
    expect(await tablesWith(...phones.slice(0, 2))).toEqual([]);
    expect(await tablesWith(phones[2]!)).toEqual(['parked_commands']);
  });

  it('leaves other merchants’ orders where one merchant is named', async () => {
    const [one, two] = [await createMerchant(apis), await createMerchant(apis)];
    const phone = newPhone();
    const [mine, theirs] = [
      await placeOrder(one.merchant_id, phone, 'canceled'),
      await placeOrder(two.merchant_id, phone, 'canceled'),
    ];
    const { body } = await ask({ phone, merchant_id: one.merchant_id });
    expect(body).toMatchObject({ merchant_id: one.merchant_id, erased: { order_ids: [mine] } });
    expect(await contentOf(theirs)).not.toBeNull();
  });

  it('[P19] goes on where it stopped, in any process and however many there are, when there is too much to wait for', async () => {
    const { merchant_id } = await createMerchant(apis);
    const phone = newPhone();
    await apis.pool.query(
      `insert into orders (id, merchant_id, external_id, display_id, status, content, external_data, content_hash,
                           created_at, updated_at, final_at, phone_hash)
       select lpad(to_hex(n), 24, '0'), $1, n::text, '1', 'canceled',
              json_build_object('customer', json_build_object('phone', $2::text), 'address', json_build_object('country', 'BR')),
              '{}', '', now(), now(), now(), $3
       from generate_series(1, 12000) n`,
      [merchant_id, phone, phoneHashesOf(apis.hashPhone, merchant_id, phone).number],
    );
    const started = await ask({ phone });
    expect([started.status, started.body.status]).toEqual([202, 'running']);
    const before = started.body.erased.order_ids.length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(12_000);

    await Promise.all([sweepErasures(erasing()), sweepErasures(erasing())]);
    const { body } = await apis.operator('GET', `/erasures/${started.body.id}`);
    expect(body).toMatchObject({ status: 'completed', under_way_order_ids: [] });
    const found = erasureSchema.parse(body).erased.order_ids;
    expect(found).toEqual(Array.from({ length: 12_000 }, (_, index) => (index + 1).toString(16).padStart(24, '0')));
    expect(await tablesWith(phone)).toEqual([]);
  });
});
