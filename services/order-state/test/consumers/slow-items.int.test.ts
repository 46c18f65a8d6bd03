import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeliveryReleased, OrderMessage } from '@delivery/contracts';
import { pollUntil } from '@delivery/test-support';
import { type EngineWorld, startEngineWorld } from '../support/engine-world.js';
import { createMerchant, requestReady } from '../support/ledger-world.js';
import { messageOf } from '../support/messages.js';
import { logger } from '../support/start-engine.js';

let engine: EngineWorld;
let world: EngineWorld['world'];
let onError: (message: string) => void;
const log: typeof logger = Object.assign(Object.create(logger), {
  error: (_fields: object, message: string) => onError(message),
});

beforeEach(async () => {
  onError = () => undefined;
  engine = await startEngineWorld(log);
  ({ world } = engine);
  // A statement that writes a row of a slow order is canceled, as by statement_timeout. The sequence counts also what is rolled back.
  await world.pool.query(`
    create table slow (key text primary key);
    create sequence canceled;
    create function cancel_slow() returns trigger language plpgsql as $$
    begin
      if exists (select from slow where key = to_jsonb(new)->>tg_argv[0] or key = '*') then
        perform nextval('canceled');
        raise exception 'canceled' using errcode = '57014';
      end if;
      return new;
    end $$;
    create trigger slow before insert or update on orders for each row execute function cancel_slow('id');
    create trigger slow before update on webhook_deliveries for each row execute function cancel_slow('order_id');
    create trigger slow_endpoint before update on webhook_deliveries for each row execute function cancel_slow('endpoint_id');`);
});
afterEach(() => engine.close());

const newMerchant = async () => (await createMerchant(world, [null])).merchantId;
const newCreates = (merchantId: string, count: number) =>
  Array.from({ length: count }, () => engine.newCreate(merchantId));

const makeSlow = (...keys: string[]) =>
  world.pool.query('insert into slow select unnest($1::text[]) on conflict do nothing', [keys]);
const makeFast = () => world.pool.query('delete from slow');
const countCanceled = async () =>
  (await world.pool.query<{ n: number }>('select last_value as n from canceled')).rows[0]!.n;

type Parked = { order_id: string; type: string; reason: string | null };
const readParked = async () =>
  (
    await world.pool.query<Parked>(
      `select order_id, message->>'type' as type, slow_reason as reason from parked_commands order by position`,
    )
  ).rows;
const untilStatus = (status: string, ...creates: OrderMessage[]) =>
  engine.untilStatus(
    creates.map(({ order_id: orderId }) => orderId),
    status,
  );
const untilParked = (count: number) =>
  pollUntil(`${count} parked commands`, async () => ((await readParked()).length === count ? true : undefined));

/** As if the time had come. */
const tryAgain = async () => {
  for (const table of ['parked_commands', 'parked_attempts'])
    await world.pool.query(`update ${table} set next_try_at = now() where next_try_at is not null`);
  engine.running.engine.sweeper.runSoon('parked');
};
const countCommands = async (orderId: string, outcome: string) =>
  (await world.pool.query('select 1 from all_commands where order_id = $1 and outcome = $2', [orderId, outcome]))
    .rowCount;
const expectNoneDead = async () => expect((await world.pool.query('select reason from dead_letters')).rows).toEqual([]);

const canceled = 'its statements fail or take too long: SQLSTATE 57014';

describe('A message whose statements take too long', () => {
  it('[P6] is set aside alone among 250, and applied when it is fast again', async () => {
    const [one, other] = [await newMerchant(), await newMerchant()];
    const creates = [...newCreates(one, 125), ...newCreates(other, 125)];
    const slow = creates[60]!;
    await makeSlow(slow.order_id);
    // It comes twice, and is set aside once.
    await engine.send(...creates, slow);
    await untilStatus('created', ...creates.filter((create) => create !== slow));
    await untilParked(1);
    expect(await readParked()).toEqual([{ order_id: slow.order_id, type: 'order.submitted', reason: canceled }]);
    await tryAgain();
    await pollUntil('it waits twice as long', async () => {
      const { rows } = await world.pool.query('select 1 from parked_commands where tries = 1 and next_try_at > now()');
      return rows.length === 1 ? true : undefined;
    });
    await makeFast();
    await tryAgain();
    await untilStatus('created', slow);
    await untilParked(0);
    await expectNoneDead();
  });

  it('[P2] and its later messages wait behind it, in the order in which they came, and are applied in that order', async () => {
    const [one, other] = [await newMerchant(), await newMerchant()];
    const create = engine.newCreate(one);
    await engine.send(create);
    await untilStatus('created', create);
    await makeSlow(create.order_id);
    await engine.send(requestReady(world, one, create.order_id), ...newCreates(other, 3));
    await untilParked(1);
    await makeFast();
    // It is not slow any more, and waits all the same.
    await world.pool.query(`update parked_commands set next_try_at = now() + interval '1 hour'`);
    const of = { merchant_id: one };
    await engine.send(
      messageOf(create.order_id, {
        ...of,
        type: 'order.change_requested',
        payload: { changes: { customer: { phone: '11987654321' } } },
      }),
    );
    await untilParked(2);
    await engine.send(messageOf(create.order_id, { ...of, type: 'order.cancel_requested', payload: {} }));
    await untilParked(3);
    await tryAgain();
    await untilStatus('canceled', create);
    await untilParked(0);
    expect(await countCommands(create.order_id, 'refused')).toBe(0);
    await expectNoneDead();
  });

  it('[P2] is a create: it does not expire, and the commands for its order wait behind it', async () => {
    const [one, other] = [await newMerchant(), await newMerchant()];
    const create = engine.newCreate(one);
    await makeSlow(create.order_id);
    await engine.send(create, requestReady(world, one, create.order_id), ...newCreates(other, 3));
    await untilParked(2);
    await world.pool.query(`update parked_commands set parked_at = parked_at - interval '20 minutes'`);
    expect(await world.sweeps['expired parked'].run()).toBe(0);
    await makeFast();
    await tryAgain();
    await untilStatus('ready', create);
    await untilParked(0);
  });

  it('[P6] is set aside once a message of another merchant comes and is applied, also where it came alone', async () => {
    const [one, other] = [await newMerchant(), await newMerchant()];
    const slow = engine.newCreate(one);
    await makeSlow(slow.order_id);
    await engine.send(slow);
    await pollUntil('it was tried several times', async () => ((await countCanceled()) > 3 ? true : undefined));
    expect(await readParked()).toEqual([]);
    const others = [...newCreates(one, 3), ...newCreates(other, 3)];
    await engine.send(...others);
    await untilStatus('created', ...others);
    await untilParked(1);
    await expectNoneDead();
  });
});

describe('While Postgres is slow for all', () => {
  it('[P9] nothing is set aside, and everything is applied afterwards', async () => {
    const [one, other] = [await newMerchant(), await newMerchant()];
    const creates = [...newCreates(one, 10), ...newCreates(other, 10)];
    await makeSlow('*');
    await engine.send(...creates);
    await pollUntil('each was tried alone, twice', async () => ((await countCanceled()) > 120 ? true : undefined));
    expect(await readParked()).toEqual([]);
    await makeFast();
    await untilStatus('created', ...creates);
    expect(await readParked()).toEqual([]);
    await expectNoneDead();
  });
});

describe('A process that dies between setting a message aside and its ack', () => {
  it('[P2] loses nothing and applies nothing twice', async () => {
    const [one, other] = [await newMerchant(), await newMerchant()];
    const create = engine.newCreate(one);
    await makeSlow(create.order_id);
    // The row is committed by then, and its message is not acked.
    const died = new Promise<void>((resolve) => {
      onError = (message) => {
        if (message !== 'item.set_aside') return;
        onError = () => undefined;
        resolve();
        throw new Error('it dies');
      };
    });
    await engine.send(create, ...newCreates(other, 3));
    await died;
    await untilParked(1);
    await makeFast();
    await tryAgain();
    await untilStatus('created', create);
    await untilParked(0);
    expect(await countCommands(create.order_id, 'applied')).toBe(1);
    await expectNoneDead();
  });
});

/** The first webhook of each of these orders is in flight. */
const releaseFirst = async (creates: readonly OrderMessage[]): Promise<DeliveryReleased[]> => {
  await engine.send(...creates);
  await untilStatus('created', ...creates);
  await engine.send(
    ...creates.map(({ order_id: orderId, merchant_id: merchantId }) => requestReady(world, merchantId!, orderId)),
  );
  await pollUntil('all are in flight', () => Promise.resolve(engine.arrived.length === creates.length || undefined));
  return [...engine.arrived];
};
const untilSettled = (count: number) =>
  pollUntil(`${count} are settled`, async () => {
    const { rows } = await world.pool.query(
      `select 1 from all_webhook_deliveries where sequence = 1 and state = 'delivered'`,
    );
    return rows.length === count ? true : undefined;
  });

describe('A report of an attempt whose statements take too long', () => {
  it('[P6] is set aside alone, and settled when it is fast again', async () => {
    const [one, other] = [await newMerchant(), await newMerchant()];
    const creates = [...newCreates(one, 3), ...newCreates(other, 3)];
    const first = await releaseFirst(creates);
    const slow = creates[1]!.order_id;
    await makeSlow(slow);
    await engine.report(...first);
    await untilSettled(creates.length - 1);
    const { rows } = await world.pool.query(
      `select attempt->>'order_id' as order_id, slow_reason from parked_attempts`,
    );
    expect(rows).toEqual([{ order_id: slow, slow_reason: canceled }]);
    await makeFast();
    await tryAgain();
    await untilSettled(creates.length);
    await expectNoneDead();
  });

  it('[P6] keeps the others of its endpoint waiting untried: a slow endpoint costs one search', async () => {
    const { merchantId: one, endpointIds } = await createMerchant(world, [null]);
    const [slow, others] = [newCreates(one, 12), newCreates(await newMerchant(), 12)];
    const first = await releaseFirst([...slow, ...others]);
    const before = await countCanceled();
    await makeSlow(endpointIds[0]!);
    // Without sweeps, which try what is parked.
    await engine.running.engine.sweeper.close();
    await engine.report(...first);
    await untilSettled(others.length);
    await pollUntil('the others are parked', async () => {
      const { rows } = await world.pool.query('select slow_reason from parked_attempts order by slow_reason');
      return rows.length === slow.length ? rows : undefined;
    }).then((rows) =>
      expect(rows.map(({ slow_reason: reason }) => reason)).toEqual([canceled, ...Array(11).fill(null)]),
    );
    // All, halves, and at last one.
    expect((await countCanceled()) - before).toBeLessThanOrEqual(8);
    await makeFast();
    await world.sweepParked();
    await untilSettled(first.length - 1);
    await expectNoneDead();
  });
});
