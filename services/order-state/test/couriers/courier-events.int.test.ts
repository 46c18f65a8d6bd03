import { afterAll, describe, expect, it } from '@jest/globals';
import { type Courier, type CourierMessage, type Eta, type WebhookBody, webhookBodySchema } from '@delivery/contracts';
import { inTransaction } from '@delivery/postgres';
import { updateCourierSystem } from '../../src/couriers/queries.js';
import { hastenUnserved, saveCourierSettings } from '../../src/couriers/settings-queries.js';
import { nextDirectoryVersion } from '../../src/merchants/queries.js';
import { accept, createSystem, release } from '../support/courier-world.js';
import {
  courierNotFoundMs,
  createLedgerWorld,
  createMerchant,
  reportStatus,
  requestReady,
  submit,
} from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';

const world = await createLedgerWorld({ isPatient: true });
afterAll(() => world.close());

const served = async () => {
  const merchant = await createMerchant(world, [null, [...asked]]);
  return { ...merchant, systemId: await createSystem(world, [merchant.merchantId]) };
};
const asked = ['courier_assigned', 'courier_unassigned', 'courier_not_found', 'eta_changed'] as const;

const newOrder = async (merchantId: string): Promise<string> => {
  const orderId = newOrderId();
  await world.apply([submit(world, merchantId, orderId)]);
  await world.apply([requestReady(world, merchantId, orderId)]);
  return orderId;
};
const name = (systemId: string, orderId: string, courier: Courier): CourierMessage => ({
  ...accept(systemId, orderId),
  type: 'courier.reported',
  payload: { courier },
});
const expectAt = (systemId: string, orderId: string, eta: Eta): CourierMessage => ({
  ...accept(systemId, orderId),
  type: 'courier.eta_reported',
  payload: eta,
});
const sweep = async () => {
  while ((await world.sweeps['order timers'].run()) > 0);
};

/** The bodies of the events that are sent on request alone. */
const noted = async (orderId: string): Promise<WebhookBody[]> => {
  const { rows } = await world.pool.query<{ body: string }>(
    'select body from all_events where order_id = $1 and event = any($2) order by sequence',
    [orderId, asked],
  );
  return rows.map(({ body }) => webhookBodySchema.parse(JSON.parse(body)));
};
const said = (bodies: readonly WebhookBody[]) =>
  bodies.map((body) => {
    if (body.event === 'courier_assigned') return body.courier.name;
    return body.event === 'eta_changed' ? body.eta : body.event;
  });

describe('A merchant that asks for it', () => {
  it('is notified of a named courier, of another one, and of an order that is given back or taken back', async () => {
    const { merchantId, endpointIds, systemId } = await served();
    const orderId = await newOrder(merchantId);
    const rui: Courier = { name: 'Rui', vehicle: 'bicycle' };
    const claim = accept(systemId, orderId);
    await world.apply([claim, name(systemId, orderId, rui)]);
    await world.apply([name(systemId, orderId, { ...rui, phone: '5511987650042' })]);
    await world.apply([name(systemId, orderId, { ...rui, name: 'Ana' }), release(systemId, orderId, claim.id)]);
    expect(said(await noted(orderId))).toEqual(['Rui', 'Ana', 'courier_unassigned']);
    await world.apply([accept(systemId, orderId)]);
    await world.apply([reportStatus(world, orderId, 'on_route_to_pickup')]);
    await world.apply([reportStatus(world, orderId, 'ready')]);
    expect(said(await noted(orderId))).toEqual(['Rui', 'Ana', 'courier_unassigned', 'courier_unassigned']);
    const { rows } = await world.pool.query(
      'select distinct endpoint_id from all_webhook_deliveries where order_id = $1 and event = any($2)',
      [orderId, asked],
    );
    expect(rows).toEqual([{ endpoint_id: endpointIds[1] }]);
  });

  it('is notified of expected times at most once a minute, and then of the newest', async () => {
    const { merchantId, systemId } = await served();
    const orderId = await newOrder(merchantId);
    await world.apply([accept(systemId, orderId)]);
    const deliveryAt = (minutes: number) => ({ delivery_at: `2026-06-01T13:${String(minutes).padStart(2, '0')}:00Z` });
    for (let minutes = 1; minutes <= 20; minutes += 1) {
      await world.apply([expectAt(systemId, orderId, deliveryAt(minutes))]);
      world.advance(2_000);
    }
    await sweep();
    expect(said(await noted(orderId))).toEqual([deliveryAt(1)]);
    world.advance(20_000);
    await sweep();
    expect(said(await noted(orderId))).toEqual([deliveryAt(1), deliveryAt(20)]);
  });

  it('is not notified of a time that moved by less than a minute, or back again, or of an ended order', async () => {
    const { merchantId, systemId } = await served();
    const orderId = await newOrder(merchantId);
    await world.apply([accept(systemId, orderId)]);
    const times = ['13:00:00', '13:00:59', '13:10:00', '13:00:30'];
    for (const time of times) await world.apply([expectAt(systemId, orderId, { pickup_at: `2026-06-01T${time}Z` })]);
    world.advance(61_000);
    await sweep();
    expect(said(await noted(orderId))).toEqual([{ pickup_at: '2026-06-01T13:00:00Z' }]);
    for (const time of ['13:20:00', '13:30:00'])
      await world.apply([expectAt(systemId, orderId, { pickup_at: `2026-06-01T${time}Z` })]);
    for (const status of ['on_route_to_pickup', 'on_route_to_delivery', 'delivered'] as const)
      await world.apply([reportStatus(world, orderId, status)]);
    world.advance(61_000);
    await sweep();
    expect(said(await noted(orderId)).slice(1)).toEqual([{ pickup_at: '2026-06-01T13:20:00Z' }]);
    const { rows } = await world.pool.query("select 1 from order_timers where order_id = $1 and step = 'eta'", [
      orderId,
    ]);
    expect(rows).toEqual([]);
  });

  it('is notified once for each offer that no system accepts in time', async () => {
    const { merchantId, systemId } = await served();
    const unserved = await createMerchant(world, [[...asked]]);
    const [missed, accepted] = [await newOrder(merchantId), await newOrder(merchantId)];
    const plain = await newOrder(unserved.merchantId);
    await world.apply([accept(systemId, accepted)]);
    world.advance(courierNotFoundMs + 1_000);
    await sweep();
    for (const orderId of [accepted, plain]) expect(await noted(orderId)).toEqual([]);
    expect(said(await noted(missed))).toEqual(['courier_not_found']);
    expect(await missingSince(missed)).toEqual(new Date(world.now()));
    await world.apply([reportStatus(world, missed, 'on_route_to_pickup')]);
    expect(await missingSince(missed)).toBeNull();
    await world.apply([reportStatus(world, missed, 'ready')]);
    world.advance(courierNotFoundMs + 1_000);
    await sweep();
    expect(said(await noted(missed))).toEqual(['courier_not_found', 'courier_not_found']);
    await world.apply([accept(systemId, missed)]);
    expect(await missingSince(missed)).toBeNull();
  });
});

describe('A merchant whose systems will not come', () => {
  const decline = (systemId: string, orderId: string): CourierMessage => ({
    ...accept(systemId, orderId),
    type: 'courier.decline_requested',
    payload: { code: 'too_far' },
  });

  it('learns it with the last decline, once for each offer, and any system may still accept', async () => {
    const { merchantId, systemId } = await served();
    const other = await createSystem(world, [merchantId]);
    const orderId = await newOrder(merchantId);
    await world.apply([decline(systemId, orderId), decline(systemId, orderId)]);
    expect(await noted(orderId)).toEqual([]);
    await world.apply([decline(other, orderId)]);
    expect(said(await noted(orderId))).toEqual(['courier_not_found']);
    world.advance(courierNotFoundMs + 1_000);
    await sweep();
    const accepted = accept(systemId, orderId);
    await world.apply([accepted]);
    await world.apply([decline(other, orderId), decline(systemId, orderId)]);
    expect(said(await noted(orderId))).toEqual(['courier_not_found']);
    await world.apply([release(systemId, orderId, accepted.id)]);
    await world.apply([decline(other, orderId)]);
    expect(said(await noted(orderId))).toEqual(['courier_not_found', 'courier_unassigned']);
  });

  it('learns it soon after the last one that has not declined pauses or is disabled', async () => {
    const { merchantId, systemId } = await served();
    const [other, third] = [await createSystem(world, [merchantId]), await createSystem(world, [merchantId])];
    const [orderId, later] = [await newOrder(merchantId), await newOrder(merchantId)];
    await world.apply([decline(systemId, orderId)]);
    await saveCourierSettings(world.pool, other, { paused: true, areas: null });
    await hastenUnserved(world.pool, other, new Date(world.now()));
    await sweep();
    expect(await noted(orderId)).toEqual([]);
    const version = await inTransaction(world.pool, nextDirectoryVersion);
    await updateCourierSystem(world.pool, third, { status: 'disabled' }, version);
    await hastenUnserved(world.pool, third, new Date(world.now()));
    await sweep();
    expect(said(await noted(orderId))).toEqual(['courier_not_found']);
    expect(await noted(later)).toEqual([]);
    await world.apply([decline(systemId, later)]);
    expect(said(await noted(later))).toEqual(['courier_not_found']);
    await saveCourierSettings(world.pool, systemId, { paused: true, areas: null });
    const last = await newOrder(merchantId);
    world.advance(1_000);
    await sweep();
    expect(said(await noted(last))).toEqual(['courier_not_found']);
  });

  it('learns it from the sweep if the process dies after the pause, or between two pages of the orders', async () => {
    const { merchantId, systemId } = await served();
    const [first, second] = [await newOrder(merchantId), await newOrder(merchantId)].sort();
    // Other tests leave systems to be looked at.
    await world.sweeps['unserved orders'].run();
    await saveCourierSettings(world.pool, systemId, { paused: true, areas: null });
    await world.pool.query('update courier_systems set unserved_after = $2 where id = $1', [systemId, first]);
    expect(await world.sweeps['unserved orders'].run()).toBe(1);
    await sweep();
    expect([await noted(first!), said(await noted(second!))]).toEqual([[], ['courier_not_found']]);
    await saveCourierSettings(world.pool, systemId, { paused: false, areas: null });
    expect(await world.sweeps['unserved orders'].run()).toBe(0);
    await saveCourierSettings(world.pool, systemId, { paused: true, areas: null });
    expect(await world.sweeps['unserved orders'].run()).toBe(1);
    expect(await world.sweeps['unserved orders'].run()).toBe(0);
    await sweep();
    expect(said(await noted(first!))).toEqual(['courier_not_found']);
  });
});

const missingSince = async (orderId: string): Promise<Date | null | undefined> => {
  const { rows } = await world.pool.query<{ since: Date | null }>(
    'select no_courier_since as since from orders where id = $1',
    [orderId],
  );
  return rows[0]?.since;
};
