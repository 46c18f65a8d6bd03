import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeliveryAttempted, DeliveryReleased, FaultKind, ReportedFault } from '@delivery/contracts';
import { saveInjectedFault } from '../../src/endpoints/queries/endpoint-tests.js';
import { readEndpoint } from '../../src/endpoints/queries/read-endpoints.js';
import { createReleasePublisher } from '../../src/ledger/relay.js';
import { holdRows } from '../support/hold-rows.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  delivered,
  type LedgerWorld,
  reportStatus,
  submit,
} from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';
import { runSlowly } from '../support/run-slowly.js';

let world: LedgerWorld;
beforeEach(async () => {
  world = await createLedgerWorld();
});
afterEach(() => world.close());

const arrange = async () => {
  const { merchantId, endpointIds } = await createMerchant(world, [null], 'sandbox');
  const target = { ownerId: merchantId, endpointId: endpointIds[0]! };
  return {
    target,
    ask: (kind: FaultKind) =>
      saveInjectedFault(world.pool, target, { id: randomUUID(), kind, at: new Date(world.now()).toISOString() }),
    view: async () => {
      const row = await readEndpoint(world.pool, merchantId, target.endpointId);
      return { pending: row?.fault?.kind, last: row?.last_fault };
    },
    /** Its first event goes out with the commit; where two are matched, the second waits behind it. */
    createOrder: async (eventCount: 1 | 2 = 1) => {
      const orderId = newOrderId();
      const status = eventCount === 2 ? 'ready' : 'canceled';
      await world.apply([submit(world, merchantId, orderId), reportStatus(world, orderId, status)]);
      return orderId;
    },
  };
};

/** Publishes the releases since the last call, as the service does. */
const publish = async (pool = world.pool): Promise<DeliveryReleased[]> => {
  const published: DeliveryReleased[] = [];
  const publisher = createReleasePublisher({
    pool,
    publishDelivery: (message) => Promise.resolve(void published.push(message)),
    now: world.now,
    logger: world.logger,
    onFailed: (error) => {
      throw error;
    },
  });
  publisher.publish(world.released.splice(0));
  await publisher.idle();
  return published;
};

const resultOf = ({ fault, webhook_id }: DeliveryReleased, change: Partial<ReportedFault> = {}) => ({
  id: fault!.id,
  kind: fault!.kind,
  webhook_id,
  at: new Date(world.now()).toISOString(),
  status_code: 401,
  error_code: 'http_status',
  handled: true,
  ...change,
});
const succeed = (message: DeliveryReleased): DeliveryAttempted => attemptOf(world, message, delivered);
const succeedWithFault = (message: DeliveryReleased, change: Partial<ReportedFault> = {}) => ({
  ...succeed(message),
  fault: resultOf(message, change),
});

describe('A fault on demand', () => {
  it('[P28] goes with one delivery of its endpoint, once, and its report shows its result', async () => {
    const { ask, view, createOrder } = await arrange();
    const other = await arrange();
    await ask('wrong_signature');
    for (const create of [createOrder, createOrder, other.createOrder]) await create();
    const published = await publish();
    expect(published).toHaveLength(3);
    const faulty = published.filter(({ fault }) => fault);
    expect(faulty.map(({ fault }) => fault?.kind)).toEqual(['wrong_signature']);
    expect(await view()).toEqual({ pending: 'wrong_signature', last: null });

    await world.settle([succeedWithFault(faulty[0]!)]);
    const shown = { ...resultOf(faulty[0]!), id: undefined };
    expect(await view()).toEqual({ pending: undefined, last: shown });
    await createOrder();
    expect((await publish()).map(({ fault }) => fault)).toEqual([undefined]);
  });

  it('[P28] comes again with the same delivery, and with no other, while no report mentions it', async () => {
    const { ask, createOrder, view } = await arrange();
    await ask('stale_timestamp');
    await createOrder();
    const [first] = await publish();
    // The dispatcher died, or its report was lost: the lease expires, and meanwhile others go out.
    await createOrder();
    expect((await publish())[0]).not.toHaveProperty('fault');
    world.advance(13 * 60_000);
    await world.sweepLeases();
    await world.releaseDue();
    const again = (await publish()).find(({ delivery_id }) => delivery_id === first!.delivery_id);
    expect(again).toMatchObject({ generation: 2, fault: first!.fault! });
    // Both reports come: the first is stale as an attempt, and its result of the fault counts.
    await world.settle([succeedWithFault(first!)]);
    expect(await view()).toMatchObject({ pending: undefined, last: { handled: true } });
    await world.settle([succeedWithFault(again!, { handled: false, at: new Date(world.now() + 1).toISOString() })]);
    expect(await view()).toMatchObject({ pending: undefined, last: { handled: false } });
  });

  it('[P28] is carried by a delivery that the next process publishes, where one died between commit and publish', async () => {
    const { ask, createOrder } = await arrange();
    await ask('duplicate');
    await world.dyingAfterCommit(() => createOrder());
    expect(await publish()).toEqual([]);
    world.advance(60_000);
    await world.sweepUnpublished();
    expect(await publish()).toMatchObject([{ generation: 1, fault: { kind: 'duplicate' } }]);
  });

  it('goes on to the next delivery where its own ended without it', async () => {
    const { ask, createOrder, view } = await arrange();
    await ask('duplicate');
    await createOrder();
    const [first] = await publish();
    await world.settle([succeed(first!)]);
    expect((await view()).pending).toBe('duplicate');
    await createOrder();
    expect(await publish()).toMatchObject([{ fault: first!.fault! }]);
  });

  it('that is asked for while another is on its way outlives the report of that one', async () => {
    const { ask, createOrder, view } = await arrange();
    await ask('wrong_signature');
    await createOrder();
    const [first] = await publish();
    await ask('duplicate');
    await world.settle([succeedWithFault(first!)]);
    expect(await view()).toMatchObject({ pending: 'duplicate', last: { kind: 'wrong_signature' } });
  });

  it('shows the newest result, with reports in any order', async () => {
    const { ask, createOrder, view } = await arrange();
    await ask('wrong_signature');
    await createOrder();
    const [first] = await publish();
    await ask('duplicate');
    await createOrder();
    world.advance(1_000);
    const [second] = await publish();
    const late = { ...succeedWithFault(first!, { at: new Date(world.now() - 1_000).toISOString() }) };
    await world.settle([succeedWithFault(second!)]);
    await world.settle([late]);
    expect(await view()).toMatchObject({ pending: undefined, last: { kind: 'duplicate' } });
  });

  it('[P28] leaves webhooks alone while another transaction holds the endpoint, and comes with a later one', async () => {
    const { ask, createOrder, target } = await arrange();
    await ask('wrong_signature');
    await createOrder();
    const letGo = await holdRows(world.databaseUrl, 'endpoints where id = $1', [target.endpointId]);
    const held = await publish().finally(letGo);
    expect(held.map(({ fault }) => fault)).toEqual([undefined]);
    await createOrder();
    expect(await publish()).toMatchObject([{ fault: { kind: 'wrong_signature' } }]);
  });

  it('[P28] goes with one of two deliveries, the later of which is released while the first is matched with faults', async () => {
    const { ask, createOrder } = await arrange();
    await ask('duplicate');
    await createOrder();
    const later: DeliveryReleased[] = [];
    const first = await runSlowly(world, 'endpoints', publish, async () => {
      await createOrder();
      later.push(...(await publish()));
    });
    expect([...first, ...later].map(({ fault }) => fault?.kind)).toEqual([undefined, 'duplicate']);
  });

  it('goes with one of ten thousand releases at once, by one statement', async () => {
    const { ask, createOrder } = await arrange();
    await ask('wrong_signature');
    await createOrder();
    const [release] = world.released.splice(0);
    world.released.push(...Array.from({ length: 9_999 }, () => ({ ...release!, id: randomUUID() })), release!);
    const faulty = (await publish()).filter(({ fault }) => fault);
    expect(faulty).toHaveLength(1);
  });
});

describe('A gap', () => {
  it('waits for an event with another one behind it, and carries that one while the ledger stays as it is', async () => {
    const { ask, createOrder, view } = await arrange();
    await ask('gap');
    await createOrder();
    const [alone] = await publish();
    expect(alone).not.toHaveProperty('fault');
    expect((await view()).pending).toBe('gap');

    await createOrder(2);
    const [held] = await publish();
    expect(held).toMatchObject({ sequence: 1, fault: { kind: 'gap' } });
    await world.settle([succeedWithFault(held!)]);
    const [successor] = await publish();
    const { webhook_id, event, sequence, previous_sequence, attempt, body } = successor!;
    expect({ sequence, previous_sequence, attempt }).toEqual({ sequence: 2, previous_sequence: 1, attempt: 1 });
    expect(held!.fault).toMatchObject({
      ahead: { webhook_id, event, sequence, previous_sequence, attempt, body },
    });
    expect(successor).not.toHaveProperty('fault');
  });
});
