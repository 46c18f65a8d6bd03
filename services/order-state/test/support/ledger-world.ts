import { randomBytes, randomUUID } from 'node:crypto';
import pino from 'pino';
import {
  type DeliveryAttempted,
  type DeliveryReleased,
  endpointSecretOf,
  type MerchantMode,
  type OrderMessage,
  type OrderStatus,
  platformOwnerId,
  unsetSettings,
} from '@delivery/contracts';
import { createPool, type Pool, type Queryable, queryOne } from '@delivery/postgres';
import { createRegistry, createSealer, type Sealer } from '@delivery/service-kit';
import { createDatabase } from '@delivery/test-support';
import { theSystem } from '../../src/activity/queries.js';
import { createPulling } from '../../src/create-engine.js';
import { createEndpointHistoryCounter } from '../../src/dashboards/record-history.js';
import { createHistoryCounter } from '../../src/dashboards/rules/count-history.js';
import { createOrderTimesCounter } from '../../src/dashboards/rules/count-order-times.js';
import { createUsageCounter } from '../../src/dashboards/rules/count-usage.js';
import { createDatabaseClock } from '../../src/database-clock.js';
import { insertEndpoint, type NewEndpoint } from '../../src/endpoints/queries/write-endpoints.js';
import { markPublished } from '../../src/ledger/queries/publishing.js';
import { releaseDueApart } from '../../src/ledger/release-due.js';
import { createAside, type OnSetAside } from '../../src/ledger/rules/aside.js';
import { createDeliveryIds, type NewDelivery } from '../../src/ledger/rules/deliveries.js';
import { type Release, toDeliveryReleased } from '../../src/ledger/rules/releases.js';
import { createSettleAttempts } from '../../src/ledger/settle-attempts.js';
import { ensurePlatform } from '../../src/merchants/platform-queries.js';
import { createMetrics } from '../../src/metrics.js';
import { tellOperationalEvents } from '../../src/operational-events/tell-operational-events.js';
import { createApplyMessages } from '../../src/orders/apply-messages.js';
import { createContentHasher } from '../../src/orders/rules/content.js';
import { createHandoverCodes } from '../../src/orders/rules/order.js';
import { createPhoneHasher } from '../../src/orders/rules/phones.js';
import { createDuePlanner } from '../../src/orders/rules/times.js';
import { createReplayFeeder } from '../../src/replays/feed-replays.js';
import { replayDeliveries } from '../../src/replays/run-replays.js';
import { createRetention } from '../../src/retention/apply-retention.js';
import { createPartitionDays } from '../../src/retention/queries/days.js';
import {
  createSweepLeases,
  createSweepStuck,
  sweepDeleted,
  type SweepDeps,
  sweepUnpublished,
} from '../../src/sweeps/sweep-ledger.js';
import { createSweepParked } from '../../src/sweeps/sweep-orders.js';
import { listSweeps } from '../../src/sweeps/sweeper.js';
import { feedAllReplays } from './feed-all-replays.js';
import { attemptedOf, messageOf, newOrderId } from './messages.js';

/** The delays of retries in each world, without jitter: four attempts. */
export const retrySchedule = [10_000, 30_000, 120_000];

export const dueMinutes = { prepare: 20, pickup: 5, drive: 20 };
export const courierNotFoundMs = 600_000;

/** A pool that waits longer for a lock than a service does, so that a slow machine decides no test. */
export const patience = { lockTimeoutMs: 6_000 };

export const hashPhone = createPhoneHasher(() => Buffer.alloc(32, 7));

const keptDays = { retentionDays: 90, idempotencyDays: undefined, activityDays: 365, customerDataDays: 30 };
const unheard = { onPurged: () => undefined, onErased: () => undefined, onSkipped: () => undefined };

type Retained = Pick<Parameters<typeof createRetention>[0], 'pool' | 'now'> &
  Partial<Parameters<typeof createRetention>[0]>;
/** One step of retention at a time, by the days that a service has unless others are given. */
export const stepRetention = (given: Retained) =>
  createRetention({ ...keptDays, ...unheard, logger: pino({ level: 'silent' }), ...given });
/** One walk of retention. */
export const walkRetention = async (given: Retained): Promise<void> => {
  const step = stepRetention(given);
  while ((await step()) > 0);
};

const ignored = () => undefined;
type Settling = Parameters<typeof createSettleAttempts>[0];
/** Settles attempts, and hands on what the test asks for. */
export const composeSettle = (given: Pick<Settling, 'pool' | 'now' | 'schedule'> & Partial<Settling>) =>
  createSettleAttempts({
    ...{ random: Math.random, onReleased: ignored, onDuePulled: ignored, onDisabled: ignored },
    ...given,
  });

type Applying = Parameters<typeof createApplyMessages>[0];
/** Applies messages with this content key: those of the queue, and reports by calls. */
export const composeApply = (
  given: Pick<Applying, 'pool' | 'now' | 'ids'> & Partial<Applying>,
  contentKey = Buffer.alloc(32, 7),
) => {
  const applying = {
    hashOf: createContentHasher(() => contentKey),
    planDue: createDuePlanner(dueMinutes),
    hashPhone: createPhoneHasher(() => contentKey),
    courierNotFoundMs,
    trackingUrlOf: undefined,
    handoverCodes: createHandoverCodes(() => contentKey),
    ...{ onReleased: ignored, onWake: ignored, onParked: ignored },
    ...given,
  };
  return {
    ...applying,
    apply: createApplyMessages({ ...applying, undecided: 'parked' }),
    applyReports: createApplyMessages({ ...applying, undecided: 'dropped' }),
  };
};

/** Replicas share these: a database, its clock and the keys of secrets. */
type Shared = { databaseUrl: string; now: () => number; sealer: Sealer };

/** A world that is another replica may get these instead of its own: its connections, and where its releases go. */
type Given = { pool: Pool; queue: DeliveryReleased[]; released: Release[] };

type WorldOptions = { isPatient?: boolean; startMs?: number; beside?: Shared; given?: Given };

/**
 * The real ledger on a real Postgres, with a clock that the test moves and a queue that the test may lose.
 * @param options.isPatient locks are waited for longer than a service waits
 * @param options.startMs when the clock begins, whose time the ids tell, too
 * @param options.beside the world of which this one is another replica
 */
export const createLedgerWorld = async (options: WorldOptions = {}) => {
  const { beside, given, startMs } = options;
  const database = beside ? undefined : await createDatabase();
  const databaseUrl = beside?.databaseUrl ?? database!.url;
  const logger = pino({ level: 'silent' });
  const poolMax = 4;
  const pool =
    given?.pool ??
    createPool({
      applicationName: 'test',
      databaseUrl,
      poolMax,
      planCacheMode: 'force_generic_plan',
      logger,
      ...(options.isPatient === true ? patience : {}),
    });
  // Tests apply more batches at once than the pool has connections; on a slow machine the last ones wait longer than a service.
  pool.options.connectionTimeoutMillis = 60_000;
  let nowMs = startMs ?? Date.UTC(2026, 5, 1, 12);
  const now = beside?.now ?? (() => nowMs);
  const ids = startMs === undefined && !beside ? deliveryIds : createDeliveryIds(now);
  await createPartitionDays(pool, new Date(now()), 7);
  /** The messages of the queue `webhook-dispatcher.deliveries`. */
  const queue = given?.queue ?? [];
  /** The releases handed over to be published, for tests that publish by themselves. */
  const released = given?.released ?? [];
  let losePublishes = false;

  const onReleased = (releases: Release[]) => {
    if (losePublishes) return;
    released.push(...releases);
    queue.push(...releases.map((release) => toDeliveryReleased(release, now())));
  };
  /** The pull endpoints whose polls were woken. */
  const woken: string[] = [];
  const onDuePulled = (endpointIds: readonly string[]) => void woken.push(...endpointIds);
  const onWake = ({ endpoints }: { endpoints: readonly string[] }) => onDuePulled(endpoints);
  const { apply, applyReports } = composeApply({ pool, now, ids, onReleased, onWake });
  const schedule = [...retrySchedule];
  const settle = composeSettle({ pool, now, schedule, random: () => 0.5, onReleased, onDuePulled });
  const settleReported = async (...given: Parameters<typeof settle>) => {
    await settle(...given);
  };
  const setAside: string[] = [];
  const onSetAside: OnSetAside = (loop, some) =>
    void setAside.push(...some.map(({ orderId, endpointId }) => `${loop} ${orderId ?? endpointId}`));
  const aside = createAside();
  const sweep: SweepDeps = {
    pool,
    now,
    leaseMs: 12 * 60_000,
    canPublish: () => true,
    onReleased,
    onStuck: () => undefined,
    onSetAside,
    logger,
  };

  const sealer = beside?.sealer ?? createSealer(randomBytes(32));
  const pulling = createPulling({
    pool,
    now,
    settle,
    sealer,
    metrics: createMetrics(createRegistry('order-state')),
    dueAt: () => undefined,
    logger,
  });
  const sweeps = listSweeps({
    ...sweep,
    ...keptDays,
    ...unheard,
    applyParked: applyReports,
    settleReported,
    history: createHistoryCounter(),
    endpointHistory: createEndpointHistoryCounter(),
    usage: createUsageCounter(),
    orderTimes: createOrderTimesCounter(() => null),
    consuming: {
      restoreBindings: () => Promise.resolve(),
      inspectQueues: () => Promise.resolve(undefined),
    },
    hashPhone,
    clock: createDatabaseClock(pool),
    sealer,
    replays: createReplayFeeder({ pool, now, onQueued: () => undefined, logger }),
    sendMail: undefined,
    ids,
    publicUrl: undefined,
    onWake,
  });

  return {
    logger,
    databaseUrl,
    pool,
    poolMax,
    queue,
    woken,
    sealer,
    released,
    apply,
    applyReports,
    settle,
    settleReported,
    onSetAside,
    setAside,
    now,
    /** The delays of retries, which a test may change. */
    schedule,
    advance: (ms: number) => {
      nowMs += ms;
    },
    /** Runs `work` as a process that dies right after COMMIT: its releases are never published. */
    dyingAfterCommit: async (work: () => Promise<unknown>) => {
      losePublishes = true;
      await work().finally(() => {
        losePublishes = false;
      });
    },
    markPublished: (messages: readonly DeliveryReleased[]) =>
      markPublished(
        pool,
        messages.map(({ delivery_id, generation }) => ({ id: delivery_id, generation })),
      ),
    takeMessages: pulling.takeMessages,
    ackMessages: pulling.ackMessages,
    expireTaken: pulling.expireTaken,
    /** One round of the relay. */
    releaseDue: async () => {
      await pulling.expireTaken();
      await releaseDueApart({ pool, aside, onSetAside, onReleased, onDuePulled }, now());
    },
    feedReplays: () => feedAllReplays({ pool, now, logger }),
    applyRetention: (retentionDays: number, customerDataDays: number, idempotencyDays?: number) =>
      walkRetention({ pool, now, retentionDays, customerDataDays, activityDays: retentionDays, idempotencyDays }),
    aside,
    sweepParked: createSweepParked({ pool, now, applyParked: applyReports, settleReported, onSetAside, logger }),
    sweeps,
    /** Tells what has happened to endpoints, by mail, too. */
    tell: () =>
      tellOperationalEvents({
        ...{ pool, now, ids, onReleased, onWake },
        areMailsSent: true,
        publicUrl: 'https://delivery.example',
      }),
    sweepUnpublished: () => sweepUnpublished(sweep),
    sweepLeases: createSweepLeases(sweep),
    sweepStuck: createSweepStuck(sweep),
    sweepDeleted: () => sweepDeleted(sweep),
    close: async () => {
      await pool.end();
      await database?.drop();
    },
  };
};

/** The count by intent, the triggers' count with what is not settled, and the number of rows; purged ones are counted by intent. */
export const readBalance = async (world: LedgerWorld) => {
  const { rows } = await world.pool.query<Record<'rows' | 'matched' | 'counted' | 'purged', number>>(`
    select (select count(*) from all_webhook_deliveries) as rows,
           (select coalesce(sum(n), 0)::int8 from ledger_counts where name = 'matched') as matched,
           (select coalesce(sum(n), 0)::int8 from ledger_counts where name = 'purged') as purged,
           (select coalesce(sum(n), 0)::int8 from ledger_counts where name not in ('matched', 'purged'))
             + (select count(*) from webhook_deliveries where state in ('waiting', 'in_flight')) as counted`);
  return rows[0]!;
};
export type LedgerWorld = Awaited<ReturnType<typeof createLedgerWorld>>;

/** Merchants in the directory, all with the same name. */
export const insertMerchants = async (
  client: Queryable,
  { ids, platformId, mode = 'live' }: { ids: readonly string[]; platformId: string; mode?: MerchantMode },
): Promise<void> => {
  const owner = platformOwnerId(platformId, mode);
  for (let from = 0; from < ids.length; from += insertedMax)
    await client.query(insertMerchantsSql, [ids.slice(from, from + insertedMax), owner, mode]);
};

/** Within the time that a statement has, also on a busy machine. */
const insertedMax = 2_000;

const insertMerchantsSql = `
  with moved as (
    update directory_state set version = greatest(version, (select max(version) from owners)) + cardinality($1::text[])
    returning version
  ), owner as (
    insert into owners (id, kind, mode, name, version)
    select id, 'merchant', $3, 'm', version + 1 - place from moved, unnest($1::text[]) with ordinality as given (id, place)
  )
  insert into merchants (id, platform_owner_id) select unnest($1::text[]), $2`;

/** As if the platform of the merchant had a token. @returns its owner in the mode live */
export const givePlatformCalls = async (client: Queryable, merchantId: string): Promise<string> => {
  const { id } = await queryOne<{ id: string }>(
    client,
    `with moved as (update directory_state set version = version + 1 returning version)
     update owners set version = moved.version from moved where id = (select platform_owner_id from merchants where id = $1)
     returning id`,
    [merchantId],
  );
  return id;
};

export const createMerchant = async (
  world: LedgerWorld,
  endpoints: (readonly string[] | null)[],
  mode: MerchantMode = 'live',
) => {
  const merchantId = randomUUID().replaceAll('-', '');
  const platformId = await ensurePlatform(world.pool, { id: randomUUID(), name: merchantId });
  await world.pool.query(`insert into platform_keys (owner_id, key_hash, sealed_key) values ($1, $2, 'x')`, [
    platformOwnerId(platformId, mode),
    merchantId,
  ]);
  await insertMerchants(world.pool, { ids: [merchantId], platformId, mode });
  const endpointIds: string[] = [];
  for (const events of endpoints) {
    const id = randomUUID();
    endpointIds.push(id);
    await world.pool.query(
      `insert into endpoints (id, owner_id, url, events, secrets, mode)
       values ($1::uuid, $2, 'http://127.0.0.1:1/' || $1::uuid, $3, '[{"sealed": "s", "expires_at": null}]', $4)`,
      [id, merchantId, events, mode],
    );
    await world.pool.query('insert into endpoint_windows (endpoint_id) values ($1)', [id]);
  }
  return { merchantId, endpointIds };
};

/** An endpoint of this owner. */
export const addEndpoint = async (
  world: LedgerWorld,
  ownerId: string,
  { type, events = null, secret }: Pick<NewEndpoint, 'type'> & { events?: NewEndpoint['events']; secret: string },
): Promise<string> => {
  const id = randomUUID();
  const secrets = [{ sealed: world.sealer.seal(secret, endpointSecretOf(id)), expires_at: null }];
  const url = type === 'push' ? `http://127.0.0.1:1/${id}` : null;
  const unset = { ...unsetSettings, reference: null, header: null, open_delivery: null };
  await insertEndpoint(world.pool, { ...unset, id, ownerId, type, url, events, secrets }, theSystem);
  return id;
};

/** A merchant with one pull endpoint, whose secret is as given. */
export const createPullMerchant = async (world: LedgerWorld, secret: string) => {
  const { merchantId } = await createMerchant(world, []);
  return { merchantId, endpointId: await addEndpoint(world, merchantId, { type: 'pull', secret }) };
};

const orderContent = {
  external_id: 'x',
  display_id: '1',
  customer: { name: 'n', phone: '12345678' },
  address: {
    country: 'BR',
    state: 'SP',
    city: 'c',
    street: 's',
    number: '1',
    coordinates: { latitude: 1, longitude: 2 },
  },
  payment: { prepaid: 0, pending: 0, methods: [] },
};

/** @param externalId from which the order id must follow where the message goes through the broker */
export const submit = (
  world: Pick<LedgerWorld, 'now'>,
  merchantId: string,
  orderId: string,
  externalId: string = orderId,
): OrderMessage => {
  const payload = { order: { ...orderContent, external_id: externalId }, external_data: '{}' };
  return messageOf(orderId, { type: 'order.submitted', merchant_id: merchantId, payload }, world.now());
};

export const requestReady = (world: LedgerWorld, merchantId: string, orderId: string): OrderMessage =>
  messageOf(orderId, { type: 'order.ready_requested', merchant_id: merchantId, payload: {} }, world.now());

export const reportStatus = (world: Pick<LedgerWorld, 'now'>, orderId: string, status: OrderStatus): OrderMessage =>
  messageOf(orderId, { type: 'status.reported', payload: { status } }, world.now());

export const reportTrackingUrl = (world: Pick<LedgerWorld, 'now'>, orderId: string, path: string): OrderMessage =>
  messageOf(
    orderId,
    { type: 'tracking_url.reported', payload: { tracking_url: `https://track.example/${path}` } },
    world.now(),
  );

/** A replay of everything that was delivered. */
export const wholeRange = {
  ...{ sinceMs: 0, untilMs: Date.UTC(2100, 0), endpointId: null, events: null },
  states: ['delivered'],
};

const deliveryIds = createDeliveryIds(Date.now);

/** The first event of an order of its own. */
export const newDelivery = (endpointId: string, given: Partial<NewDelivery>): NewDelivery => ({
  id: deliveryIds.id(),
  orderId: randomUUID(),
  endpointId,
  ownerId: 'm',
  orderMerchantId: null,
  mode: 'live',
  sequence: 1,
  previousSequence: 0,
  event: 'status_changed',
  body: '{}',
  traceparent: null,
  webhookId: deliveryIds.webhookIdOf(randomUUID()),
  gateOpen: true,
  createdAtMs: 0,
  ...given,
});

/** Deliveries that were released now: pushed, or taken until then. */
export const addInFlight = async (
  world: Pick<LedgerWorld, 'pool' | 'now'>,
  endpointId: string,
  { count, visibleUntil }: { count: number; visibleUntil: Date | null },
): Promise<void> => {
  await world.pool.query(
    `insert into webhook_deliveries (id, order_id, endpoint_id, owner_id, sequence, previous_sequence, event, webhook_id, state, gate_open,
                             not_before, generation, released_at, created_at, visible_until)
     select gen_random_uuid(), n, e.id, e.owner_id, 1, 0, 'status_changed', n, 'in_flight', true, $2, 1, $2, $2, $3
     from endpoints e, generate_series(1, $4) n where e.id = $1`,
    [endpointId, new Date(world.now()), visibleUntil, count],
  );
};

/** The report of an attempt of a released delivery. */
export const attemptOf = (
  world: Pick<LedgerWorld, 'now'>,
  release: Pick<DeliveryReleased, Attempted>,
  result: AttemptResult,
): DeliveryAttempted => {
  const { delivery_id, order_id, endpoint_id, owner_id, generation, attempt, revision } = release;
  return attemptedOf({
    ...{ delivery_id, order_id, endpoint_id, owner_id, generation, attempt, revision },
    occurred_at: new Date(world.now()).toISOString(),
    status_code: result.unreachable ? null : result.outcome === 'delivered' ? 200 : 500,
    error_code: result.outcome === 'delivered' ? null : 'http_status',
    ...result,
  });
};
export type AttemptResult = Pick<DeliveryAttempted, 'outcome' | 'unreachable'> & Partial<DeliveryAttempted>;
type Attempted = 'delivery_id' | 'order_id' | 'endpoint_id' | 'owner_id' | 'generation' | 'attempt' | 'revision';

export const delivered = { outcome: 'delivered', unreachable: false } as const;
export const failed = { outcome: 'failed', unreachable: false } as const;

/** A failure whose receiver asks for a wait that is longer than the delay of the schedule. */
export const failedFor = (ms: number): AttemptResult => ({ ...failed, status_code: 503, retry_after_ms: ms });

const giveUp = { id: randomUUID(), kind: 'exhaust', webhook_id: 'msg_1', at: new Date(0).toISOString() } as const;
/** The last failure, whatever the schedule says: its endpoint was asked to give up the delivery after one attempt. */
export const exhausted: AttemptResult = {
  ...failed,
  fault: { ...giveUp, status_code: 500, error_code: 'http_status', handled: true },
};

/** Creates orders, and makes them ready: in a batch each. */
export const readyOrders = async (world: LedgerWorld, merchantId: string, count: number): Promise<void> => {
  const orderIds = Array.from({ length: count }, newOrderId);
  await world.apply(orderIds.map((orderId) => submit(world, merchantId, orderId)));
  await world.apply(orderIds.map((orderId) => reportStatus(world, orderId, 'ready')));
};

/** Until nothing is left in the queue: a success may release the delivery behind it. */
export const deliverAll = async (world: LedgerWorld): Promise<void> => {
  while (world.queue.length > 0)
    await world.settle(world.queue.splice(0).map((message) => attemptOf(world, message, delivered)));
};

/** Sends one delivery again, as the merchant. @returns the new replay, or why there is none */
export const replayDelivery = async (
  pool: Pool,
  { deliveryId, merchantId, nowMs }: { merchantId: string; deliveryId: string; nowMs: number },
) => {
  const created = await replayDeliveries(pool, {
    ownerId: merchantId,
    nowMs,
    deliveryIds: [deliveryId],
    actor: theSystem,
  });
  return 'refused' in created ? created.refused : created;
};
