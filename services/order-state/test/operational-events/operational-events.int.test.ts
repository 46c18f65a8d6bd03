import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type DeliveryReleased,
  isOperational,
  type OperationalBody,
  operationalBodySchema,
  operationalEvents,
} from '@delivery/contracts';
import { theSystem } from '../../src/activity/queries.js';
import { disableEndpoints, enableEndpoint } from '../../src/endpoints/queries/write-endpoints.js';
import { listAttempts, listDeliveries } from '../../src/ledger/queries/read-deliveries.js';
import { addRefusedCalls } from '../../src/operational-events/queries.js';
import { holdRows } from '../support/hold-rows.js';
import {
  addEndpoint,
  attemptOf,
  type AttemptResult,
  createLedgerWorld,
  createMerchant,
  delivered,
  exhausted,
  failed,
  givePlatformCalls,
  type LedgerWorld,
  readBalance,
  readyOrders,
  replayDelivery,
} from '../support/ledger-world.js';

const minute = 60_000;
const hour = 60 * minute;
const asksForAll = ['status_changed', ...operationalEvents];

let world: LedgerWorld;
let merchantId: string;
/** Fails, and asks for everything; asks for what happens to endpoints alone; has no filter. */
let sick: string;
let watcher: string;
let plain: string;
beforeEach(async () => {
  world = await createLedgerWorld();
  const merchant = await createMerchant(world, [asksForAll, operationalEvents, null]);
  ({ merchantId } = merchant);
  [sick, watcher, plain] = merchant.endpointIds as [string, string, string];
  await world.pool.query(
    `update endpoints set name = 'Kitchen', url = 'https://shop.example/hook?token=hush' where id = $1`,
    [sick],
  );
});
afterEach(() => world.close());

const bodyOf = ({ body }: Pick<DeliveryReleased, 'body'>): OperationalBody =>
  operationalBodySchema.parse(JSON.parse(body));

/** Takes the released operational events. The others stay. */
const takeTold = (): DeliveryReleased[] => {
  const released = world.queue.splice(0);
  world.queue.push(...released.filter(({ event }) => !isOperational(event)));
  return released.filter(({ event }) => isOperational(event));
};

const settleAll = async (messages: readonly DeliveryReleased[]): Promise<void> => {
  await world.settle(messages.map((message) => attemptOf(world, message, delivered)));
};

/** Webhooks of orders to the sick endpoint end so; those to others are delivered. */
const settleOrders = async (ofSick: AttemptResult): Promise<void> => {
  const messages = world.queue.splice(0);
  await world.settle(
    messages.map((message) => attemptOf(world, message, message.endpoint_id === sick ? ofSick : delivered)),
  );
};

/** As charts count it. */
const fail = async (): Promise<void> => {
  await readyOrders(world, merchantId, 1);
  await settleOrders(failed);
  await world.pool.query(
    `insert into endpoint_history (at, endpoint_id, answered_5xx, error_at, error_code) values ($1, $2, 3, $1, 'http_status')`,
    [new Date(world.now()), sick],
  );
};

/** From now on the sick endpoint is polled. */
const makePulled = async (): Promise<void> => {
  await world.pool.query(`update endpoints set type = 'pull', url = null, created_at = $2 where id = $1`, [
    sick,
    new Date(world.now()),
  ]);
  await world.pool.query('update endpoint_windows set size = 0 where endpoint_id = $1', [sick]);
};

const fetchOnce = async (): Promise<void> => {
  await world.takeMessages([{ owner_id: merchantId, endpoint_id: sick, limit: 1, visibility_ms: 30_000 }]);
};

const recover = async (): Promise<void> => {
  await world.releaseDue();
  await settleOrders(delivered);
};

const givingUp = async (count: number): Promise<void> => {
  await readyOrders(world, merchantId, count);
  // The breaker releases one at a time.
  for (let done = 0; done < count;) {
    const messages = world.queue.splice(0);
    done += messages.filter(({ endpoint_id }) => endpoint_id === sick).length;
    world.queue.push(...messages);
    await settleOrders(exhausted);
    await world.releaseDue();
  }
};

/** The operational events of a merchant, in the order in which they were emitted. */
const eventsOf = async (of: string): Promise<string[]> => {
  const { rows } = await world.pool.query<{ event: string }>(
    `select event from events join operational_lanes l on l.id = order_id where l.owner_id = $1 order by position, order_id, sequence`,
    [of],
  );
  return rows.map(({ event }) => event);
};

const isBalanced = async () => {
  const { matched, counted, purged, rows } = await readBalance(world);
  return matched === counted + purged && counted === rows;
};

describe('A change of an endpoint’s health', () => {
  it('is sent to the endpoints that ask for it, in order, once, and never to the endpoint itself', async () => {
    await fail();
    world.advance(14 * minute);
    await world.tell();
    expect(takeTold()).toEqual([]);
    world.advance(2 * minute);
    await Promise.all([world.tell(), world.tell(), world.tell()]);
    const begun = takeTold();
    expect(begun).toMatchObject([
      { endpoint_id: watcher, owner_id: merchantId, event: 'endpoint_failing', sequence: 1, previous_sequence: 0 },
    ]);
    const [body] = begun.map(bodyOf);
    expect(body).toMatchObject({
      id: begun[0]!.order_id,
      endpoint: { id: sick, name: 'Kitchen', origin: 'https://shop.example' },
      error_code: 'http_status',
      portal_url: `https://delivery.example/portal/#/endpoints/${sick}`,
    });
    expect(begun[0]!.body).not.toContain('hush');
    await recover();
    await world.tell();
    expect(takeTold()).toEqual([]);
    await settleAll(begun);
    const ended = takeTold();
    expect(ended).toMatchObject([{ event: 'endpoint_recovered', sequence: 2, previous_sequence: 1 }]);
    expect(ended.map(bodyOf)).toMatchObject([{ id: body!.id, since: body!.since }]);
    await settleAll(ended);
    await world.tell();
    const lists = { ownerId: merchantId, rowMax: 10 };
    expect(await listDeliveries(world.pool, { ...lists, endpointId: watcher })).toMatchObject([
      { event: 'endpoint_recovered', state: 'delivered', attempt_count: 1 },
      { event: 'endpoint_failing', state: 'delivered', attempt_count: 1 },
    ]);
    for (const endpointId of [sick, plain])
      expect(await listDeliveries(world.pool, { ...lists, endpointId, event: 'endpoint_failing' })).toEqual([]);
    expect(await isBalanced()).toBe(true);
  });

  it('[P2] is sent even if the process dies right after it was written, and sent again on request', async () => {
    await fail();
    world.advance(16 * minute);
    await world.dyingAfterCommit(() => world.tell());
    await world.tell();
    expect(takeTold()).toEqual([]);
    world.advance(11_000);
    await world.sweepUnpublished();
    const reported = takeTold();
    expect(reported).toMatchObject([{ endpoint_id: watcher, event: 'endpoint_failing' }]);
    await settleAll(reported);
    const { delivery_id: deliveryId, order_id: orderId, webhook_id: webhookId } = reported[0]!;
    await replayDelivery(world.pool, { merchantId, deliveryId, nowMs: world.now() });
    await world.releaseDue();
    const again = takeTold();
    expect(again).toMatchObject([{ webhook_id: webhookId, attempt: 2 }]);
    await settleAll(again);
    const client = await world.pool.connect();
    try {
      const attempts = await listAttempts(Object.assign(client, { isTransaction: true as const }), {
        orderId,
        deliveryId,
      });
      expect(attempts).toHaveLength(2);
    } finally {
      client.release();
    }
  });

  it('is sent about a till, and by a pull endpoint of the merchant’s platform', async () => {
    const platformOwner = await givePlatformCalls(world.pool, merchantId);
    const pulled = await addEndpoint(world, platformOwner, {
      type: 'pull',
      events: [...operationalEvents],
      secret: 's',
    });
    await makePulled();
    await readyOrders(world, merchantId, 1);
    world.advance(16 * minute);
    world.woken.length = 0;
    await world.tell();
    const begun = takeTold();
    expect(begun).toMatchObject([{ endpoint_id: watcher, event: 'endpoint_not_fetching' }]);
    expect(bodyOf(begun[0]!)).toMatchObject({ endpoint: { id: sick, name: 'Kitchen', origin: null } });
    expect(world.woken).toEqual([pulled]);
    const { rows: waiting } = await world.pool.query(
      'select order_merchant_id from webhook_deliveries where endpoint_id = $1',
      [pulled],
    );
    expect(waiting).toEqual([{ order_merchant_id: merchantId }]);
    await settleAll(begun);
    await fetchOnce();
    await world.tell();
    expect(takeTold()).toMatchObject([{ endpoint_id: watcher, event: 'endpoint_fetching', sequence: 2 }]);
  });

  it.each([
    ['endpoint_incidents where endpoint_id = $1', ['endpoint_recovered']],
    ['operational_lanes where endpoint_id = $1', ['delivery_exhausted', 'endpoint_recovered']],
    ['pending_digests where endpoint_id = $1', ['delivery_exhausted']],
    ['refused_calls where owner_id = (select owner_id from endpoints where id = $1)', ['rate_limited']],
  ])('[P6] is sent about all others while another session holds %s', async (rows, later) => {
    await fail();
    world.advance(16 * minute);
    await world.tell();
    await givingUp(1);
    await readyOrders(world, merchantId, 1);
    world.advance(minute);
    await recover();
    const at = new Date(world.now()).toISOString();
    await addRefusedCalls(world.pool, [{ owner_id: merchantId, limit: 'create', count: 1, first_at: at, last_at: at }]);
    const all = ['delivery_exhausted', 'endpoint_failing', 'endpoint_recovered', 'rate_limited'];
    const free = await holdRows(world.databaseUrl, rows, [sick]);
    await world.tell().finally(free);
    expect((await eventsOf(merchantId)).sort()).toEqual(all.filter((event) => !later.includes(event)));
    await world.tell();
    expect((await eventsOf(merchantId)).sort()).toEqual(all);
  });

  it('is sent once an hour for a flapping endpoint, and at last with its final state', async () => {
    const disable = () => disableEndpoints(world.pool, [sick], 'gone', new Date(world.now()), theSystem);
    const reported: OperationalBody[] = [];
    for (let n = 0; n < 30; n += 1) {
      await disable();
      await world.tell();
      const messages = takeTold().filter(({ endpoint_id }) => endpoint_id === watcher);
      reported.push(...messages.map(bodyOf));
      await settleAll(messages);
      await enableEndpoint(world.pool, sick, new Date(world.now()), theSystem);
      world.advance(minute);
    }
    await disable();
    const lastAt = new Date(world.now()).toISOString();
    world.advance(hour);
    await world.tell();
    reported.push(...takeTold().map(bodyOf));
    expect(reported).toHaveLength(2);
    expect(reported[1]).toMatchObject({ event: 'endpoint_disabled', since: lastAt });
  });

  it('lists exhausted deliveries in a digest, at most once an hour', async () => {
    const tellDigest = async () => {
      await world.tell();
      const reported = takeTold().filter(({ event }) => event === 'delivery_exhausted');
      await settleAll(reported);
      return reported.map(bodyOf);
    };
    await givingUp(7);
    expect(await tellDigest()).toMatchObject([{ event: 'delivery_exhausted', count: 7, error_code: 'http_status' }]);
    await givingUp(8);
    world.advance(20 * minute);
    await givingUp(4);
    expect(await tellDigest()).toEqual([]);
    world.advance(hour);
    const [digest] = await tellDigest();
    expect(digest).toMatchObject({ count: 12, since: new Date(world.now() - hour - 20 * minute).toISOString() });
    expect(digest?.event === 'delivery_exhausted' && digest.delivery_ids).toHaveLength(10);
    world.advance(2 * hour);
    expect(await tellDigest()).toEqual([]);
  });

  it('[P13] is purged in its time, with its lane once the endpoint is gone', async () => {
    await fail();
    world.advance(16 * minute);
    await world.tell();
    const unsettled = takeTold();
    await recover();
    const day = 24 * hour;
    const count = async (table: string) => (await world.pool.query(`select from ${table}`)).rowCount;
    world.advance(3 * day);
    await world.applyRetention(1, 1);
    expect([await count('events'), await count('operational_lanes')]).toEqual([1, 1]);
    await settleAll(unsettled);
    await world.tell();
    await settleAll(takeTold());
    world.advance(3 * day);
    await world.applyRetention(1, 1);
    expect([await count('events'), await count('webhook_deliveries'), await count('endpoint_incidents')]).toEqual([
      0, 0, 0,
    ]);
    expect(await count('operational_lanes')).toBe(1);
    await world.pool.query('delete from endpoint_windows where endpoint_id = $1', [sick]);
    await world.pool.query('delete from endpoints where id = $1', [sick]);
    await world.applyRetention(1, 1);
    expect(await count('operational_lanes')).toBe(0);
    expect(await isBalanced()).toBe(true);
  });
});

describe('A merchant’s refused calls', () => {
  const at = (ms: number) => new Date(ms).toISOString();
  const refuse = async (limit: string, count: number, of = merchantId) => {
    const last_at = at(world.now());
    await addRefusedCalls(world.pool, [{ owner_id: of, limit, count, first_at: at(world.now() - 5_000), last_at }]);
  };
  const tellDigests = async () => {
    await world.tell();
    const reported = takeTold();
    await settleAll(reported);
    return reported;
  };

  it('is sent by limit to all endpoints that ask for it, at most once an hour', async () => {
    const beganMs = world.now();
    await refuse('create', 3);
    await refuse('open_polls', 1);
    world.advance(10_000);
    await Promise.all([refuse('create', 2), refuse('create', 2)]);
    const reported = await tellDigests();
    expect(reported.map(({ endpoint_id }) => endpoint_id).sort()).toEqual([sick, watcher].sort());
    expect(reported).toMatchObject([{ sequence: 1 }, { sequence: 1 }]);
    const [body] = reported.map(bodyOf);
    expect(body).toEqual({
      id: reported[0]!.order_id,
      event: 'rate_limited',
      updated_at: at(world.now()),
      since: at(beganMs - 5_000),
      limits: [
        { limit: 'create', count: 7, first_at: at(beganMs - 5_000), last_at: at(world.now()) },
        { limit: 'open_polls', count: 1, first_at: at(beganMs - 5_000), last_at: at(beganMs) },
      ],
    });
    await refuse('create', 1);
    world.advance(59 * minute);
    await refuse('create', 4);
    expect(await tellDigests()).toEqual([]);
    world.advance(2 * minute);
    const later = await tellDigests();
    expect(later).toMatchObject([
      { sequence: 2, previous_sequence: 1 },
      { sequence: 2, previous_sequence: 1 },
    ]);
    expect(later.map(bodyOf)).toMatchObject([{ limits: [{ count: 5 }] }, { limits: [{ count: 5 }] }]);
    world.advance(2 * hour);
    expect(await tellDigests()).toEqual([]);
    expect(await isBalanced()).toBe(true);
  });

  it('is sent to the platform’s endpoint that asks for it, and not kept for merchants without a subscriber', async () => {
    const other = await createMerchant(world, [['endpoint_failing'], null]);
    await refuse('create', 3, other.merchantId);
    await refuse('create', 3, '0'.repeat(32));
    expect((await world.pool.query('select from refused_calls')).rowCount).toBe(0);
    const platformOwner = await givePlatformCalls(world.pool, other.merchantId);
    const ofPlatform = await addEndpoint(world, platformOwner, { type: 'push', events: ['rate_limited'], secret: 's' });
    await refuse('create', 3, other.merchantId);
    expect(await tellDigests()).toMatchObject([
      { endpoint_id: ofPlatform, event: 'rate_limited', merchant: { id: other.merchantId } },
    ]);
  });

  it('[P13] is purged in its time, and the next digest goes on counting its sequence', async () => {
    await refuse('create', 1);
    await tellDigests();
    const day = 24 * hour;
    world.advance(3 * day);
    await world.applyRetention(1, 1);
    expect((await world.pool.query('select from events')).rowCount).toBe(0);
    await refuse('create', 1);
    expect(await tellDigests()).toMatchObject([{ sequence: 2 }, { sequence: 2 }]);
  });
});
