import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { DeliveryReleased, OrderMessage } from '@delivery/contracts';
import { pollUntil } from '@delivery/test-support';
import { theSystem } from '../../src/activity/queries.js';
import { changeUnderLock } from '../../src/endpoints/change-endpoints.js';
import { lockSettings } from '../../src/endpoints/queries/write-endpoints.js';
import { type EngineWorld, startEngineWorld } from '../support/engine-world.js';
import { holdRows } from '../support/hold-rows.js';
import { createMerchant, requestReady } from '../support/ledger-world.js';
import { messageOf } from '../support/messages.js';
import { logger } from '../support/start-engine.js';

let engine: EngineWorld;
let world: EngineWorld['world'];
beforeEach(async () => {
  engine = await startEngineWorld();
  ({ world } = engine);
  engine.ends.onArrived = (release) => engine.report(release);
});
afterEach(() => engine.close());

const newCreates = (merchantId: string, count: number) =>
  Array.from({ length: count }, () => engine.newCreate(merchantId));
const ready = ({ merchant_id: merchantId, order_id: orderId }: OrderMessage) =>
  requestReady(world, merchantId!, orderId);
const idsOf = (creates: readonly OrderMessage[]) => creates.map(({ order_id: orderId }) => orderId);

const whileHeld = async (rows: string, values: unknown[], work: () => Promise<void>) => {
  const letGo = await holdRows(world.databaseUrl, rows, values);
  await work().finally(letGo);
};

/** Both webhooks of each of these orders have come, and are settled. */
const untilDelivered = (creates: readonly OrderMessage[]) =>
  pollUntil('all webhooks are delivered', async () => {
    const { rows } = await world.pool.query<{ n: number }>(
      `select count(*) as n from all_webhook_deliveries where order_id = any($1) and state = 'delivered'`,
      [idsOf(creates)],
    );
    return rows[0]!.n === 2 * creates.length ? true : undefined;
  });

const sequencesOf = ({ order_id: orderId }: OrderMessage) =>
  engine.arrived.filter((release) => release.order_id === orderId).map(({ sequence }) => sequence);

const countParked = async (table: 'parked_commands' | 'parked_attempts') =>
  (await world.pool.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]!.n;

const untilParked = (table: 'parked_commands' | 'parked_attempts', count: number) =>
  pollUntil(`${count} ${table}`, async () => ((await countParked(table)) === count ? true : undefined));

/** Nothing is left behind: neither parked nor dead, in a table or in a queue. */
const expectNothingLeft = async () => {
  expect([await countParked('parked_commands'), await countParked('parked_attempts')]).toEqual([0, 0]);
  expect((await world.pool.query('select * from dead_letters')).rows).toEqual([]);
};

describe('a row that another session holds', () => {
  it('[P6] in the windows holds up the reports of its own attempts alone, also of those that came with others', async () => {
    const poor = await createMerchant(world, [null]);
    const other = await createMerchant(world, [null]);
    const [poorOrders, otherOrders] = [newCreates(poor.merchantId, 10), newCreates(other.merchantId, 10)];
    const inFlight: DeliveryReleased[] = [];
    engine.ends.onArrived = (release) => Promise.resolve(void inFlight.push(release));
    await engine.send(...poorOrders, ...otherOrders);
    await engine.send(...[...poorOrders, ...otherOrders].map(ready));
    await pollUntil('all are in flight', () => Promise.resolve(inFlight.length === 20 || undefined));
    engine.ends.onArrived = (release) => engine.report(release);
    await whileHeld('endpoint_windows where endpoint_id = $1', [poor.endpointIds[0]], async () => {
      await engine.report(...inFlight);
      await untilDelivered(otherOrders);
      expect(poorOrders.flatMap(sequencesOf)).toEqual(poorOrders.map(() => 1));
    });
    await untilDelivered(poorOrders);
    await expectNothingLeft();
  });

  it('[P6] in the orders parks that order’s messages alone, however many come, and they are applied in their order', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const [held, ...others] = newCreates(merchantId, 20) as [OrderMessage, ...OrderMessage[]];
    await world.apply([held]);
    const changes = Array.from({ length: 80 }, (_, n) =>
      messageOf(held.order_id, {
        type: 'order.change_requested',
        merchant_id: merchantId,
        payload: { changes: { customer: { phone: `119876543${10 + n}` } } },
      }),
    );
    await whileHeld('orders where id = $1', [held.order_id], async () => {
      await engine.send(ready(held));
      await untilParked('parked_commands', 1);
      for (const change of changes) await engine.send(change);
      await engine.send({ ...held, id: 'again' }, ...others);
      await engine.send(...others.map(ready));
      await untilDelivered(others);
      await untilParked('parked_commands', changes.length + 2);
      expect(await engine.statusOf(held.order_id)).toBe('created');
    });
    await untilParked('parked_commands', 0);
    const { rows } = await world.pool.query<{ id: string; outcome: string }>(
      `select id, outcome from all_commands where order_id = $1 and type = 'order.change_requested' order by after_sequence`,
      [held.order_id],
    );
    expect(rows).toEqual(changes.map(({ id }) => ({ id, outcome: 'applied' })));
    expect(await engine.statusOf(held.order_id)).toBe('ready');
    await expectNothingLeft();
  });

  it('[P6] in the orders parks the report of its attempt, which is settled once the order is free', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const [held, ...others] = newCreates(merchantId, 5) as [OrderMessage, ...OrderMessage[]];
    const inFlight: DeliveryReleased[] = [];
    engine.ends.onArrived = (release) =>
      release.order_id === held.order_id ? Promise.resolve(void inFlight.push(release)) : engine.report(release);
    await engine.send(held, ready(held));
    await pollUntil('it is in flight', () => Promise.resolve(inFlight.length === 1 || undefined));
    await whileHeld('orders where id = $1', [held.order_id], async () => {
      await engine.report(...inFlight);
      await untilParked('parked_attempts', 1);
      await engine.send(...others);
      await engine.send(...others.map(ready));
      await untilDelivered(others);
    });
    engine.ends.onArrived = (release) => engine.report(release);
    await untilDelivered([held]);
    expect(sequencesOf(held)).toEqual([1, 2]);
    await untilParked('parked_attempts', 0);
    await expectNothingLeft();
  });

  it('[P6] in the counts of every connection holds up nothing', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const creates = newCreates(merchantId, 5);
    await engine.send(...creates);
    await engine.untilStatus(idsOf(creates), 'created');
    await world.pool.query(
      `insert into ledger_counts (slot, name, n)
       select distinct pid % 256, name, 0 from pg_stat_activity, unnest($1::text[]) name where datname = current_database()
       on conflict (slot, name) do nothing`,
      [['matched', 'delivered']],
    );
    await whileHeld('ledger_counts', [], async () => {
      await engine.send(...creates.map(ready));
      await untilDelivered(creates);
    });
    await expectNothingLeft();
  });

  it('[P6] in the endpoints that many change at once is waited for, and nothing of it is left', async () => {
    const { merchantId, endpointIds } = await createMerchant(world, [null]);
    const other = await createMerchant(world, [null]);
    const [creates, otherCreates] = [newCreates(merchantId, 20), newCreates(other.merchantId, 20)];
    // Without time limits: on a machine with other work the last in line waits for seconds.
    const callers = new pg.Pool({ connectionString: world.databaseUrl, max: 10 });
    const change = () =>
      changeUnderLock(
        { pool: callers, now: Date.now, logger },
        { ownerId: merchantId, endpointId: endpointIds[0]!, actor: theSystem },
        (client) => lockSettings(client, merchantId, endpointIds[0]!),
      );
    try {
      const tenInTurn = async () => {
        for (let made = 0; made < 10; made += 1) await change();
      };
      const changes = Promise.all(Array.from({ length: 10 }, tenInTurn));
      for (const [index, create] of creates.entries()) {
        const both = [create, otherCreates[index]!];
        await engine.send(...both);
        await engine.send(...both.map(ready));
      }
      await changes;
      await untilDelivered([...creates, ...otherCreates]);
      await untilParked('parked_attempts', 0);
      await expectNothingLeft();
    } finally {
      await callers.end();
    }
  });
});
