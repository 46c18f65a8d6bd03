import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { PulledMessage, TakeResult } from '@delivery/contracts';
import { inTransaction } from '@delivery/postgres';
import { theSystem } from '../../src/activity/queries.js';
import { disableEndpoints, enableEndpoint } from '../../src/endpoints/queries/write-endpoints.js';
import { auditLedger } from '../../src/ledger/queries/counts.js';
import { createRelay } from '../../src/ledger/relay.js';
import { windowBatchMax } from '../../src/ledger/release-due.js';
import { takenMax } from '../../src/ledger/rules/window.js';
import { expireMax } from '../../src/ledger/take-messages.js';
import { holdRows } from '../support/hold-rows.js';
import {
  addInFlight,
  attemptOf,
  createLedgerWorld,
  createMerchant,
  createPullMerchant,
  failed,
  type LedgerWorld,
  readBalance,
  readyOrders,
  replayDelivery,
  reportStatus,
  reportTrackingUrl,
  retrySchedule,
  submit,
} from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const visibilityMs = 30_000;

let world: LedgerWorld;
let merchantId: string;
let endpointId: string;
beforeEach(async () => {
  world = await createLedgerWorld();
  ({ merchantId, endpointId } = await createPullMerchant(world, secret));
});
afterEach(() => world.close());

const pollOf = (limit = 100) => ({
  owner_id: merchantId,
  endpoint_id: endpointId,
  limit,
  visibility_ms: visibilityMs,
});
const messagesOf = (result: TakeResult | undefined): PulledMessage[] => {
  if (result?.outcome !== 'taken') throw new Error(`expected messages, got ${JSON.stringify(result)}`);
  return result.messages;
};
const take = async (limit?: number): Promise<PulledMessage[]> =>
  messagesOf((await world.takeMessages([pollOf(limit)]))[0]);
const ack = (messages: readonly { id: string }[]) =>
  world.ackMessages({ ownerId: merchantId, endpointId, ids: messages.map(({ id }) => id) });
const sequenceOf = ({ headers }: PulledMessage): number => Number(headers['webhook-sequence']);

const readDelivery = async (id: string) => {
  const { rows } = await world.pool.query<{ state: string; attempt_count: number; last_error_code: string | null }>(
    'select state, attempt_count, last_error_code from all_webhook_deliveries where id = $1',
    [id],
  );
  return rows[0]!;
};
const readWindow = async () => {
  const { rows } = await world.pool.query<{ size: number; in_flight: number; wake_at: Date | null }>(
    'select size, in_flight, wake_at from endpoint_windows where endpoint_id = $1',
    [endpointId],
  );
  return rows[0]!;
};

/** An order that is ready: two events. */
const readyOrder = async (): Promise<string> => {
  const orderId = newOrderId();
  await world.apply([submit(world, merchantId, orderId), reportStatus(world, orderId, 'ready')]);
  return orderId;
};

describe('a pull endpoint', () => {
  it('[P20] hands out each message as it would have been posted: headers, body and a signature that verifies', async () => {
    const orderId = await readyOrder();
    const [message, ...others] = await take();
    expect(others).toEqual([]);
    const { headers, body, attempt, visible_until } = message!;
    expect(attempt).toBe(1);
    expect(Date.parse(visible_until)).toBe(world.now() + visibilityMs);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-attempt': '1',
      'webhook-sequence': '1',
      'webhook-previous-sequence': '0',
      'webhook-timestamp': String(Math.floor(world.now() / 1000)),
    });
    expect(JSON.parse(body)).toMatchObject({ id: orderId, event: 'status_changed', status: 'ready' });
    // The independent library reads the clock, and so the timestamp is left to the assertion above.
    const signed = new Webhook(secret).sign(headers['webhook-id']!, new Date(world.now()), body);
    expect(headers['webhook-signature']).toBe(signed);
  });

  it('[P20] gets nothing from the dispatchers, also when it is due, enabled, replayed or swept', async () => {
    await readyOrders(world, merchantId, 3);
    await world.releaseDue();
    await world.sweepUnpublished();
    const taken = await take();
    world.advance(13 * 60_000);
    await world.sweepUnpublished();
    await world.sweepLeases();
    await world.releaseDue();
    await ack(taken);
    await inTransaction(world.pool, async (client) => {
      await disableEndpoints(client, [endpointId], 'requested', new Date(world.now()), theSystem);
      await enableEndpoint(client, endpointId, new Date(world.now()), theSystem);
    });
    await world.releaseDue();
    expect(world.queue).toEqual([]);
    expect(await readWindow()).toMatchObject({ size: 0 });
  });

  it('[P20] hands a successor out only when its predecessor is acked, and wakes the polls that wait for it', async () => {
    await readyOrder();
    expect(world.woken).toEqual([endpointId]);
    const [first] = await take();
    expect(await take()).toEqual([]);
    world.woken.length = 0;
    expect(await ack([first!])).toEqual({ acked: [first!.id], unknown: [] });
    expect(world.woken).toEqual([endpointId]);
    const [second] = await take();
    expect(second!.headers).toMatchObject({ 'webhook-sequence': '2', 'webhook-previous-sequence': '1' });
    world.woken.length = 0;
    await ack([second!]);
    expect(world.woken).toEqual([]);
  });

  it('[P20] never gives two consumers at once the same message, in one request or in many', async () => {
    await readyOrders(world, merchantId, 60);
    const together = await world.takeMessages([pollOf(7), pollOf(7)]);
    const apart = await Promise.all(Array.from({ length: 6 }, () => world.takeMessages([pollOf(7)])));
    const results = [...together, ...apart.flat()];
    const ids = results.flatMap((result) => (result.outcome === 'taken' ? result.messages.map(({ id }) => id) : []));
    expect(new Set(ids).size).toBe(ids.length);
    // A poll that meets a locked window is asked to repeat, and does not get an empty answer.
    for (const result of results) expect(result.outcome === 'busy' || messagesOf(result).length === 7).toBe(true);
    let rest = await take();
    while (rest.length > 0) {
      ids.push(...rest.map(({ id }) => id));
      rest = await take();
    }
    expect(ids.length).toBe(60);
    expect(new Set(ids).size).toBe(60);
  });

  it('has at most 256 messages unacked, and goes on with each ack', async () => {
    await readyOrders(world, merchantId, 100);
    await readyOrders(world, merchantId, 100);
    await readyOrders(world, merchantId, 100);
    const taken = [...(await take()), ...(await take()), ...(await take()), ...(await take())];
    expect(taken).toHaveLength(takenMax);
    expect(await take()).toEqual([]);
    await ack(taken.slice(0, 2));
    expect(world.woken.length).toBeGreaterThan(0);
    expect(await take()).toHaveLength(2);
  });

  it('[P20] asks nothing of the database but one look where nothing is due', async () => {
    const asked: string[] = [];
    const pool = world.pool;
    const query = pool.query.bind(pool);
    const spy = Object.assign(Object.create(pool) as typeof pool, {
      query: (statement: { name: string }) => {
        asked.push(statement.name);
        return query(statement as never);
      },
      connect: () => Promise.reject(new Error('no transaction is needed')),
    });
    const { createTakeMessages } = await import('../../src/ledger/take-messages.js');
    const takeMessages = createTakeMessages({
      pool: spy,
      now: world.now,
      openSecrets: () => ({ fault: 'not reached' }),
      onTaken: () => undefined,
      aside: world.aside,
      logger: world.logger,
    });
    const polls = Array.from({ length: 100 }, () => pollOf());
    for (const results of [await takeMessages(polls), await takeMessages(polls)])
      expect(results.every((result) => messagesOf(result).length === 0)).toBe(true);
    // That it was asked at all is noted once a minute.
    expect(asked).toEqual(['look_at_polled', 'note_fetches', 'look_at_polled']);
  });

  it('hands out nothing to another merchant, nor does a push endpoint, and neither is noted as asked', async () => {
    const other = await createMerchant(world, [null]);
    const unknown = '00000000-0000-4000-8000-000000000000';
    const results = await world.takeMessages([
      { ...pollOf(), owner_id: other.merchantId },
      { ...pollOf(), endpoint_id: unknown },
      { ...pollOf(), owner_id: other.merchantId, endpoint_id: other.endpointIds[0]! },
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual([
      'endpoint_not_found',
      'endpoint_not_found',
      'endpoint_type_mismatch',
    ]);
    const noted = 'select 1 from endpoint_windows where last_fetched_at is not null';
    expect((await world.pool.query(noted)).rowCount).toBe(0);
    await take();
    expect((await world.pool.query(noted)).rowCount).toBe(1);
  });

  it('whose window another transaction holds is busy, and holds up no other', async () => {
    const other = await createPullMerchant(world, secret);
    await readyOrders(world, merchantId, 1);
    await readyOrders(world, other.merchantId, 1);
    const free = await holdRows(world.databaseUrl, 'endpoint_windows where endpoint_id = $1', [endpointId]);
    const polls = [pollOf(), { ...pollOf(), owner_id: other.merchantId, endpoint_id: other.endpointId }];
    const [held, served] = await world.takeMessages(polls);
    expect(held).toEqual({ outcome: 'busy' });
    expect(messagesOf(served)).toHaveLength(1);
    await free();
    expect(await take()).toHaveLength(1);
  });

  it('[P20] is busy while another transaction holds all that is due, so that its polls do not wait for another message', async () => {
    await readyOrders(world, merchantId, 1);
    const free = await holdRows(world.databaseUrl, 'webhook_deliveries where endpoint_id = $1', [endpointId]);
    expect(await world.takeMessages([pollOf()])).toEqual([{ outcome: 'busy' }]);
    await free();
    expect(await take()).toHaveLength(1);
  });
});

describe('a message that is not acked in time', () => {
  it('[P20] comes again at once, in order, with the next attempt, and wakes the polls that wait', async () => {
    await readyOrder();
    const [first] = await take();
    world.advance(visibilityMs - 1);
    await world.releaseDue();
    expect(await take()).toEqual([]);
    world.advance(1);
    world.woken.length = 0;
    await world.releaseDue();
    expect(world.woken).toContain(endpointId);
    const [again] = await take();
    expect(again).toMatchObject({ id: first!.id, attempt: 2, body: first!.body });
    expect(again!.headers).toMatchObject({
      'webhook-id': first!.headers['webhook-id'],
      'webhook-attempt': '2',
      'webhook-sequence': '1',
    });
    expect(await readDelivery(first!.id)).toMatchObject({ last_error_code: 'not_acked', attempt_count: 1 });
  });

  it('[P20] follows the schedule from the second attempt on, and ends exhausted; its successor follows', async () => {
    await readyOrder();
    const [first] = await take();
    const attempts: number[] = [];
    for (let attempt = 2; attempt <= retrySchedule.length + 1; attempt += 1) {
      world.advance(visibilityMs);
      await world.releaseDue();
      if (attempt > 2) {
        expect(await take()).toEqual([]);
        // The window says when it is due by time, and the relay then wakes the polls that wait.
        const { wake_at } = await readWindow();
        world.advance(wake_at!.getTime() - world.now());
        world.woken.length = 0;
        await world.releaseDue();
        expect(world.woken).toEqual([endpointId]);
      }
      const [again] = await take();
      expect(again!.id).toBe(first!.id);
      attempts.push(again!.attempt);
    }
    expect(attempts).toEqual([2, 3, 4]);
    world.advance(visibilityMs);
    await world.releaseDue();
    expect(await readDelivery(first!.id)).toMatchObject({ state: 'exhausted', attempt_count: 4 });
    expect((await take()).map(sequenceOf)).toEqual([2]);
  });

  it('[P20] is settled by an ack that comes late, also while another consumer has it, and the next event follows once', async () => {
    await readyOrder();
    const [first] = await take();
    world.advance(visibilityMs);
    await world.releaseDue();
    const [again] = await take();
    expect(again!.id).toBe(first!.id);
    expect(await ack([first!])).toEqual({ acked: [first!.id], unknown: [] });
    expect((await take()).map(sequenceOf)).toEqual([2]);
    // The other consumer acks as well.
    expect(await ack([again!])).toEqual({ acked: [first!.id], unknown: [] });
    world.advance(visibilityMs - 1);
    expect(await take()).toEqual([]);
    expect(await readWindow()).toMatchObject({ in_flight: 1 });
  });

  it('is settled by an ack between two attempts', async () => {
    await readyOrder();
    const [first] = await take();
    world.advance(visibilityMs);
    await world.releaseDue();
    expect(await readDelivery(first!.id)).toMatchObject({ state: 'waiting' });
    expect(await ack([first!])).toEqual({ acked: [first!.id], unknown: [] });
    expect(await readDelivery(first!.id)).toMatchObject({ state: 'delivered', attempt_count: 1 });
    expect((await take()).map(sequenceOf)).toEqual([2]);
    expect(await readWindow()).toMatchObject({ in_flight: 1 });
  });

  it('is held while the endpoint is disabled, and comes when it is enabled', async () => {
    await readyOrder();
    const [first] = await take();
    const switchTo = (change: typeof enableEndpoint | typeof disable) =>
      inTransaction(world.pool, (client) => change(client, endpointId, new Date(world.now()), theSystem));
    const disable = (client: Parameters<typeof enableEndpoint>[0], id: string, now: Date) =>
      disableEndpoints(client, [id], 'requested', now, theSystem).then(() => undefined);
    await switchTo(disable);
    world.advance(visibilityMs);
    await world.releaseDue();
    expect(await take()).toEqual([]);
    expect(await auditLedger(world.pool, 720_000)).toMatchObject({ balanced: true, held: 2, in_flight: 0 });
    world.woken.length = 0;
    await switchTo(enableEndpoint);
    await world.releaseDue();
    expect(world.woken).toEqual([endpointId]);
    expect(await take()).toMatchObject([{ id: first!.id, attempt: 2 }]);
  });

  it('[P6] comes again while another session holds the window of an endpoint with any number of them', async () => {
    const other = await createPullMerchant(world, secret);
    await readyOrders(world, other.merchantId, 1);
    await addInFlight(world, endpointId, { count: expireMax, visibleUntil: new Date(world.now()) });
    const poll = { ...pollOf(), owner_id: other.merchantId, endpoint_id: other.endpointId };
    const [taken] = messagesOf((await world.takeMessages([poll]))[0]);
    world.advance(visibilityMs);
    const free = await holdRows(world.databaseUrl, 'endpoint_windows where endpoint_id = $1', [endpointId]);
    await world.releaseDue();
    await free();
    const [again] = messagesOf((await world.takeMessages([poll]))[0]);
    expect(again).toMatchObject({ id: taken!.id, attempt: 2 });
  });

  it('[P6] comes again, and what is due to others is released, while the database refuses to settle one', async () => {
    await readyOrders(world, merchantId, 3);
    const [refused, ...others] = await take();
    const pushed = await createMerchant(world, [null]);
    await readyOrders(world, pushed.merchantId, 1);
    await world.settle(world.queue.splice(0).map((message) => attemptOf(world, message, failed)));
    await world.pool.query(`alter table webhook_deliveries add check (attempt_count = 0 or id <> '${refused!.id}')`);
    world.advance(visibilityMs);
    const reported = new EventEmitter();
    const relay = createRelay({
      ...world,
      canPublish: () => true,
      onReleased: (releases) => releases.forEach((release) => reported.emit('released', release)),
      onDuePulled: () => undefined,
    });
    const released = once(reported, 'released');
    relay.start();
    expect(await released.finally(relay.close)).toMatchObject([{ endpoint_id: pushed.endpointIds[0] }]);
    expect((await take()).map(({ id }) => id).sort()).toEqual(others.map(({ id }) => id).sort());
  });

  it('[P6] comes again, and a stop is heard, while more endpoints are due than one look takes', async () => {
    await createMerchant(world, Array<null>(windowBatchMax + 1).fill(null));
    const { pool, now } = world;
    await pool.query('update endpoint_windows set wake_at = $1', [new Date(now())]);
    const reported = new EventEmitter();
    let expireCount = 0;
    const relay = createRelay({
      ...world,
      expireTaken: () => {
        expireCount += 1;
        if (expireCount === 2) reported.emit('again');
        return Promise.resolve();
      },
      canPublish: () => expireCount === 1,
      onReleased: () => undefined,
      onDuePulled: () => undefined,
    });
    const again = once(reported, 'again');
    relay.start();
    await again.finally(relay.close);
    const { rows } = await pool.query('select 1 from endpoint_windows where wake_at <= $1', [new Date(now())]);
    expect(rows.length).toBeGreaterThan(0);
  });

  it('disables the endpoint after five days without an ack, as it does a push endpoint', async () => {
    await readyOrders(world, merchantId, 40);
    for (let day = 0; day < 6; day += 1) {
      await take(5);
      world.advance(24 * 3_600_000);
      await world.releaseDue();
    }
    const { rows } = await world.pool.query('select status, disabled_reason from endpoints where id = $1', [
      endpointId,
    ]);
    expect(rows).toEqual([{ status: 'disabled', disabled_reason: 'failing' }]);
  });
});

describe('an ack', () => {
  it('for a message that this endpoint was never handed is unknown, and opens no gate', async () => {
    await readyOrder();
    const { rows } = await world.pool.query<{ id: string }>('select id from all_webhook_deliveries order by sequence');
    const ids = rows.map(({ id }) => id);
    expect(await world.ackMessages({ ownerId: merchantId, endpointId, ids })).toEqual({ acked: [], unknown: ids });
    const [first] = await take();
    const other = await createPullMerchant(world, secret);
    const [mine, theirs] = await Promise.all([
      ack([first!]),
      world.ackMessages({ ownerId: other.merchantId, endpointId: other.endpointId, ids: [first!.id] }),
    ]);
    expect(mine).toEqual({ acked: [first!.id], unknown: [] });
    expect(theirs).toEqual({ acked: [], unknown: [first!.id] });
  });

  it('sent again, by any number at once, settles once', async () => {
    await readyOrders(world, merchantId, 3);
    const taken = await take();
    const answers = await Promise.all([ack(taken), ack(taken), ack(taken)]);
    for (const answer of answers) expect(answer).toEqual({ acked: taken.map(({ id }) => id), unknown: [] });
    expect(await readWindow()).toMatchObject({ in_flight: 0 });
    expect(await readBalance(world)).toMatchObject({ rows: 6, matched: 6, counted: 6 });
  });

  it('whose order another transaction holds is answered 503, and the acks beside it are not held up', async () => {
    await readyOrders(world, merchantId, 2);
    const taken = await take();
    const held = taken[0]!;
    const orderId = (JSON.parse(held.body) as { id: string }).id;
    const free = await holdRows(world.databaseUrl, 'orders where id = $1', [orderId]);
    const [first, second] = await Promise.allSettled([ack([held]), ack([taken[1]!])]);
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 'temporarily_unavailable' } });
    expect(second).toMatchObject({ status: 'fulfilled' });
    await free();
    expect(await ack([held])).toEqual({ acked: [held.id], unknown: [] });
  });
});

describe('a replay of a pulled message', () => {
  it('is handed out after live ones, with the same webhook id and the next attempt', async () => {
    const orderId = await readyOrder();
    const [first] = await take();
    await ack([first!]);
    await replayDelivery(world.pool, { merchantId, deliveryId: first!.id, nowMs: world.now() });
    await world.apply([reportTrackingUrl(world, orderId, 'a')]);
    await world.releaseDue();
    const messages = await take();
    expect(messages.map(sequenceOf)).toEqual([2, 1]);
    expect(messages[1]).toMatchObject({ attempt: 2, headers: { 'webhook-id': first!.headers['webhook-id'] } });
    expect(messages[1]!.headers).toHaveProperty('webhook-replay');
  });
});

describe('an ack by another merchant', () => {
  it('[P7] leaves the message in flight, though it names the right endpoint', async () => {
    const other = await createMerchant(world, []);
    await readyOrder();
    const [{ id }] = (await take()) as [PulledMessage];
    const theirs = { ownerId: other.merchantId, endpointId, ids: [id] };
    expect(await world.ackMessages(theirs)).toEqual({ acked: [], unknown: [id] });
    expect(await readDelivery(id)).toMatchObject({ state: 'in_flight' });
  });
});
