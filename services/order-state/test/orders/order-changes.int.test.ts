import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OrderChanges, type OrderMessage } from '@delivery/contracts';
import { commandKeyOf } from '../../src/orders/rules/decide-batch.js';
import { eraseOrders } from '../../src/retention/queries/erase-rows.js';
import { createLedgerWorld, createMerchant, type LedgerWorld, reportStatus, submit } from '../support/ledger-world.js';
import { messageOf, newOrderId } from '../support/messages.js';

let world: LedgerWorld;
let merchantId: string;
let askingId: string | undefined;
beforeAll(async () => {
  world = await createLedgerWorld({ isPatient: true });
  const merchant = await createMerchant(world, [null, ['order_changed']]);
  merchantId = merchant.merchantId;
  askingId = merchant.endpointIds[1];
});
afterAll(() => world.close());

const changeOf = (orderId: string, changes: OrderChanges, versions?: number[]): OrderMessage => {
  const payload = { changes, ...(versions && { versions }) };
  return messageOf(orderId, { type: 'order.change_requested', merchant_id: merchantId, payload }, world.now());
};
const pizzas = (quantity: number): OrderChanges => ({ items: [{ description: 'Pizza', quantity }] });

const create = async () => {
  const created = submit(world, merchantId, newOrderId());
  await world.apply([created]);
  return { orderId: created.order_id, created };
};
const decide = async (message: OrderMessage) => (await world.apply([message])).verdicts.get(commandKeyOf(message));

type Stored = {
  content: { items?: unknown[]; customer: object } | null;
  content_version: number;
  last_sequence: number;
  status: string;
};
const read = async (orderId: string) => {
  const { rows } = await world.pool.query<Stored>(
    'select content, content_version, last_sequence, status from orders where id = $1',
    [orderId],
  );
  return rows[0]!;
};
const readCommands = async (orderId: string, type: string) => {
  const { rows } = await world.pool.query<{ id: string; outcome: string; code: string; after_sequence: number }>(
    'select id, outcome, code, after_sequence from all_commands where order_id = $1 and type = $2 order by after_sequence',
    [orderId, type],
  );
  return rows;
};

describe('a change of an order', () => {
  it('changes the content, and tells its endpoints that ask for it which fields, and no values', async () => {
    const { orderId } = await create();
    expect(await decide(changeOf(orderId, { ...pizzas(2), customer: { phone: '99999999' } }))).toMatchObject({
      outcome: 'applied',
      detail: 'Changed: /items, /customer/phone',
    });
    expect(await read(orderId)).toMatchObject({
      content_version: 2,
      content: { items: [{ description: 'Pizza', quantity: 2 }], customer: { name: 'n', phone: '99999999' } },
    });
    const { rows } = await world.pool.query<{ endpoint_id: string; body: string }>(
      `select d.endpoint_id, e.body from all_webhook_deliveries d
         join all_events e on e.order_id = d.order_id and e.sequence = d.sequence where d.order_id = $1`,
      [orderId],
    );
    expect(rows.map(({ endpoint_id }) => endpoint_id)).toEqual([askingId]);
    expect(JSON.parse(rows[0]?.body ?? '')).toMatchObject({
      event: 'order_changed',
      changed: ['/items', '/customer/phone'],
    });
    expect(rows[0]?.body).not.toMatch(/Pizza|9999/);
  });

  it('[P11] is made once, however often it comes, and a repeat that finds it made is unchanged', async () => {
    const { orderId } = await create();
    const change = changeOf(orderId, pizzas(2), [1]);
    const first = await decide(change);
    expect(await decide(change)).toEqual({ ...first, order: first?.order });
    expect(await decide({ ...change, id: randomUUID() })).toMatchObject({ outcome: 'unchanged' });
    expect(await read(orderId)).toMatchObject({ content_version: 2, last_sequence: 1 });
  });

  it('is refused where another was made since the version that it names', async () => {
    const { orderId } = await create();
    await decide(changeOf(orderId, pizzas(2)));
    expect(await decide(changeOf(orderId, pizzas(3), [1]))).toMatchObject({
      outcome: 'refused',
      code: 'content_changed',
    });
    // Its status is no part of it.
    await decide(reportStatus(world, orderId, 'ready'));
    expect(await decide(changeOf(orderId, pizzas(3), [2]))).toMatchObject({ outcome: 'applied' });
  });

  it('[P3] leaves the order with the content of its create, and no other', async () => {
    const { orderId, created } = await create();
    await decide(changeOf(orderId, pizzas(2)));
    expect(await decide({ ...created, id: randomUUID() })).toMatchObject({ outcome: 'unchanged' });
    if (created.type !== 'order.submitted') throw new Error('not a create');
    const asItIs = { ...created.payload, order: { ...created.payload.order, ...pizzas(2) } };
    const refused = await decide({ ...created, id: randomUUID(), payload: asItIs } as OrderMessage);
    expect(refused).toMatchObject({
      code: 'external_id_conflict',
      detail: expect.stringContaining('changed to this content later'),
    });
  });

  it('waits for an order that it has overtaken, and is made with it', async () => {
    const created = submit(world, merchantId, newOrderId());
    expect(await decide(changeOf(created.order_id, pizzas(2)))).toMatchObject({ outcome: 'parked' });
    await world.apply([created]);
    expect(await read(created.order_id)).toMatchObject({ content_version: 2, content: { items: [{ quantity: 2 }] } });
    const third = submit(world, merchantId, newOrderId());
    await world.apply([third, changeOf(third.order_id, pizzas(3)), changeOf(third.order_id, pizzas(4))]);
    expect(await read(third.order_id)).toMatchObject({ content_version: 3, content: { items: [{ quantity: 4 }] } });
  });

  it('is refused where the customer’s data is erased', async () => {
    const { orderId } = await create();
    await eraseOrders(world.pool, [orderId], new Date(world.now()));
    expect(await decide(changeOf(orderId, pizzas(2)))).toMatchObject({ code: 'customer_data_erased' });
    expect(await read(orderId)).toMatchObject({ content: null, content_version: 1 });
  });

  it('[P11] beside a pickup, two hundred times from many sides, happens in one order on which all agree', async () => {
    const { orderId } = await create();
    for (const status of ['ready', 'on_route_to_pickup'] as const) await decide(reportStatus(world, orderId, status));
    const changes = Array.from({ length: 200 }, (_, index) => changeOf(orderId, pizzas(index + 2)));
    const pickup = reportStatus(world, orderId, 'on_route_to_delivery');
    const messages = [...changes.slice(0, 100), pickup, ...changes.slice(100)];
    const batches = Array.from({ length: 21 }, (_, index) => messages.slice(index * 10, index * 10 + 10));
    const batched = await Promise.all(batches.map((batch) => world.apply(batch)));
    const verdicts = new Map(batched.flatMap((batch) => [...batch.verdicts]));

    const [picked] = (await readCommands(orderId, 'status.reported')).slice(-1);
    const made = await readCommands(orderId, 'order.change_requested');
    const applied = made.filter(({ outcome }) => outcome === 'applied');
    const refused = made.filter(({ code }) => code === 'too_late_to_change');
    expect([applied.length + refused.length, picked?.id]).toEqual([200, pickup.id]);
    expect(Math.min(applied.length, refused.length)).toBeGreaterThan(0);
    const pickedAt = picked?.after_sequence ?? 0;
    expect(applied.filter(({ after_sequence }) => after_sequence >= pickedAt)).toEqual([]);
    expect(refused.filter(({ after_sequence }) => after_sequence < pickedAt)).toEqual([]);
    for (const { id, outcome } of made)
      expect(verdicts.get(commandKeyOf({ order_id: orderId, id }))).toMatchObject({ outcome });

    const stored = await read(orderId);
    const last = changes.find(({ id }) => id === applied.at(-1)?.id);
    expect(last?.payload).toMatchObject({ changes: { items: stored.content?.items } });
    expect(stored).toMatchObject({ content_version: 1 + applied.length, status: 'on_route_to_delivery' });
    const { rows } = await world.pool.query<{ sequence: number; event: string }>(
      'select sequence, event from all_events where order_id = $1 order by sequence',
      [orderId],
    );
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.filter(({ event }) => event === 'order_changed')).toHaveLength(applied.length);
  });
});
