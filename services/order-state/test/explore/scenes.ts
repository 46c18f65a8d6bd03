import { randomBytes, randomUUID } from 'node:crypto';
import { type DeliveryReleased, type OrderMessage, unsetSettings } from '@delivery/contracts';
import { queryOne, queryValues } from '@delivery/postgres';
import { theSystem } from '../../src/activity/queries.js';
import { changeUnderLock } from '../../src/endpoints/change-endpoints.js';
import {
  catchUpEndpoint,
  deleteEndpoint,
  disableEndpoints,
  insertEndpoint,
} from '../../src/endpoints/queries/write-endpoints.js';
import { dayOf, type PartitionDay } from '../../src/ledger/queries/partition-days.js';
import { replayRange } from '../../src/replays/run-replays.js';
import { insertErasure } from '../../src/retention/queries/erase-customers.js';
import { holdRows } from '../support/hold-rows.js';
import {
  attemptOf,
  createMerchant,
  createPullMerchant,
  deliverAll,
  dueMinutes,
  givePlatformCalls,
  insertMerchants,
  type LedgerWorld,
  reportStatus,
  reportTrackingUrl,
  requestReady,
  submit,
} from '../support/ledger-world.js';
import { messageOf, newOrderId } from '../support/messages.js';

/** A starting world: what transactions find. */
export type Scene = Built & {
  /** A command waits for it, and has waited for too long. */
  lateOrderId: string;
  /** The last delivery of the order at the endpoint. */
  lastId: string;
  erasureId: string;
  /** Where the history of its orders is. */
  day: PartitionDay;
  queue: readonly DeliveryReleased[];
  nowMs: number;
};

type Built = Owner & {
  orderId: string;
  /** In flight. Their reports are to come. */
  sent: readonly DeliveryReleased[];
  /** Messages of a pull endpoint that a till has. */
  taken: readonly string[];
  timedOrderId?: string;
};

/** The endpoint, its owner, and a merchant whose events go there. */
type Owner = { merchantId: string; ownerId: string; endpointId: string };

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

const refused = { outcome: 'failed', unreachable: false, retry_in_ms: hour } as const;
const unreachable = { outcome: 'failed', unreachable: true, retry_in_ms: 30 * second } as const;

const createPush = async (world: LedgerWorld, events: (readonly string[] | null)[] = [null]): Promise<Owner> => {
  const { merchantId, endpointIds } = await createMerchant(world, events);
  return { merchantId, ownerId: merchantId, endpointId: endpointIds[0] ?? '' };
};

const createPull = async (world: LedgerWorld): Promise<Owner> => {
  const { merchantId, endpointId } = await createPullMerchant(world, `whsec_${randomBytes(32).toString('base64')}`);
  return { merchantId, ownerId: merchantId, endpointId };
};

/** An order with so many webhooks, the first of which goes out if it can. */
const trackOrder = async (world: LedgerWorld, merchantId: string, count: number): Promise<string> => {
  const orderId = newOrderId();
  const urls = Array.from({ length: count }, () => reportTrackingUrl(world, orderId, randomUUID()));
  await world.apply([submit(world, merchantId, orderId), ...urls]);
  return orderId;
};

/** One after the other, so that their deliveries have an order. */
const trackOrders = async (world: LedgerWorld, merchantId: string, counts: readonly number[]): Promise<string> => {
  const [first = 0, ...others] = counts;
  const orderId = await trackOrder(world, merchantId, first);
  for (const count of others) await trackOrder(world, merchantId, count);
  return orderId;
};

const failAll = (world: LedgerWorld, outcome: Parameters<typeof attemptOf>[2]) =>
  world.settle(world.queue.splice(0).map((message) => attemptOf(world, message, outcome)));

export const takeFrom = async (
  world: LedgerWorld,
  { ownerId, endpointId }: Pick<Owner, 'ownerId' | 'endpointId'>,
  limit = 100,
) => {
  const poll = { owner_id: ownerId, endpoint_id: endpointId, limit, visibility_ms: 30_000 };
  const [result] = await world.takeMessages([poll]);
  return result?.outcome === 'taken' ? result.messages.map(({ id }) => id) : [];
};

const ackAll = async (world: LedgerWorld, owner: Owner): Promise<void> => {
  for (let ids = await takeFrom(world, owner); ids.length > 0; ids = await takeFrom(world, owner))
    await world.ackMessages({ ...owner, ids });
};

const switchOff = (world: LedgerWorld, { ownerId, endpointId }: Owner, change: 'disable' | 'delete') =>
  changeUnderLock(world, { ownerId, endpointId, actor: theSystem }, (client, id, now) =>
    change === 'disable'
      ? disableEndpoints(client, [id], 'requested', now, theSystem)
      : deleteEndpoint(client, id, now, theSystem),
  );

const setWindow = (world: LedgerWorld, { endpointId }: Owner, size: number) =>
  world.pool.query('update endpoint_windows set size = $2 where endpoint_id = $1', [endpointId, size]);

const createPlatformEndpoint = async (world: LedgerWorld): Promise<Owner> => {
  const { merchantId } = await createMerchant(world, []);
  const ownerId = await givePlatformCalls(world.pool, merchantId);
  const endpointId = randomUUID();
  const plain = { ...unsetSettings, reference: null, header: null, open_delivery: null };
  const secrets = [{ sealed: 's', expires_at: null }];
  const url = 'http://127.0.0.1:1/';
  await insertEndpoint(world.pool, { ...plain, id: endpointId, ownerId, type: 'push', url, secrets }, theSystem);
  return { merchantId, ownerId, endpointId };
};

/** Another merchant of the platform. */
const addMerchant = async (world: LedgerWorld, { ownerId }: Owner): Promise<string> => {
  const merchantId = randomUUID().replaceAll('-', '');
  const { platformId } = await queryOne<{ platformId: string }>(
    world.pool,
    'select platform_id as "platformId" from platform_owners where owner_id = $1',
    [ownerId],
  );
  await insertMerchants(world.pool, { ids: [merchantId], platformId });
  return merchantId;
};

/** It must have been ready so long after the present time. */
const wholeWayMs = (dueMinutes.prepare + dueMinutes.pickup + dueMinutes.drive) * minute;

const submitTimed = (world: LedgerWorld, merchantId: string, orderId: string): OrderMessage => {
  const message = submit(world, merchantId, orderId);
  if (message.type !== 'order.submitted') throw new Error('expected a create');
  const order = { ...message.payload.order, delivery_time: new Date(world.now() + wholeWayMs + minute).toISOString() };
  return { ...message, payload: { ...message.payload, order } };
};

/** To a time for which it was to be prepared half a minute ago. */
export const changeTime = (world: LedgerWorld, merchantId: string, orderId: string): OrderMessage => {
  const changes = { delivery_time: new Date(world.now() + wholeWayMs - minute / 2).toISOString() };
  const payload = { changes };
  return messageOf(orderId, { type: 'order.change_requested', merchant_id: merchantId, payload }, world.now());
};

type Build = {
  create: (world: LedgerWorld) => Promise<Owner>;
  build: (world: LedgerWorld, owner: Owner) => Promise<Built>;
};

const pushed = (
  build: (world: LedgerWorld, owner: Owner) => Promise<string>,
  events?: (readonly string[] | null)[],
): Build => ({
  create: (world) => createPush(world, events),
  build: async (world, owner) => {
    const orderId = await build(world, owner);
    return { ...owner, orderId, sent: [...world.queue], taken: [] };
  },
});

const pulled = (build: (world: LedgerWorld) => Promise<unknown>): Build => ({
  create: createPull,
  build: async (world, owner) => {
    const orderId = await trackOrders(world, owner.merchantId, [2, 1]);
    const taken = await takeFrom(world, owner, 1);
    await build(world);
    return { ...owner, orderId, sent: [], taken };
  },
});

const builds: Readonly<Record<string, Build>> = {
  'one webhook waits behind another': pushed(
    (world, { merchantId }) => trackOrders(world, merchantId, [2]),
    [null, null],
  ),
  'the lease of a webhook is over': {
    create: createPush,
    build: async (world, owner) => {
      const orderId = await trackOrders(world, owner.merchantId, [2, 1]);
      const sent = world.queue.splice(0);
      await world.markPublished(sent.slice(1));
      world.advance(12 * minute + second);
      return { ...owner, orderId, sent, taken: [] };
    },
  },
  'a paused endpoint has a pile and a gate': pushed(async (world, owner) => {
    await trackOrder(world, owner.merchantId, 1);
    await failAll(world, refused);
    const orderId = await trackOrder(world, owner.merchantId, 2);
    await switchOff(world, owner, 'disable');
    await trackOrder(world, owner.merchantId, 1);
    return orderId;
  }),
  'a message of a pull endpoint is taken': pulled(() => Promise.resolve()),
  'a platform’s endpoint is full, of two merchants': {
    create: createPlatformEndpoint,
    build: async (world, owner) => {
      await setWindow(world, owner, 1);
      const orderId = await trackOrders(world, owner.merchantId, [2, 1]);
      await trackOrder(world, await addMerchant(world, owner), 1);
      return { ...owner, orderId, sent: [...world.queue], taken: [] };
    },
  },
  'a retry is due later': pushed(async (world, { merchantId }) => {
    const orderId = await trackOrder(world, merchantId, 2);
    await failAll(world, refused);
    await trackOrder(world, merchantId, 1);
    world.advance(second);
    return orderId;
  }),
  'an endpoint catches up, and a report comes late': {
    create: createPush,
    build: async (world, owner) => {
      const orderId = await trackOrders(world, owner.merchantId, [2, 1]);
      const sent = [...world.queue];
      await failAll(world, refused);
      world.advance(second);
      await catchUpEndpoint(world.pool, owner.endpointId, new Date(world.now()));
      return { ...owner, orderId, sent, taken: [] };
    },
  },
  'the probe of an open breaker goes out': pushed(async (world, owner) => {
    await setWindow(world, owner, 2);
    const orderId = await trackOrders(world, owner.merchantId, [2, 1, 1]);
    await failAll(world, unreachable);
    world.advance(30 * second);
    await world.releaseDue();
    return orderId;
  }),
  'an endpoint has a pace and a pile': pushed(async (world, owner) => {
    await world.pool.query('update endpoints set max_per_second = 1 where id = $1', [owner.endpointId]);
    return trackOrders(world, owner.merchantId, [2, 1, 1]);
  }),
  'a replay goes out beside a lane': pushed(async (world, { merchantId }) => {
    const orderId = await trackOrder(world, merchantId, 2);
    await world.feedReplays();
    await world.releaseDue();
    return orderId;
  }),
  'the visibility of a taken message is over': pulled((world) => Promise.resolve(world.advance(31 * second))),
  'a wake-up is noted': pushed(async (world, { merchantId, endpointId }) => {
    const orderId = await trackOrder(world, merchantId, 1);
    const letGo = await holdRows(world.databaseUrl, 'endpoint_windows where endpoint_id = $1', [endpointId]);
    await trackOrder(world, merchantId, 2);
    await letGo();
    return orderId;
  }),
  'a deleted endpoint has a pile': pushed(async (world, owner) => {
    await setWindow(world, owner, 1);
    const orderId = await trackOrders(world, owner.merchantId, [2, 1]);
    await switchOff(world, owner, 'delete');
    return orderId;
  }),
  'an order is late': {
    create: createPush,
    build: async (world, owner) => {
      const orderId = await trackOrder(world, owner.merchantId, 1);
      const timedOrderId = newOrderId();
      await world.apply([submitTimed(world, owner.merchantId, timedOrderId)]);
      world.advance(2 * minute);
      return { ...owner, orderId, sent: [...world.queue], taken: [], timedOrderId };
    },
  },
};

export const sceneNames = Object.keys(builds);

/** An order whose webhooks are delivered, and a replay of them that has not begun. */
const buildHistory = async (world: LedgerWorld, owner: Owner): Promise<void> => {
  const orderId = newOrderId();
  await world.apply([submit(world, owner.merchantId, orderId), reportStatus(world, orderId, 'ready')]);
  await deliverAll(world);
  await ackAll(world, owner);
  const range = {
    sinceMs: 0,
    untilMs: Date.UTC(2100, 0),
    states: ['delivered'],
    endpointId: owner.endpointId,
    events: ['status_changed'],
  };
  await replayRange(world.pool, { ownerId: owner.ownerId, range, actor: theSystem, nowMs: world.now() });
};

/** @param name one of `sceneNames` */
export const buildScene = async (world: LedgerWorld, name: string): Promise<Scene> => {
  const { create, build } = builds[name] ?? unknownScene(name);
  const owner = await create(world);
  const lateOrderId = newOrderId();
  await buildHistory(world, owner);
  await world.apply([requestReady(world, owner.merchantId, lateOrderId)]);
  world.advance(11 * minute);
  const built = await build(world, owner);
  const [lastId = ''] = await queryValues<string>(
    world.pool,
    'select id from webhook_deliveries where order_id = $1 and endpoint_id = $2 order by sequence desc limit 1',
    [built.orderId, built.endpointId],
  );
  const erasureId = randomUUID();
  await insertErasure(world.pool, {
    ...{ id: erasureId, order_id: built.orderId, phone_hash: null, whole_phone_hash: null, merchant_id: null },
    ...{ forced: true, requested_by: 'explorer', created_at: new Date(world.now()) },
  });
  const nowMs = world.now();
  return { ...built, lateOrderId, lastId, erasureId, day: dayOf(new Date(nowMs)), queue: [...world.queue], nowMs };
};

const unknownScene = (name: string): never => {
  throw new Error(`there is no starting world ${name}: ${sceneNames.join(', ')}`);
};
