import { afterAll, describe, expect, it } from '@jest/globals';
import { courierEventBodySchema, type CourierMessage, type OrderMessage, type Verdict } from '@delivery/contracts';
import { inTransaction } from '@delivery/postgres';
import { commandKeyOf } from '../../src/orders/rules/decide-batch.js';
import { eraseOrders } from '../../src/retention/queries/erase-rows.js';
import { accept, createSystem, release } from '../support/courier-world.js';
import { holdRows } from '../support/hold-rows.js';
import { createLedgerWorld, createMerchant, reportStatus, requestReady, submit } from '../support/ledger-world.js';
import { untilLockWaiters } from '../support/lock-waiters.js';
import { messageOf, newOrderId } from '../support/messages.js';

const world = await createLedgerWorld({ isPatient: true });
afterAll(() => world.close());

const onTheWay = (systemId: string, orderId: string): CourierMessage => ({
  ...accept(systemId, orderId),
  type: 'courier.status_reported',
  payload: { status: 'on_route_to_pickup' },
});
const cancel = (merchantId: string, orderId: string): OrderMessage =>
  messageOf(orderId, { type: 'order.cancel_requested', merchant_id: merchantId, payload: {} }, world.now());

const decide = async (message: OrderMessage): Promise<Verdict> => {
  const { verdicts } = await world.apply([message]);
  return verdicts.get(commandKeyOf(message))!;
};

const newOrder = async (merchantId: string, isReady = true): Promise<string> => {
  const orderId = newOrderId();
  await world.apply([submit(world, merchantId, orderId)]);
  if (isReady) await world.apply([requestReady(world, merchantId, orderId)]);
  return orderId;
};

const readOrder = async (orderId: string) => {
  const { rows } = await world.pool.query<{ status: string; courier_system_id: string | null; last_sequence: number }>(
    'select status, courier_system_id, last_sequence from orders where id = $1',
    [orderId],
  );
  return rows[0]!;
};

const readEvents = async (orderId: string) => {
  const { rows } = await world.pool.query<{ sequence: number; event: string; audience: string[] | null; body: string }>(
    'select sequence, event, audience, body from all_events where order_id = $1 order by sequence',
    [orderId],
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
  return rows;
};

/** Events of couriers' systems, as `event reason` by system. */
const toldOf = async (orderId: string, systemId: string): Promise<string[]> =>
  (await readEvents(orderId))
    .filter(({ audience }) => audience?.includes(systemId))
    .map(({ body }) => courierEventBodySchema.parse(JSON.parse(body)))
    .map(({ event, reason }) => (reason === undefined ? event : `${event} ${reason}`));

const outcomeOf = ({ outcome, code }: Verdict) => code ?? outcome;

describe('Couriers’ systems', () => {
  it('that accept a delivery 200 times at once: one has it, and every answer says the same', async () => {
    const { merchantId } = await createMerchant(world, []);
    const [one, other] = [await createSystem(world, [merchantId]), await createSystem(world, [merchantId])];
    const orderId = await newOrder(merchantId);
    const accepts = Array.from({ length: 200 }, (_, index) => accept(index % 2 ? one : other, orderId));
    const verdicts: Verdict[] = [];
    const toDecide = accepts.entries();
    const decideNext = async (): Promise<void> => {
      for (const [index, message] of toDecide) verdicts[index] = await decide(message);
    };
    // As many as have a connection each.
    await Promise.all(Array.from({ length: 4 }, decideNext));
    const { courier_system_id: winner, status } = await readOrder(orderId);
    expect([one, other]).toContain(winner);
    expect(status).toBe('ready');
    const answersOf = (systemId: string) =>
      verdicts.filter((_, index) => accepts[index]?.courier_system_id === systemId).map(outcomeOf);
    const loser = winner === one ? other : one;
    expect(answersOf(winner ?? '').sort()).toEqual(['applied', ...Array<string>(99).fill('unchanged')]);
    expect(new Set(answersOf(loser))).toEqual(new Set(['delivery_taken']));
    expect(await toldOf(orderId, winner ?? '')).toEqual(['delivery_offered']);
    expect(await toldOf(orderId, loser)).toEqual(['delivery_offered', 'delivery_withdrawn taken']);
  });

  it('get an equal answer for a repeated accept, and 409 once its delivery was released', async () => {
    const { merchantId } = await createMerchant(world, []);
    const [one, other] = [await createSystem(world, [merchantId]), await createSystem(world, [merchantId])];
    const orderId = await newOrder(merchantId);
    const first = accept(one, orderId);
    expect(outcomeOf(await decide(first))).toBe('applied');
    expect(await decide(first)).toMatchObject({ outcome: 'applied', claim_id: first.id });
    expect(outcomeOf(await decide(release(one, orderId, first.id)))).toBe('applied');
    expect(outcomeOf(await decide(release(one, orderId, first.id)))).toBe('unchanged');
    const released = { outcome: 'refused', detail: expect.stringContaining('the delivery was released') };
    expect(await decide(first)).toMatchObject({ ...released, code: 'delivery_not_accepted' });
    expect((await readOrder(orderId)).courier_system_id).toBeNull();
    expect(outcomeOf(await decide(accept(other, orderId)))).toBe('applied');
    expect(await decide(first)).toMatchObject({ ...released, code: 'delivery_taken' });
    expect(await toldOf(orderId, one)).toEqual(['delivery_offered', 'delivery_offered', 'delivery_withdrawn taken']);
  });

  it('that report late, after they have released the delivery, get 409', async () => {
    const { merchantId } = await createMerchant(world, []);
    const [one, other] = [await createSystem(world, [merchantId]), await createSystem(world, [merchantId])];
    const orderId = await newOrder(merchantId);
    const first = accept(one, orderId);
    await decide(first);
    await decide(release(one, orderId, first.id));
    const late = () => ({ ...onTheWay(one, orderId), claim_id: first.id });
    const said = { code: 'delivery_not_accepted', detail: expect.stringContaining('the delivery was released') };
    expect(await decide(late())).toMatchObject(said);
    expect((await decide(onTheWay(one, orderId))).detail).toContain('or you have released it since');
    await decide(accept(other, orderId));
    expect(await decide(late())).toMatchObject(said);
    expect((await decide(late())).detail).toContain('Another system has accepted');
  });

  it('that accept, release and report while the merchant cancels end in one state that all have seen', async () => {
    const { merchantId } = await createMerchant(world, []);
    const [one, other] = [await createSystem(world, [merchantId]), await createSystem(world, [merchantId])];
    const race = async (): Promise<void> => {
      const orderId = await newOrder(merchantId);
      const messages = [
        ...[accept(one, orderId), accept(other, orderId)].flatMap((claim) => [
          claim,
          onTheWay(claim.courier_system_id, orderId),
          release(claim.courier_system_id, orderId, claim.id),
        ]),
        cancel(merchantId, orderId),
      ];
      await Promise.all(messages.map(decide));
      expect((await readOrder(orderId)).status).toBe('canceled');
      for (const systemId of [one, other]) {
        const noted = await toldOf(orderId, systemId);
        expect(noted[0]).toBe('delivery_offered');
        // Nothing is left that it could take for open.
        expect(noted.at(-1)).not.toBe('delivery_offered');
      }
      expect(outcomeOf(await decide(accept(one, orderId)))).not.toBe('applied');
    };
    await Promise.all(Array.from({ length: 20 }, race));
  });

  it('lose a delivery that another way reports as ready again, and are notified of changes that others make', async () => {
    const { merchantId } = await createMerchant(world, []);
    const systemId = await createSystem(world, [merchantId]);
    const orderId = await newOrder(merchantId);
    expect(outcomeOf(await decide(onTheWay(systemId, orderId)))).toBe('delivery_not_accepted');
    for (const message of [accept(systemId, orderId), onTheWay(systemId, orderId)])
      expect(outcomeOf(await decide(message))).toBe('applied');
    await world.apply([reportStatus(world, orderId, 'at_pickup')]);
    await world.apply([reportStatus(world, orderId, 'ready')]);
    expect(await readOrder(orderId)).toMatchObject({ status: 'ready', courier_system_id: null });
    expect(await toldOf(orderId, systemId)).toEqual([
      'delivery_offered',
      'delivery_changed',
      'delivery_withdrawn reassigned',
      'delivery_offered',
    ]);
  });

  it('give a delivery back before pickup alone, and it is requested again', async () => {
    const { merchantId } = await createMerchant(world, []);
    const systemId = await createSystem(world, [merchantId]);
    const orderId = await newOrder(merchantId);
    const claim = accept(systemId, orderId);
    for (const message of [claim, onTheWay(systemId, orderId), release(systemId, orderId, claim.id)])
      expect(outcomeOf(await decide(message))).toBe('applied');
    const requested = (await readEvents(orderId)).filter(({ event }) => event === 'delivery_requested');
    expect(requested).toHaveLength(2);
    const again = accept(systemId, orderId);
    await decide(again);
    for (const status of ['on_route_to_pickup', 'on_route_to_delivery'] as const)
      await world.apply([reportStatus(world, orderId, status)]);
    expect(outcomeOf(await decide(release(systemId, orderId, again.id)))).toBe('invalid_state_transition');
    expect((await readOrder(orderId)).courier_system_id).toBe(systemId);
  });

  it('lose nothing by what they said before they accepted again, which comes late', async () => {
    const { merchantId } = await createMerchant(world, []);
    const systemId = await createSystem(world, [merchantId]);
    const orderId = await newOrder(merchantId);
    const [first, second] = [accept(systemId, orderId), accept(systemId, orderId)];
    expect(await decide(first)).toMatchObject({ outcome: 'applied', claim_id: first.id });
    expect(await decide(release(systemId, orderId, first.id))).not.toHaveProperty('claim_id');
    expect(await decide(second)).toMatchObject({ outcome: 'applied', claim_id: second.id });
    const late = { claim_id: first.id };
    const courier = { name: 'Rui', vehicle: 'bicycle' } as const;
    for (const message of [
      release(systemId, orderId, first.id),
      { ...onTheWay(systemId, orderId), ...late },
      { ...accept(systemId, orderId), ...late, type: 'courier.reported', payload: { courier } },
    ] satisfies CourierMessage[])
      expect(await decide(message)).toMatchObject({ code: 'delivery_not_accepted', claim_id: second.id });
    expect(await readOrder(orderId)).toMatchObject({ status: 'ready', courier_system_id: systemId });
    // The first accept, sent again after the release, is no new claim.
    expect(await decide(release(systemId, orderId, second.id))).toMatchObject({ outcome: 'applied' });
    expect(await decide(first)).toMatchObject({ code: 'delivery_not_accepted' });
    expect((await readOrder(orderId)).courier_system_id).toBeNull();
  });

  it('say nothing that takes effect while they are disabled: it is refused on record, and they keep what they have', async () => {
    const { merchantId } = await createMerchant(world, []);
    const systemId = await createSystem(world, [merchantId]);
    const orderId = await newOrder(merchantId);
    const claim = accept(systemId, orderId);
    expect(outcomeOf(await decide(claim))).toBe('applied');
    const set = (status: string) =>
      world.pool.query(
        `update owners set status = $2::text, disabled_by = case $2::text when 'disabled' then 'operator' end where id = $1`,
        [systemId, status],
      );
    await set('disabled');
    const said = onTheWay(systemId, orderId);
    for (const message of [said, release(systemId, orderId, claim.id)])
      expect(outcomeOf(await decide(message))).toBe('delivery_not_accepted');
    expect(await readOrder(orderId)).toMatchObject({ status: 'ready', courier_system_id: systemId });
    const { rows } = await world.pool.query('select outcome from all_commands where order_id = $1 and id = $2', [
      orderId,
      said.id,
    ]);
    expect(rows).toEqual([{ outcome: 'refused' }]);
    await set('active');
    expect(outcomeOf(await decide(onTheWay(systemId, orderId)))).toBe('applied');
  });

  it('[P7] neither see nor change what they do not serve, or what is not ready', async () => {
    const { merchantId } = await createMerchant(world, []);
    const sandbox = await createMerchant(world, [], 'sandbox');
    const [own, stranger] = [await createSystem(world, [merchantId]), await createSystem(world, [])];
    const ofSandbox = await createSystem(world, [merchantId], 'sandbox');
    const [orderId, unready] = [await newOrder(merchantId), await newOrder(merchantId, false)];
    for (const message of [
      accept(stranger, orderId),
      accept(ofSandbox, orderId),
      accept(own, unready),
      accept(own, newOrderId()),
      accept(own, await newOrder(sandbox.merchantId)),
    ])
      expect(outcomeOf(await decide(message))).toBe('order_not_found');
    const { rows } = await world.pool.query('select 1 from parked_commands');
    expect(rows).toEqual([]);
  });

  it('wait for a row that another session holds, also if it is released between the lock and the look at what waits', async () => {
    const { merchantId } = await createMerchant(world, []);
    const systemId = await createSystem(world, [merchantId]);
    const [orderId, other] = [await newOrder(merchantId), await newOrder(merchantId)];
    const claim = accept(systemId, orderId);
    const parked = await world.apply([claim], undefined, new Set([orderId]));
    expect(parked.verdicts.get(commandKeyOf(claim))?.outcome).toBe('parked');
    const letGo = await holdRows(world.databaseUrl, 'orders where id = $1', [other]);
    const message = accept(systemId, orderId);
    // Its lock waits for the other order, and has left this one out by then.
    const applied = world.apply([message, accept(systemId, other)]);
    await untilLockWaiters(world.pool, 1);
    await world.sweepParked();
    await letGo();
    expect((await applied).verdicts.get(commandKeyOf(message))?.outcome).toBe('parked');
    await world.sweepParked();
    expect((await readOrder(orderId)).courier_system_id).toBe(systemId);
    expect(outcomeOf(await decide(message))).toBe('unchanged');
  });

  it('cost a merchant that none serves no event, and those that one serves no webhook', async () => {
    const [unserved, served] = [await createMerchant(world, [null]), await createMerchant(world, [null])];
    const systemId = await createSystem(world, [served.merchantId]);
    const walk = async (merchantId: string): Promise<string> => {
      const orderId = await newOrder(merchantId);
      await decide(accept(systemId, orderId));
      await world.apply([reportStatus(world, orderId, 'on_route_to_pickup')]);
      return orderId;
    };
    const plain = await walk(unserved.merchantId);
    expect((await readEvents(plain)).map(({ event }) => event)).toEqual([
      'status_changed',
      'delivery_requested',
      'status_changed',
    ]);
    const offered = await walk(served.merchantId);
    const { rows } = await world.pool.query<{ event: string; sequence: number; previous_sequence: number }>(
      'select event, sequence, previous_sequence from all_webhook_deliveries where order_id = $1 order by sequence',
      [offered],
    );
    expect(rows).toEqual([
      { event: 'status_changed', sequence: 1, previous_sequence: 0 },
      { event: 'delivery_requested', sequence: 2, previous_sequence: 1 },
      { event: 'status_changed', sequence: 4, previous_sequence: 2 },
    ]);
  });

  it('[P19] name couriers of whom nothing is left a day after the end, or once the customer’s data is erased', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const systemId = await createSystem(world, [merchantId]);
    const isKnown = async (orderId: string): Promise<boolean> => {
      const { rows } = await world.pool.query<{ said: string }>(
        `select o::text as said from orders o where id = $1 union all select e::text from all_events e where order_id = $1
         union all select c::text from all_commands c where order_id = $1`,
        [orderId],
      );
      return rows.some(({ said }) => said.includes('CANARY') || said.includes('5511987650042'));
    };
    const nameCourier = async () => {
      const orderId = await newOrder(merchantId);
      const claim = accept(systemId, orderId);
      await decide(claim);
      const courier = { name: 'CANARY "\\é', vehicle: 'bicycle' as const, phone: '5511987650042' };
      const naming: CourierMessage = { ...accept(systemId, orderId), type: 'courier.reported', payload: { courier } };
      expect(outcomeOf(await decide(naming))).toBe('applied');
      expect(await isKnown(orderId)).toBe(true);
      return { orderId, claim };
    };
    const named = [await nameCourier(), await nameCourier(), await nameCourier()] as const;
    const [delivered, underWay, released] = [named[0].orderId, named[1].orderId, named[2].orderId];
    await decide(release(systemId, released, named[2].claim.id));
    for (const status of ['on_route_to_pickup', 'on_route_to_delivery', 'delivered'] as const)
      await world.apply([delivered, released].map((orderId) => reportStatus(world, orderId, status)));
    const isAnyKnown = () => Promise.all([delivered, released, underWay].map(isKnown));
    world.advance(23 * 3_600_000);
    await world.applyRetention(90, 30);
    expect(await isAnyKnown()).toEqual([true, true, true]);
    world.advance(2 * 3_600_000);
    await world.applyRetention(90, 30);
    expect(await isAnyKnown()).toEqual([false, false, true]);
    const noted = (await readEvents(released)).find(({ event }) => event === 'courier_assigned')?.body;
    expect(noted).toContain(
      '"external_data":{},"event":"courier_assigned","courier":{"name":null,"vehicle":"bicycle"}}',
    );
    await inTransaction(world.pool, (client) => eraseOrders(client, [underWay], new Date(world.now())));
    expect(await isKnown(underWay)).toBe(false);
  });
});
