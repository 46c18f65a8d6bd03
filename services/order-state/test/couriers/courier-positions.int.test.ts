import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OrderStatus, type PositionResult, positionResultsSchema } from '@delivery/contracts';
import { inTransaction } from '@delivery/postgres';
import { eraseOrders } from '../../src/retention/queries/erase-rows.js';
import { accept } from '../support/courier-world.js';
import { walkRetention } from '../support/ledger-world.js';
import {
  type Apis,
  createCourierSystem,
  createMerchant,
  operatorReadToken,
  operatorToken,
  readyOrder,
  startApis,
} from '../support/start-apis.js';

const startMs = Date.UTC(2026, 5, 1, 12);
let nowMs = startMs + 600_000;
let apis: Apis;
let merchantId: string;
let systems: readonly [string, string];
beforeAll(async () => {
  apis = await startApis({ isPatient: true, now: () => nowMs });
  ({ merchant_id: merchantId } = await createMerchant(apis));
  systems = [await createCourierSystem(apis, [merchantId]), await createCourierSystem(apis, [merchantId])];
});
afterAll(() => apis.stop());

/** One that the system has, in a status of its way. */
const newDelivery = async (systemId: string, status: OrderStatus = 'on_route_to_delivery'): Promise<string> => {
  const orderId = await readyOrder(apis, merchantId);
  await apis.applyMessage(accept(systemId, orderId));
  const way = ['on_route_to_pickup', 'on_route_to_delivery', 'delivered'] as const;
  for (const step of way.slice(0, way.indexOf(status as (typeof way)[number]) + 1)) await report(orderId, step);
  return orderId;
};
const report = (orderId: string, status: OrderStatus) =>
  apis.operator('POST', `/orders/${orderId}/status`, { body: { status } });

/** São Paulo, some hundred meters north of the customer. @param seconds after a time that is ten minutes past */
const place = (deliveryId: string, seconds: number, latitude = -23.54) => ({
  delivery_id: deliveryId,
  latitude,
  longitude: -46.6388,
  at: new Date(startMs + seconds * 1_000).toISOString(),
});
const tell = async (systemId: string, positions: readonly unknown[]): Promise<PositionResult[]> => {
  const { status, body } = await apis.internal('POST', `/couriers/${systemId}/positions`, { body: { positions } });
  expect(status).toBe(200);
  return positionResultsSchema.parse(body).data;
};
const said = (results: readonly PositionResult[]) => results.map(({ taken, code }) => (taken ? 'taken' : code));
const read = (orderId: string) => apis.internal('GET', `/merchants/${merchantId}/orders/${orderId}/position`);
const unknownField = 'Unknown field; the known fields are delivery_id, latitude, longitude, at.';
const expectations: Readonly<Record<string, string>> = {
  delivery_id: '/delivery_id Expected 24 hexadecimal characters.',
  latitude: '/latitude Expected a number.',
  speed: `/speed ${unknownField}`,
  heading: `/heading ${unknownField}`,
};
const isKept = async (orderId: string): Promise<boolean> =>
  (await apis.pool.query('select 1 from courier_positions where order_id = $1', [orderId])).rows.length > 0;

describe('Positions of couriers', () => {
  it('[P7] are taken a hundred in a call, each by itself: of the caller’s own deliveries on their way alone', async () => {
    const [mine, other] = systems;
    const [own, early, ended, foreign] = [
      await newDelivery(mine),
      await newDelivery(mine, 'on_route_to_pickup'),
      await newDelivery(mine, 'delivered'),
      await newDelivery(other),
    ];
    const many = Array.from({ length: 94 }, (_, second) => place(own, second));
    const results = await tell(mine, [
      ...many,
      place(early, 0),
      place(ended, 0),
      place(foreign, 0),
      place('0'.repeat(24), 0),
      { ...place(own, 0), latitude: 91 },
      'here',
    ]);
    expect(said(results)).toEqual([
      ...Array<string>(93).fill('stale_report'),
      'taken',
      'not_on_the_way',
      'not_on_the_way',
      'order_not_found',
      'order_not_found',
      'validation_failed',
      'validation_failed',
    ]);
    expect(results.at(-2)).toMatchObject({ delivery_id: own, detail: expect.stringMatching(/^\/latitude /) });
    expect(results.at(-1)?.delivery_id).toBeNull();
    expect((await read(own)).body).toEqual({
      latitude: -23.54,
      longitude: -46.639,
      at: many[93]?.at,
      distance_m: 1_000,
      way_done: 0,
    });
    for (const orderId of [early, ended, foreign]) expect((await read(orderId)).body.code).toBe('position_not_found');
    for (const body of [{ positions: [] }, { positions: [...many, ...many] }, [place(own, 0)]])
      expect((await apis.internal('POST', `/couriers/${mine}/positions`, { body })).status).toBe(400);
  });

  it('that are faulty are refused in the words of every other call, and unknown fields are named once each', async () => {
    const [mine] = systems;
    const faulty = { ...place('x', 0), latitude: '1', speed: 3, heading: 4 };
    expect(await tell(mine, [1, faulty])).toMatchObject([
      { taken: false, detail: 'Expected an object.' },
      {
        taken: false,
        detail: ['delivery_id', 'latitude', 'speed', 'heading'].map((name) => expectations[name]).join(' '),
      },
    ]);
  });

  it('replace one that is as old, never a later one, and come from no later than tomorrow', async () => {
    const [mine] = systems;
    const orderId = await newDelivery(mine);
    expect(said(await tell(mine, [place(orderId, 60, -23.5)]))).toEqual(['taken']);
    expect(said(await tell(mine, [place(orderId, 59, -23.6)]))).toEqual(['stale_report']);
    expect(said(await tell(mine, [place(orderId, 60, -23.7)]))).toEqual(['taken']);
    expect(said(await tell(mine, [place(orderId, 24 * 3_600 + 601)]))).toEqual(['validation_failed']);
    expect((await read(orderId)).body).toMatchObject({ latitude: -23.7, at: place(orderId, 60).at });
  });

  it('with a time ahead of the clock count as now, and hide none that come later', async () => {
    const [mine] = systems;
    const orderId = await newDelivery(mine);
    const { at: _, ...timeless } = place(orderId, 0, -23.6);
    expect(said(await tell(mine, [place(orderId, 2 * 3_600)]))).toEqual(['taken']);
    expect((await read(orderId)).body.at).toBe(new Date(nowMs).toISOString());
    nowMs += 1_000;
    expect(said(await tell(mine, [timeless]))).toEqual(['taken']);
    expect((await read(orderId)).body).toMatchObject({ latitude: -23.6, at: new Date(nowMs).toISOString() });
  });

  it('go with the end, with the customer’s data, and where they come while the order ends', async () => {
    const [mine] = systems;
    const [delivered, erased, late] = [await newDelivery(mine), await newDelivery(mine), await newDelivery(mine)];
    await tell(mine, [place(delivered, 0), place(erased, 0)]);
    await report(delivered, 'delivered');
    await inTransaction(apis.pool, (client) => eraseOrders(client, [erased], new Date(nowMs)));
    expect([await isKept(delivered), await isKept(erased)]).toEqual([false, false]);
    expect((await read(delivered)).body.code).toBe('position_not_found');
    await report(late, 'delivered');
    await apis.pool.query('insert into courier_positions values ($1, 1, 1, now())', [late]);
    expect((await read(late)).body.code).toBe('position_not_found');
    await walkRetention({ pool: apis.pool, now: () => nowMs });
    expect(await isKept(late)).toBe(false);
  });

  it('tell operators how far away the courier is, where only with the role for it and on record', async () => {
    const [mine] = systems;
    const orderId = await newDelivery(mine);
    const readAs = async (token: string) =>
      (await apis.operator('GET', `/orders/${orderId}/position`, { headers: { authorization: `Bearer ${token}` } }))
        .body;
    const none = { at: null, distance_m: null, way_done: null, places: null };
    expect(await readAs(operatorToken)).toEqual(none);
    await tell(mine, [place(orderId, 5)]);
    const known = { at: place(orderId, 5).at, distance_m: 1_000, way_done: 0 };
    expect(await readAs(operatorReadToken)).toEqual({ ...known, places: null });
    expect(await readAs(operatorToken)).toEqual({
      ...known,
      places: {
        courier: { latitude: -23.54, longitude: -46.639 },
        store: null,
        door: { latitude: expect.any(Number), longitude: expect.any(Number) },
      },
    });
    const looks = await apis.operator('GET', `/activity?subject=${orderId}`);
    expect(looks.body.data).toMatchObject([
      { action: 'order.position_read', actor: { type: 'token' }, subject: { type: 'order' }, merchant_id: merchantId },
    ]);
  });
});
