import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { OrderMessage } from '@delivery/contracts';
import { inSnapshot } from '@delivery/postgres';
import { pollUntil } from '@delivery/test-support';
import { listOrderEvents } from '../../src/orders/queries/events.js';
import { createSweeper } from '../../src/sweeps/sweeper.js';
import { holdRows, openTransaction } from '../support/hold-rows.js';
import {
  createLedgerWorld,
  createMerchant,
  type LedgerWorld,
  reportStatus,
  reportTrackingUrl,
  requestReady,
  submit,
} from '../support/ledger-world.js';
import { commitOnceAwaited } from '../support/lock-waiters.js';
import { messageOf, newOrderId } from '../support/messages.js';

let world: LedgerWorld;
beforeEach(async () => {
  world = await createLedgerWorld();
});
afterEach(() => world.close());

const newMerchant = async () => (await createMerchant(world, [null])).merchantId;
const newOrderIds = (count: number) => Array.from({ length: count }, newOrderId);
const applyInBatches = async (messages: readonly OrderMessage[]) => {
  for (let start = 0; start < messages.length; start += 500) await world.apply(messages.slice(start, start + 500));
};
const countParked = async (): Promise<number> =>
  (await world.pool.query<{ n: number }>('select count(*) as n from parked_commands')).rows[0]!.n;
const countRefused = async (code: string): Promise<number> =>
  (await world.pool.query<{ n: number }>('select count(*) as n from all_commands where code = $1', [code])).rows[0]!.n;
const countReady = async (merchantId: string): Promise<number> => {
  const text = `select count(*) as n from orders where merchant_id = $1 and status = 'ready'`;
  return (await world.pool.query<{ n: number }>(text, [merchantId])).rows[0]!.n;
};
const statusOf = async (orderId: string): Promise<string | undefined> =>
  (await world.pool.query<{ status: string }>('select status from orders where id = $1', [orderId])).rows[0]?.status;
/** As intake-api sends it if its caller gets 404 and repeats it. */
const cancelAtOnce = (merchantId: string, orderId: string): OrderMessage => {
  const fields = { merchant_id: merchantId, park: false, payload: { reason: { code: 'OTHER' } } } as const;
  return messageOf(orderId, { type: 'order.cancel_requested', ...fields }, world.now());
};
const readies = (merchantId: string, count: number) =>
  newOrderIds(count).map((orderId) => requestReady(world, merchantId, orderId));
/** Orders, each of its own merchant. */
const parkForMany = (count: number) =>
  world.pool.query(
    `insert into parked_commands (id, order_id, message, parked_at)
     select 'o' || n || '/m', 'o' || n, json_build_object('merchant_id', 'm' || n), $2 from generate_series(1, $1) n`,
    [count, new Date(world.now())],
  );
/** As when another replica commits the order while its command is being parked. */
const parkLate = async (merchantId: string): Promise<string> => {
  const [orderId] = newOrderIds(1) as [string];
  await world.apply([submit(world, merchantId, orderId)]);
  const late = requestReady(world, merchantId, orderId);
  await world.pool.query('insert into parked_commands (id, order_id, message, parked_at) values ($1, $2, $3, $4)', [
    `${orderId}/${late.id}`,
    orderId,
    JSON.stringify(late),
    new Date(world.now()),
  ]);
  return orderId;
};

describe('Commands that wait for their order', () => {
  it('[P2] from one merchant that fills its share refuse none from another', async () => {
    const [greedy, other] = [await newMerchant(), await newMerchant()];
    await applyInBatches(readies(greedy, 10_000));
    const orderIds = newOrderIds(400);
    await world.apply(orderIds.map((orderId) => requestReady(world, other, orderId)));
    await world.apply(orderIds.map((orderId) => submit(world, other, orderId)));
    expect(await countReady(other)).toBe(400);
    expect([await countParked(), await countRefused('parked_full')]).toEqual([1_000, 9_000]);
  });

  it('[P12] and were refused before it came are shown with it, and are not decided again', async () => {
    const merchantId = await newMerchant();
    const [orderId] = newOrderIds(1) as [string];
    const early = requestReady(world, merchantId, orderId);
    await world.apply([early]);
    world.advance(10 * 60_000);
    expect(await world.sweeps['expired parked'].run()).toBe(1);
    await world.apply([submit(world, merchantId, orderId)]);
    expect((await world.apply([early])).verdicts.get(`${orderId}/${early.id}`)).toMatchObject({
      code: 'parked_expired',
    });
    const happened = await inSnapshot(world.pool, (client) =>
      listOrderEvents(client, {
        orderId,
        after: { position: 0, kind: 0, atText: '1970-01-01T00:00:00Z', id: '' },
        rowMax: 10,
      }),
    );
    expect(happened.map(({ name, code }) => [name, code])).toEqual([['order.ready_requested', 'parked_expired']]);
  });

  it('[P11] and expire while a batch creates it and decides them are decided once', async () => {
    const merchantId = await newMerchant();
    const [orderId] = newOrderIds(1) as [string];
    await world.apply([requestReady(world, merchantId, orderId)]);
    world.advance(11 * 60_000);
    const holder = await openTransaction(world.databaseUrl);
    await holder.query('lock table all_events');
    await Promise.all([
      world.apply([submit(world, merchantId, orderId), reportTrackingUrl(world, orderId, 'a')]),
      commitOnceAwaited(holder, world.pool, 1, () => world.sweeps['expired parked'].run()),
    ]);
    const { rows } = await world.pool.query(
      'select type, outcome from all_commands where order_id = $1 order by type',
      [orderId],
    );
    expect(rows).toEqual(
      ['order.ready_requested', 'order.submitted', 'tracking_url.reported'].map((type) => ({
        type,
        outcome: 'applied',
      })),
    );
  });

  it('[P2] from any number of merchants leave room for one more', async () => {
    await parkForMany(12_000);
    const merchantId = await newMerchant();
    const [orderId] = newOrderIds(1);
    await world.apply([requestReady(world, merchantId, orderId!)]);
    await world.apply([submit(world, merchantId, orderId!)]);
    expect(await countReady(merchantId)).toBe(1);
  });

  it('[P2] fill the share of their merchant to the last place, and a repeat of one of them is not refused', async () => {
    const merchantId = await newMerchant();
    const all = readies(merchantId, 1_001);
    await applyInBatches(all.slice(0, 990));
    await world.apply(all.slice(980));
    expect([await countParked(), await countRefused('parked_full')]).toEqual([1_000, 1]);
    const first = all[0]!;
    await world.apply([first]);
    await world.apply([submit(world, merchantId, first.order_id)]);
    expect(await countReady(merchantId)).toBe(1);
  });

  it('[P2] from couriers count for their order: any number of reports for one leaves those for another applied', async () => {
    const merchantId = await newMerchant();
    const [flooded, other] = newOrderIds(2) as [string, string];
    await applyInBatches(Array.from({ length: 300 }, () => reportStatus(world, flooded, 'ready')));
    expect([await countParked(), await countRefused('parked_full')]).toEqual([100, 200]);
    await applyInBatches(newOrderIds(11_000).map((orderId) => reportStatus(world, orderId, 'ready')));
    await world.apply([reportStatus(world, other, 'ready')]);
    await world.apply([submit(world, merchantId, flooded), submit(world, merchantId, other)]);
    expect(await countReady(merchantId)).toBe(2);
    expect(await countRefused('parked_full')).toBe(200);
  });

  it('[P12] are refused on record when their order never comes, as fast as they came', async () => {
    const merchantId = await newMerchant();
    await world.apply(readies(merchantId, 450));
    await world.apply(newOrderIds(450).map((orderId) => reportStatus(world, orderId, 'ready')));
    world.advance(10 * 60_000);
    const sweeper = createSweeper(world.sweeps, world.logger);
    sweeper.start();
    await pollUntil('nothing to be parked', async () => ((await countParked()) === 0 ? true : undefined));
    await sweeper.close();
    expect(await countRefused('parked_expired')).toBe(900);
  });

  it('[P12] and whose order never came are purged in time, those of an order that came after all with its history', async () => {
    const day = 24 * 3_600_000;
    const merchantId = await newMerchant();
    const [late = ''] = newOrderIds(1);
    await world.apply([...readies(merchantId, 450), requestReady(world, merchantId, late)]);
    world.advance(10 * 60_000);
    await world.sweeps['expired parked'].run();
    await world.apply([submit(world, merchantId, late)]);
    world.advance(89 * day);
    await world.applyRetention(90, 30);
    expect(await countRefused('parked_expired')).toBe(451);
    await world.apply([reportStatus(world, late, 'ready')]);
    world.advance(2 * day);
    await world.applyRetention(90, 30);
    expect(await countRefused('parked_expired')).toBe(1);
  });

  it('and were parked while another replica committed their order are found among however many others', async () => {
    const merchantId = await newMerchant();
    await parkForMany(5_000);
    await parkLate(merchantId);
    // The walk ends, and begins anew.
    for (let step = 0; step < 4; step += 1) expect(await world.sweepParked()).toBeGreaterThan(0);
    expect(await countReady(merchantId)).toBe(1);
    expect(await countParked()).toBe(5_000);
  });

  it.each([
    [
      'the window of one of them',
      (_orderId: string, endpointId: string) => ['endpoint_windows where endpoint_id = $1', endpointId],
    ],
    ['the order of one of them', (orderId: string) => ['orders where id = $1', orderId]],
  ])('[P6] and were parked late are applied while another transaction holds %s', async (_what, rowsOf) => {
    const poor = await createMerchant(world, [null]);
    const other = await newMerchant();
    const held = await parkLate(poor.merchantId);
    for (let n = 0; n < 3; n += 1) await parkLate(other);
    const [rows, key] = rowsOf(held, poor.endpointIds[0]!) as [string, string];
    const letGo = await holdRows(world.databaseUrl, rows, [key]);
    await world.sweepParked().finally(letGo);
    expect(await countReady(other)).toBe(3);
    await world.sweepParked();
    expect(await countReady(poor.merchantId)).toBe(1);
    expect(await countParked()).toBe(0);
  });

  it('and wait for an order that another session holds do not expire, and are applied once it is free', async () => {
    const merchantId = await newMerchant();
    const [orderId] = newOrderIds(1) as [string];
    const create = submit(world, merchantId, orderId);
    await world.apply([create]);
    const letGo = await holdRows(world.databaseUrl, 'orders where id = $1', [orderId]);
    const said = [{ ...create, id: 'again' }, requestReady(world, merchantId, orderId)];
    const { verdicts } = await world.apply(said, undefined, new Set([orderId]));
    expect([...verdicts.values()].map(({ outcome }) => outcome)).toEqual(['parked', 'parked']);
    world.advance(20 * 60_000);
    expect(await world.sweeps['expired parked'].run()).toBe(0);
    expect(await world.sweepParked()).toBe(2);
    // Behind them, without a wait for the row.
    await world.apply([reportStatus(world, orderId, 'on_route_to_pickup')]).finally(letGo);
    expect(await countParked()).toBe(3);
    await world.sweepParked();
    const { rows } = await world.pool.query('select status from orders where id = $1', [orderId]);
    expect([rows, await countParked()]).toEqual([[{ status: 'on_route_to_pickup' }], 0]);
  });

  it('[P11] and say that they do not wait are refused at once, and cancel no later create', async () => {
    const merchantId = await newMerchant();
    const [orderId, together, locked] = newOrderIds(3) as [string, string, string];
    const cancel = (order: string) => cancelAtOnce(merchantId, order);
    const early = cancel(orderId);
    const { verdicts } = await world.apply([early]);
    expect([...verdicts.values()]).toMatchObject([{ outcome: 'refused', code: 'order_not_found', order: null }]);
    expect([await countParked(), await countRefused('order_not_found')]).toEqual([0, 1]);
    await world.apply([submit(world, merchantId, orderId)]);
    expect((await world.apply([early])).verdicts.get(`${orderId}/${early.id}`)).toMatchObject({
      code: 'order_not_found',
    });
    expect(await statusOf(orderId)).toBe('created');
    // Its order is in the same batch, or behind a lock.
    await world.apply([cancel(together), submit(world, merchantId, together), submit(world, merchantId, locked)]);
    expect(await statusOf(together)).toBe('canceled');
    const letGo = await holdRows(world.databaseUrl, 'orders where id = $1', [locked]);
    const held = await world.apply([cancel(locked)], undefined, new Set([locked])).finally(letGo);
    expect([...held.verdicts.values()]).toMatchObject([{ outcome: 'parked' }]);
    await world.sweepParked();
    expect([await statusOf(locked), await countParked()]).toEqual(['canceled', 0]);
  });

  it('and are refused by the database become dead letters, and the others are applied', async () => {
    const merchantId = await newMerchant();
    const orderIds = [await parkLate(merchantId), await parkLate(merchantId), await parkLate(merchantId)];
    await world.pool.query(
      `alter table orders add constraint refused check (id <> '${orderIds[1]!}' or status <> 'ready')`,
    );
    await world.sweepParked();
    expect([await countReady(merchantId), await countParked()]).toEqual([2, 0]);
    const { rows } = await world.pool.query<{ queue: string; reason: string }>(
      'select queue, reason from dead_letters',
    );
    expect(rows).toEqual([
      { queue: 'order-state.orders', reason: 'refused by the database: SQLSTATE 23514 (refused)' },
    ]);
  });
});
