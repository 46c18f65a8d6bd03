import { afterAll, describe, expect, it } from '@jest/globals';
import { type OrderMessage, type TrackingLook, trackingLookSchema } from '@delivery/contracts';
import { inTransaction } from '@delivery/postgres';
import { eraseOrders } from '../../src/retention/queries/erase-rows.js';
import { messageOf } from '../support/messages.js';
import { createMerchant, readyOrder, startApis } from '../support/start-apis.js';

let nowMs = Date.now();
const apis = await startApis({ now: () => nowMs });
afterAll(() => apis.stop());

const setPage = (merchantId: string, on: boolean) =>
  apis.operator('PATCH', `/merchants/${merchantId}`, { body: { tracking_page: on } });

const newMerchant = async (): Promise<string> => {
  const { merchant_id: merchantId } = await createMerchant(apis);
  expect(await setPage(merchantId, true)).toMatchObject({ status: 200, body: { tracking_page: true } });
  return merchantId;
};

const newOrder = (merchantId: string, options?: Parameters<typeof readyOrder>[3]) =>
  readyOrder(apis, merchantId, undefined, options);

const report = (
  orderId: string,
  said: Pick<Extract<OrderMessage, { source?: string | undefined }>, 'type' | 'payload'>,
) => apis.applyMessage(messageOf(orderId, { source: 'rider', occurred_at: undefined, ...said }));
const become = (orderId: string, ...statuses: string[]) =>
  statuses.reduce<Promise<unknown>>(async (before, status) => {
    await before;
    return report(orderId, { type: 'status.reported', payload: { status } as never });
  }, Promise.resolve());
const ownUrl = (orderId: string, url: string) =>
  report(orderId, { type: 'tracking_url.reported', payload: { tracking_url: url } });

const urlOf = async (orderId: string): Promise<string | null> => {
  const { rows } = await apis.pool.query<{ tracking_url: string | null }>(
    'select tracking_url from orders where id = $1',
    [orderId],
  );
  return rows[0]?.tracking_url ?? null;
};
const eventsOf = async (orderId: string): Promise<string[]> => {
  const { rows } = await apis.pool.query<{ event: string; body: string; sequence: number }>(
    'select event, body, sequence from all_events where order_id = $1 order by sequence',
    [orderId],
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
  return rows.map(({ event, body }) => {
    const { status, tracking_url: url } = JSON.parse(body) as { status: string; tracking_url?: string };
    return [event, status, ...(url === undefined ? [] : [new URL(url).host])].join(' ');
  });
};

const look = async (token: string): Promise<TrackingLook> => {
  const { status, body } = await apis.internal('POST', '/tracking', { body: { token } });
  expect(status).toBe(200);
  return trackingLookSchema.parse(body);
};
const tokenOf = async (orderId: string): Promise<string> => (await urlOf(orderId))?.split('/').at(-1) ?? '';

describe('An order of a merchant with tracking pages', () => {
  it('gets the page as its tracking URL as soon as a courier is on the way, in the same decision', async () => {
    const orderId = await newOrder(await newMerchant());
    expect(await urlOf(orderId)).toBeNull();
    await become(orderId, 'on_route_to_pickup', 'at_pickup');
    expect(await urlOf(orderId)).toMatch(/^https:\/\/delivery\.example\/track\/[\w-]{38}$/);
    expect(await eventsOf(orderId)).toEqual([
      'status_changed ready',
      'delivery_requested ready',
      'status_changed on_route_to_pickup',
      'tracking_url_added on_route_to_pickup delivery.example',
      'status_changed at_pickup delivery.example',
    ]);
  });

  it('keeps a courier’s own URL, and changes to one that comes later', async () => {
    const merchantId = await newMerchant();
    const [early, late] = [await newOrder(merchantId), await newOrder(merchantId)];
    await ownUrl(early, 'https://rider.example/1');
    await become(early, 'on_route_to_pickup');
    await become(late, 'on_route_to_pickup');
    await ownUrl(late, 'https://rider.example/2');
    expect([await urlOf(early), await urlOf(late)]).toEqual(['https://rider.example/1', 'https://rider.example/2']);
    expect((await eventsOf(early)).filter((event) => event.startsWith('tracking_url_added'))).toHaveLength(1);
  });

  it('shows of itself what its customer may see, and nothing of the customer', async () => {
    const merchantId = await newMerchant();
    const address = {
      country: 'BR',
      city: 'São Paulo',
      street: 'Rua Augusta',
      number: '1508',
      coordinates: { latitude: -23.5571, longitude: -46.6602 },
    };
    const store = { name: 'Padaria', phone: '1130001000', address, default: true };
    await apis.internal('PUT', `/merchants/${merchantId}/stores/centro`, { body: store });
    const orderId = await newOrder(merchantId, {
      deliveryTime: new Date(nowMs + 3_600_000).toISOString(),
      externalData: '{"note":"\\u0000 \\"status\\":\\"delivered\\""}',
    });
    await become(orderId, 'on_route_to_pickup', 'on_route_to_delivery');
    await apis.pool.query('update orders set courier = $2 where id = $1', [
      orderId,
      { name: 'Rui  Alves', vehicle: 'bicycle', phone: '11999990000' },
    ]);
    const shown = await look(await tokenOf(orderId));
    expect(shown).toEqual({
      state: 'shown',
      order: {
        display_id: '0007',
        status: 'on_route_to_delivery',
        merchant: 'Cantina',
        store: { name: 'Padaria', phone: '1130001000' },
        courier: { name: 'Rui', vehicle: 'bicycle' },
        expected_at: new Date(nowMs + 3_600_000).toISOString(),
        way: null,
        reached: Object.fromEntries(
          ['created', 'ready', 'on_route_to_pickup', 'on_route_to_delivery'].map((status) => [
            status,
            expect.any(String),
          ]),
        ),
      },
    });
    const place = (at: Date) =>
      apis.pool.query(
        `insert into courier_positions values ($1, -23.553, -46.6495, $2) on conflict (order_id) do update set at = $2`,
        [orderId, at],
      );
    await place(new Date(nowMs));
    const courier = { latitude: -23.553, longitude: -46.649 };
    expect(await look(await tokenOf(orderId))).toMatchObject({
      order: {
        way: { left_m: 1_200, done: 0.5, places: { door: { latitude: -23.549, longitude: -46.639 }, courier } },
      },
    });
    await place(new Date(nowMs - 11 * 60_000));
    expect(await look(await tokenOf(orderId))).toMatchObject({ order: { way: null } });
    await apis.pool.query('update orders set eta = $2 where id = $1', [
      orderId,
      { delivery_at: '2026-02-01T12:00:00Z' },
    ]);
    expect(await look(await tokenOf(orderId))).toMatchObject({ order: { expected_at: '2026-02-01T12:00:00Z' } });
  });

  it('is shown for two hours after its end, and not once its customer’s data was erased or the pages are off', async () => {
    const merchantId = await newMerchant();
    const [over, erased, off] = [await newOrder(merchantId), await newOrder(merchantId), await newOrder(merchantId)];
    for (const orderId of [over, erased, off]) await become(orderId, 'on_route_to_pickup');
    await become(over, 'on_route_to_delivery', 'delivered');
    const tokens = await Promise.all([over, erased, off].map(tokenOf));
    await inTransaction(apis.pool, (client) => eraseOrders(client, [erased], new Date(nowMs)));
    const statesOf = async () => (await Promise.all(tokens.map(look))).map(({ state }) => state);
    nowMs += 2 * 3_600_000 - 60_000;
    expect(await statesOf()).toEqual(['shown', 'ended', 'shown']);
    nowMs += 120_000;
    expect(await statesOf()).toEqual(['ended', 'ended', 'shown']);
    await setPage(merchantId, false);
    expect(await statesOf()).toEqual(['ended', 'ended', 'ended']);
    const later = await newOrder(merchantId);
    await become(later, 'on_route_to_pickup');
    expect(await urlOf(later)).toBeNull();
  });
});

it('a token that is not ours, and one of an order that is gone, are unknown alike', async () => {
  const orderId = await newOrder(await newMerchant());
  await become(orderId, 'on_route_to_pickup');
  const token = await tokenOf(orderId);
  await apis.pool.query('delete from orders where id = $1', [orderId]);
  for (const unknown of [token, 'A'.repeat(38), '', orderId]) {
    expect(await look(unknown)).toEqual({ state: 'unknown' });
  }
});

it('a service without a public address refuses to switch the pages on, and says what to set', async () => {
  const { merchant_id: merchantId } = await createMerchant(apis);
  const without = await startApis({ hasPublicUrl: false });
  const { merchant_id: other } = await createMerchant(without);
  const answer = await without.operator('PATCH', `/merchants/${other}`, { body: { tracking_page: true } });
  expect([answer.status, answer.body.code]).toEqual([409, 'public_url_not_set']);
  expect(answer.body.detail).toContain('PUBLIC_URL');
  await without.stop();
  expect((await apis.operator('GET', `/merchants/${merchantId}`)).body.tracking_page).toBe(false);
});
