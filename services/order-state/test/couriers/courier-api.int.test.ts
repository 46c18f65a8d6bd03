import { afterAll, describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import {
  courierDeliveryDetailsSchema,
  courierDeliverySchema,
  courierFeedPageSchema,
  type CourierMessage,
  courierSystemCreatedSchema,
  directoryPageSchema,
  feedHeaders,
  listSchema,
  merchantListEntrySchema,
  operatorOrderLanesSchema,
} from '@delivery/contracts';
import { pollUntil } from '@delivery/test-support';
import { listOpenDeliveries } from '../../src/couriers/queries.js';
import { insertEvents, readFeedEnd } from '../../src/orders/queries/events.js';
import { accept, release } from '../support/courier-world.js';
import { explainQueries } from '../support/explain-queries.js';
import { insertBareOrders, openWriter } from '../support/feed-world.js';
import { messageOf, newOrderId } from '../support/messages.js';
import {
  createMerchant,
  internalToken,
  readAllPages,
  readyOrder,
  requestReady,
  sha256,
  startApis,
  submitOrder,
} from '../support/start-apis.js';

const apis = await startApis({ isPatient: true });
afterAll(() => apis.stop());

const createSystem = async (merchants: 'all' | readonly string[], mode = 'live') => {
  const { status, body } = await apis.operator('POST', '/courier-systems', { body: { name: 'R', merchants, mode } });
  expect(status).toBe(201);
  return courierSystemCreatedSchema.parse(body);
};

/** Waits for `count` events: transactions of other tests on the same server may hold the feed back for a moment. */
const readFeed = (systemId: string, count: number, from?: string) => {
  const events: z.infer<typeof courierFeedPageSchema>['data'] = [];
  let query = from === undefined ? '' : `?after=${from}`;
  return pollUntil(`${count} events`, async () => {
    const page = courierFeedPageSchema.parse((await apis.internal('GET', `/couriers/${systemId}/events${query}`)).body);
    events.push(...page.data);
    query = `?after=${page.next_cursor}`;
    return events.length >= count ? events : undefined;
  });
};

describe('A courier’s system', () => {
  it('is in the directory with the hashes of its tokens, and leaves it as it is disabled', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis);
    const before = directoryPageSchema.parse((await apis.internal('GET', '/directory')).body);
    const system = await createSystem([merchantId]);
    const readChanges = async () =>
      directoryPageSchema.parse((await apis.internal('GET', `/directory/changes?since=${before.version}`)).body);
    const changed = await readChanges();
    expect(changed.courier_systems).toMatchObject([
      { courier_system_id: system.id, status: 'active', token_hashes: [sha256(system.token)] },
    ]);
    expect(changed.version).toBe(changed.courier_systems[0]?.version);
    await apis.operator('PATCH', `/courier-systems/${system.id}`, { body: { status: 'disabled', per_minute: 5 } });
    expect((await readChanges()).courier_systems).toMatchObject([{ status: 'disabled', per_minute: 5 }]);
    const whole = directoryPageSchema.parse((await apis.internal('GET', '/directory')).body);
    expect(whole.courier_systems.map(({ courier_system_id: id }) => id)).toContain(system.id);
  });

  it('pauses itself, which operators see, and with its pause or end the time of courier_not_found comes', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis);
    const system = await createSystem([merchantId]);
    const settings = `/couriers/${system.id}/settings`;
    const pause = (paused: boolean) => apis.internal('PATCH', settings, { body: { paused } });
    const offered = async () => {
      const orderId = await readyOrder(apis, merchantId);
      return async () => {
        const { rows } = await apis.pool.query(
          `select at <= now() as is_due from order_timers where order_id = $1 and subject = 'courier'`,
          [orderId],
        );
        return rows[0];
      };
    };
    const first = await offered();
    expect(await first()).toEqual({ is_due: false });
    expect(await pause(true)).toMatchObject({ status: 200, body: { paused: true } });
    expect(await first()).toEqual({ is_due: true });
    const read = async (path: string) => (await apis.operator('GET', path)).body;
    expect(await read(`/courier-systems/${system.id}`)).toMatchObject({ paused: true });
    expect(await pause(true)).toMatchObject({ status: 200 });
    expect((await read(`/activity?subject=${system.id}&action=courier_system.changed`)).data).toHaveLength(1);
    // No merchant has the call: intake-api asks it for `validate`.
    const coverage = async (): Promise<unknown> => {
      const door = `/internal/v1/merchants/${merchantId}/coverage?latitude=-23.5489&longitude=-46.6388`;
      return (await fetch(apis.url + door, { headers: { authorization: `Bearer ${internalToken}` } })).json();
    };
    expect(await coverage()).toEqual({ coverage: 'paused' });
    const areas = [{ latitude: -23.5, longitude: -46.6388, radius_m: 5_000 }];
    expect((await apis.internal('PATCH', settings, { body: { areas } })).body).toEqual({ paused: true, areas });
    expect(await coverage()).toEqual({ coverage: 'none' });
    await pause(false);
    expect((await apis.internal('GET', settings)).body).toEqual({ paused: false, areas });
    const second = await offered();
    await apis.operator('PATCH', `/courier-systems/${system.id}`, { body: { status: 'disabled' } });
    expect(await second()).toEqual({ is_due: true });
  });

  it('sees whom it serves, by name: those named, or all in its mode, also while it is disabled', async () => {
    const [{ merchant_id: served }, { merchant_id: other }] = [await createMerchant(apis), await createMerchant(apis)];
    const { merchant_id: sandbox } = await createMerchant(apis, { mode: 'sandbox' });
    const [some, all] = [await createSystem([served]), await createSystem('all', 'sandbox')];
    await apis.operator('PATCH', `/courier-systems/${some.id}`, { body: { status: 'disabled' } });
    const servedBy = async ({ id }: { id: string }): Promise<string[]> => {
      const { body } = await apis.operator('GET', `/merchants?limit=100&courier_system_id=${id}`);
      return listSchema(merchantListEntrySchema)
        .parse(body)
        .data.map(({ merchant_id: merchantId }) => merchantId);
    };
    expect(await servedBy(some)).toEqual([served]);
    const ofSandbox = await servedBy(all);
    expect(ofSandbox).toContain(sandbox);
    for (const live of [served, other]) expect(ofSandbox).not.toContain(live);
  });

  it('cannot serve a merchant of the other mode, or none', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis);
    for (const merchants of [[merchantId], ['0'.repeat(32)]]) {
      const { status, body } = await apis.operator('POST', '/courier-systems', {
        body: { name: 'R', mode: 'sandbox', merchants },
      });
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.errors).toMatchObject([{ pointer: '/merchants/0' }]);
    }
    const { body } = await apis.operator('POST', '/courier-systems', { body: { name: 'R', merchants: 'some' } });
    const message = 'Expected "all", or a list of 1 to 1,000 merchants’ ids.';
    expect(body.errors).toMatchObject([{ pointer: '/merchants', message }]);
  });

  it('[P7] lists and reads what is open to it, in pages, and nothing else', async () => {
    const [{ merchant_id: merchantId }, other] = [await createMerchant(apis), await createMerchant(apis)];
    const system = await createSystem([merchantId]);
    const orderIds: string[] = [];
    for (let minute = 0; minute < 5; minute += 1)
      orderIds.push(await submitOrder(apis, merchantId, `${minute}`, { occurredAt: `2026-01-01T12:0${minute}:00Z` }));
    const hidden = await submitOrder(apis, other.merchant_id, 'hidden');
    for (const id of [...orderIds.slice(1), hidden])
      await apis.operator('POST', `/orders/${id}/status`, { body: { status: 'ready' } });
    const open = await readAllPages(apis.internal, `/couriers/${system.id}/deliveries?limit=2`);
    const seen = courierDeliverySchema
      .array()
      .parse(open)
      .map(({ id }) => id);
    expect(seen).toEqual(orderIds.slice(1));
    const read = (id = '') => apis.internal('GET', `/couriers/${system.id}/deliveries/${id}`);
    expect(courierDeliverySchema.parse((await read(seen[0])).body)).toMatchObject({
      state: 'open',
      customer: null,
      dropoff: null,
    });
    for (const id of [orderIds[0], hidden]) expect((await read(id)).body.code).toBe('order_not_found');

    const offered = await readFeed(system.id, 4);
    expect(offered.map(({ event, delivery_id: id, delivery }) => [event, id, delivery?.id])).toEqual(
      orderIds.slice(1).map((id) => ['delivery_offered', id, id]),
    );
    await apis.operator('POST', `/orders/${seen[0]}/status`, { body: { status: 'on_route_to_pickup' } });
    expect(await readFeed(system.id, 1, offered.at(-1)?.cursor)).toMatchObject([
      { event: 'delivery_withdrawn', reason: 'taken', delivery: null, sequence: 5 },
    ]);
    const { body: merchants } = await apis.internal('GET', `/merchants/${merchantId}/events`);
    expect(JSON.stringify(merchants)).not.toMatch(/delivery_(offered|withdrawn)/);
  });

  it('costs a page of deliveries what it shows of them, and not their items', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis);
    const system = await createSystem([merchantId]);
    const items = Array.from({ length: 500 }, (_, n) => ({ description: `item ${n}`, quantity: 1 }));
    const deliveryTime = '2026-01-01T13:00:00Z';
    const orderId = await readyOrder(apis, merchantId, 'large', { content: { items }, deliveryTime });
    const after = { merchantId: '', createdAtMs: 0, id: '' };
    const [row] = await listOpenDeliveries(apis.pool, { systemId: system.id, after, rowMax: 1 });
    expect(JSON.stringify(row)).not.toContain('item');
    expect((await apis.internal('GET', `/couriers/${system.id}/deliveries/${orderId}`)).body).toMatchObject({
      delivery_time: '2026-01-01T13:00:00Z',
      dropoff: null,
      items: null,
      collect: { amount: expect.any(Number) },
    });
  });

  it('[P7] shows an offer’s surroundings and load, and the door, the notes and the items to the system that has it', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis);
    const [one, other] = [await createSystem([merchantId]), await createSystem([merchantId])];
    const address = {
      country: 'BR',
      state: 'SP',
      city: 'São Paulo',
      neighborhood: 'Consolação',
      street: 'Rua Secreta',
      number: '1508',
      zip_code: '01304-001',
      complement: 'Portão azul',
      coordinates: { latitude: -23.55712, longitude: -46.66021 },
    };
    const storeAddress = {
      ...{ country: 'BR', city: 'São Paulo', street: 'Rua da Loja', number: '7' },
      coordinates: { latitude: -23.537, longitude: -46.66 },
    };
    const load = { vehicle: 'motorcycle', weight: 900, bags: 1 } as const;
    const secrets = { delivery_notes: 'Segunda porta', items: [{ description: 'Bolo secreto', quantity: 1 }] };
    const orderId = await submitOrder(apis, merchantId, 'offered', { content: { address, load, ...secrets } });
    const store = { name: 'Loja', phone: '551133334444', address: storeAddress, default: true };
    await apis.internal('PUT', `/merchants/${merchantId}/stores/loja`, { body: store });
    await requestReady(apis, merchantId, orderId);

    const readsOf = async ({ id }: { id: string }) => ({
      one: (await apis.internal('GET', `/couriers/${id}/deliveries/${orderId}`)).body,
      all: JSON.stringify([
        (await apis.internal('GET', `/couriers/${id}/deliveries`)).body,
        (await apis.internal('GET', `/couriers/${id}/events`)).body,
      ]),
    });
    const hidden = /Secreta|1508|Portão|01304-001|23\.557|Segunda|secreto/;
    const expectOffer = async (system: { id: string }) => {
      const { one: offer, all } = await readsOf(system);
      expect(courierDeliveryDetailsSchema.parse(offer)).toMatchObject({
        state: 'open',
        dropoff: null,
        dropoff_area: {
          neighborhood: 'Consolação',
          zip_code: '01304',
          coordinates: { latitude: -23.555, longitude: -46.66 },
          distance_m: 2_000,
        },
        load,
        delivery_notes: null,
        items: null,
      });
      expect(JSON.stringify(offer) + all).not.toMatch(hidden);
    };
    await expectOffer(one);
    const claim = accept(one.id, orderId);
    await apis.applyMessage(claim);
    const { one: held, all } = await readsOf(one);
    expect(courierDeliveryDetailsSchema.parse(held)).toMatchObject({
      state: 'mine',
      dropoff: address,
      load,
      ...secrets,
    });
    expect(all).not.toMatch(/Segunda|secreto/);
    const { rows } = await apis.pool.query<{ claim_id: string }>('select claim_id from orders where id = $1', [
      orderId,
    ]);
    await apis.applyMessage(release(one.id, orderId, rows[0]?.claim_id ?? ''));
    await expectOffer(one);
    await expectOffer(other);
  });

  it('begins at the latest without a look at events of others, and gets all later ones', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis);
    const [system, other] = [await createSystem([merchantId]), await createSystem([merchantId])];
    const orderId = newOrderId();
    await insertBareOrders(apis.pool, merchantId, [orderId]);
    await apis.pool.query(
      `insert into events (order_id, sequence, event, body, created_at, merchant_id, position, audience)
       select $1, n, 'delivery_offered', '{}', now(), $2, feed_position(), array[$3] from generate_series(1, 5000) n`,
      [orderId, merchantId, other.id],
    );
    const onlyExplained = (error: Error): void => expect(error.message).toMatch('the statement returned no row: ');
    const [explained] = await explainQueries(apis.pool, (client) =>
      readFeedEnd(client, 'courier', system.id).catch(onlyExplained),
    );
    expect(explained!.blocks < 100 ? [] : [explained!.blocks, explained!.plan]).toEqual([]);
    const { body: latest } = await apis.internal('GET', `/couriers/${system.id}/events?after=latest`);
    expect(courierFeedPageSchema.parse(latest)).toMatchObject({ data: [], has_more: false });
    expect(Buffer.from(latest.next_cursor, 'base64url').toString()).not.toContain(orderId);
    const later = await readyOrder(apis, merchantId);
    expect(await readFeed(system.id, 1, latest.next_cursor)).toMatchObject([
      { event: 'delivery_offered', delivery_id: later },
    ]);
  });

  it('is woken only for events of its own, and the merchant for none of them', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis);
    const [system, other] = [await createSystem([merchantId]), await createSystem([merchantId])];
    const orderId = newOrderId();
    await insertBareOrders(apis.pool, merchantId, [orderId]);
    const paths = [`/couriers/${system.id}`, `/couriers/${other.id}`, `/merchants/${merchantId}`];
    const readAll = (afters: readonly string[]) =>
      Promise.all(paths.map((path, place) => apis.internal('GET', `${path}/events?after=${afters[place]}`)));
    const latest = await readAll(['latest', 'latest', 'latest']);
    const slow = await openWriter(apis.databaseUrl, merchantId);
    await slow.transactionId();
    await insertEvents(apis.pool, [
      {
        ...{ orderId, merchantId, sequence: 1, event: 'delivery_offered', body: '{}' },
        ...{ createdAtMs: Date.now(), audience: [system.id] },
      },
    ]);
    const answers = await readAll(latest.map(({ body }) => body.next_cursor));
    await slow.rollback();
    expect(answers.map(({ headers }) => headers.get(feedHeaders.state))).toEqual(['held_back', 'end', 'end']);
  });

  it('shows its courier and the time to the merchant, who does not see its refused requests', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis);
    const [one, other] = [await createSystem([merchantId]), await createSystem([merchantId])];
    const orderId = await readyOrder(apis, merchantId);
    const path = `/merchants/${merchantId}/orders/${orderId}`;
    expect((await apis.internal('GET', path)).body).toMatchObject({ courier: null, eta: null });
    const courier = { name: 'Rui', vehicle: 'bicycle', phone: '5511987650042' } as const;
    const eta = { delivery_at: '2026-01-01T13:00:00Z' };
    const send = (message: Pick<CourierMessage, 'type' | 'payload'>, { id } = one) =>
      apis.applyMessage(messageOf(orderId, { ...message, courier_system_id: id, occurred_at: undefined }));
    await send({ type: 'courier.accept_requested', payload: {} });
    await send({ type: 'courier.accept_requested', payload: {} }, other);
    await send({ type: 'courier.reported', payload: { courier } });
    await send({ type: 'courier.eta_reported', payload: eta });
    const { body: order } = await apis.internal('GET', path);
    expect(order).toMatchObject({ courier: { name: 'Rui', vehicle: 'bicycle' }, courier_system: { name: 'R' }, eta });
    const views = [order, (await apis.internal('GET', `${path}/events`)).body];
    const { body: lanes } = await apis.internal('GET', `${path}/lanes`);
    expect(JSON.stringify([...views, lanes])).not.toMatch(/delivery_(offered|withdrawn|taken)|5511987650042|cour_/);
    expect(lanes).toMatchObject({ order: { id: orderId } });
    const systemsOf = async () =>
      operatorOrderLanesSchema.parse((await apis.operator('GET', `/orders/${orderId}/lanes`)).body).order;
    expect(await systemsOf()).toMatchObject({ courier_system: { id: one.id, name: 'R' }, given_back_by: null, eta });
    const { rows } = await apis.pool.query<{ claim_id: string }>('select claim_id from orders where id = $1', [
      orderId,
    ]);
    await send({ type: 'courier.release_requested', payload: {}, ...rows[0] });
    expect(await systemsOf()).toMatchObject({ courier_system: null, given_back_by: { id: one.id, name: 'R' } });
    expect((await apis.internal('GET', path)).body.courier_system).toBeNull();
    await send({ type: 'courier.accept_requested', payload: {} }, other);
    expect(await systemsOf()).toMatchObject({ courier_system: { id: other.id }, given_back_by: null });
  });
});
