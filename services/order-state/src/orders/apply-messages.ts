import type { OrderMessage, Verdict, Wake } from '@delivery/contracts';
import {
  awaitAll,
  classifyDatabaseError,
  limitStatements,
  type Pool,
  readThenWrite,
  retryConflicts,
  type Transaction,
  writeAtOnce,
} from '@delivery/postgres';
import { type EventReaders, noReaders, readEventReaders } from '../ledger/queries/event-readers.js';
import { type Released, releaseDeliveries } from '../ledger/queries/release-deliveries.js';
import { readLaneEnds } from '../ledger/queries/write-deliveries.js';
import {
  type DeliveryIds,
  joinLaneEnds,
  type LaneEnd,
  listDuePulled,
  type NewDelivery,
  planDeliveries,
  withLaneEnds,
} from '../ledger/rules/deliveries.js';
import type { Release } from '../ledger/rules/releases.js';
import { type KnownCommands, readCommands, readDecidedByDay } from './queries/commands.js';
import { countParked, isAnyParkedFor } from './queries/parked.js';
import { readContents, readPurgedOrders } from './queries/read-orders.js';
import { lockOrders, lockOrdersAndParked, readLeftOut, writePlan } from './queries/write-orders.js';
import type { ContentHasher } from './rules/content.js';
import { type DecideContext, hasHashOf } from './rules/decide.js';
import {
  type BatchPlan,
  type BatchState,
  boundParked,
  commandKeyOf,
  decideBatch,
  type Parked,
  shareMax,
} from './rules/decide-batch.js';
import type { HandoverCodes } from './rules/order.js';
import { changedMerchants, toldSystems } from './rules/outcomes.js';
import type { PhoneHasher } from './rules/phones.js';
import type { DuePlanner } from './rules/times.js';

export type ApplyDeps = {
  pool: Pool;
  now: () => number;
  hashOf: ContentHasher;
  planDue: DuePlanner;
  hashPhone: PhoneHasher;
  courierNotFoundMs: number;
  /** The address of an order's tracking page. `undefined`: there are no such pages. */
  trackingUrlOf: ((orderId: string) => string) | undefined;
  handoverCodes: HandoverCodes;
  ids: DeliveryIds;
  /** Called after COMMIT with the releases to publish, and when the relay has to look next (see `Released`). */
  onReleased: (releases: Release[], nextWakeMs: number | null) => void;
  /** Called after COMMIT with the owners and endpoints whose waiting polls should look. */
  onWake: (wake: WokenPolls) => void;
  onParked: () => void;
  /**
   * Whether a message that cannot be decided yet is parked or dropped: dropped if its caller gets a refusal, or if it
   * is parked already. Its verdict is `parked` either way.
   */
  undecided: 'parked' | 'dropped';
};

type WokenPolls = Pick<Wake, 'endpoints' | 'merchants' | 'courier_systems'>;

export type AppliedBatch = { verdicts: Map<string, Verdict>; plan: BatchPlan; releases: Release[] };

/**
 * @param traceparents W3C trace contexts by command key, of those messages that have one: their events go on with it
 * @param held ids of orders that another session holds: their messages are parked, and nothing waits for them
 * @param statementMs how long a statement may run, where that is less than usual
 */
export type ApplyMessages = (
  messages: readonly OrderMessage[],
  traceparents?: ReadonlyMap<string, string>,
  held?: ReadonlySet<string>,
  statementMs?: number,
) => Promise<AppliedBatch>;

/**
 * Applies a batch of messages in one transaction of two pipelines: lock and read the rows that they touch; decide in
 * memory; write, release due deliveries, commit. A batch of nothing but creates takes one pipeline, a conflict one
 * more. Resolves after COMMIT. Rejects, with nothing applied, when the database refuses or is away.
 */
export const createApplyMessages = (deps: ApplyDeps): ApplyMessages => {
  const seen = createSeenOrders();
  return async (messages, traceparents, held = new Set(), statementMs) => {
    const given = { messages, traceparents, held, statementMs };
    if (held.size > 0 || messages.some(({ type }) => type !== 'order.submitted'))
      return applyWithLook(deps, given, 'none');
    const isRepeated = seen.hasAny(messages);
    seen.add(messages);
    if (isRepeated) return applyWithLook(deps, given, 'some');
    const created = await createOrders(deps, messages, statementMs);
    if (!created) return applyWithLook(deps, given, 'some');
    // The creates are on record now, and commands that overtook them are decided.
    if (created.isAnyParked) await applyWithLook(deps, given, 'some');
    return created.applied;
  };
};

const seenMax = 20_000;

/**
 * Orders of the last creates. A repeated create undoes the whole batch that holds it, which is then applied with a
 * look: if the same create came over and over, every batch would be written twice.
 */
const createSeenOrders = () => {
  const seen = new Set<string>();
  return {
    hasAny: (messages: readonly OrderMessage[]): boolean => messages.some(({ order_id }) => seen.has(order_id)),
    add: (messages: readonly OrderMessage[]): void => {
      for (const { order_id } of messages) seen.add(order_id);
      for (const orderId of seen) {
        if (seen.size <= seenMax) return;
        seen.delete(orderId);
      }
    },
  };
};

/**
 * Whether messages of a batch were decided before, as far as this process knows. Their records are looked for where
 * some may have been: nearly always none was, and a conflict of keys shows the rest.
 */
type Repeats = 'none' | 'some';

const applyWithLook = async (
  deps: ApplyDeps,
  given: Omit<Given, 'repeats'>,
  expected: Repeats,
): Promise<AppliedBatch> => {
  let repeats = expected;
  const { read: decided, written } = await retryConflicts(() => {
    const look = { ...given, repeats };
    repeats = 'some';
    return readThenWrite(deps.pool, (client) => lookAndDecide(client, look, deps), writeDecided);
  });
  const { plan } = decided;
  if (plan.events.length + plan.courierEvents.length > 0) {
    deps.onReleased(written.releases, written.nextWakeMs);
    deps.onWake({
      endpoints: decided.duePulled,
      merchants: changedMerchants(plan.events),
      courier_systems: toldSystems(plan.courierEvents),
    });
  }
  if (plan.park.length > 0) deps.onParked();
  return { verdicts: plan.verdicts, plan, releases: written.releases };
};

type Given = {
  messages: readonly OrderMessage[];
  traceparents: ReadonlyMap<string, string> | undefined;
  held: ReadonlySet<string>;
  statementMs: number | undefined;
  repeats: Repeats;
};

type Decided = {
  plan: BatchPlan;
  deliveries: NewDelivery[];
  duePulled: string[];
  nowMs: number;
  traceparents: ReadonlyMap<string, string> | undefined;
};

/** The first pipeline locks and reads the rows that the messages touch; the rest is decided in memory. */
const lookAndDecide = async (
  client: Transaction,
  { messages, traceparents: given, held, statementMs, repeats }: Given,
  deps: ApplyDeps,
): Promise<Decided> => {
  const orderIds = [...new Set(messages.map((message) => message.order_id))];
  const lock = deps.undecided === 'parked' ? lockOrders : lockOrdersAndParked;
  // A create alone emits nothing: the commonest batch does without.
  const emits = messages.some(({ type }) => type !== 'order.submitted');
  const {
    locked: all,
    known,
    earlyTargets,
  } = await awaitAll({
    limited: statementMs !== undefined && limitStatements(client, statementMs),
    locked: lock(client, held.size > 0 ? orderIds.filter((orderId) => !held.has(orderId)) : orderIds),
    known: readCommands(client, messages, orderIds),
    earlyTargets: emits ? readTargets(client, messages, orderIds) : undefined,
  });
  const targets =
    earlyTargets ?? (known.parked.size > 0 ? await readTargets(client, messages, orderIds) : noRecipients);
  const nowMs = deps.now();
  const aside = [...known.asideUntil].flatMap(([orderId, until]) => (until.getTime() > nowMs ? [orderId] : []));
  const locked = aside.length > 0 ? new Map([...all].filter(([orderId]) => !aside.includes(orderId))) : all;
  const missing = orderIds.filter((orderId) => !locked.has(orderId));
  // After the lock: a purge that the lock waited for is seen now.
  const purged = await readPurgedOrders(client, missing);
  const commands = repeats === 'none' ? known.decided : await readDecided(client, messages, known);
  const waited = [...known.parked.values()].flat();
  const orders = await withContents(client, [...waited, ...messages], { orders: locked, commands }, deps.hashOf);
  const traceparents = known.traceparents.size > 0 ? new Map([...known.traceparents, ...(given ?? [])]) : given;
  const waiting = new Set([...held, ...aside, ...(deps.undecided === 'parked' ? known.waitForLock : [])]);
  const leftOut = await readLeftOut(client, messages, missing);
  const behind = new Set([...missing.filter((orderId) => waiting.has(orderId)), ...leftOut]);
  const state = { orders, purged, commands, parked: known.parked, held: behind, traceparents };
  const decided = withPlatforms(decideBatch(messages, state, contextOf(deps, nowMs, targets)), targets);
  const plan =
    deps.undecided === 'dropped' ? { ...decided, park: [] } : await boundWaiting(client, decided, known.parked);
  const laneEnds = joinLaneEnds(orders.values(), targets.laneEnds);
  const deliveries = planDeliveries([...plan.events, ...plan.courierEvents], targets.endpoints, laneEnds, deps.ids);
  const duePulled = listDuePulled(deliveries, targets.endpoints);
  return { plan: withDeliveries(plan, deliveries), deliveries, duePulled, nowMs, traceparents };
};

const contextOf = (deps: ApplyDeps, nowMs: number, readers: EventReaders): DecideContext => ({
  nowMs,
  hashOf: deps.hashOf,
  planDue: deps.planDue,
  hashPhone: deps.hashPhone,
  courierNotFoundMs: deps.courierNotFoundMs,
  serving: readers.serving,
  disabledSystems: readers.disabledSystems,
  pausedSystems: readers.pausedSystems,
  handoverCodes: deps.handoverCodes,
  trackingPageOf: ({ id, merchantId }) => (readers.tracked.has(merchantId) ? deps.trackingUrlOf?.(id) : undefined),
});

const withPlatforms = (plan: BatchPlan, { platforms }: EventReaders): BatchPlan =>
  platforms.size === 0
    ? plan
    : { ...plan, events: plan.events.map((event) => ({ ...event, platform: platforms.get(event.merchantId) })) };

const withDeliveries = (plan: BatchPlan, deliveries: readonly NewDelivery[]): BatchPlan => ({
  ...plan,
  created: withLaneEnds(plan.created, deliveries),
  changed: withLaneEnds(plan.changed, deliveries),
});

/** The records of the messages, and of those that wait for their orders, in any partition. */
const readDecided = async (
  client: Transaction,
  messages: readonly OrderMessage[],
  known: KnownCommands,
): Promise<KnownCommands['decided']> => {
  const inDays = await readDecidedByDay(client, [...messages, ...[...known.parked.values()].flat()]);
  return new Map([...known.decided, ...inDays]);
};

/** The second pipeline. The releasing statement sees the rows written before it. */
const writeDecided = async (
  client: Transaction,
  { plan, deliveries, nowMs, traceparents }: Decided,
): Promise<Released> => {
  const { released } = await awaitAll({
    plan: writePlan(client, plan, new Date(nowMs), traceparents),
    released: deliveries.length > 0 ? releaseCreated(client, deliveries, nowMs) : nothingReleased,
  });
  return released;
};

const nothingReleased: Released = { releases: [], nextWakeMs: null };

/** Windows are locked last, right before they are needed: all transactions about an endpoint share its row. */
const releaseCreated = (client: Transaction, created: readonly NewDelivery[], nowMs: number): Promise<Released> => {
  const due = created.filter(({ gateOpen }) => gateOpen).map(({ endpointId }) => endpointId);
  return releaseDeliveries(client, { endpointIds: [...new Set(due)], created }, nowMs);
};

type Targets = EventReaders & { laneEnds: readonly LaneEnd[] };
const noRecipients: Targets = { ...noReaders, laneEnds: [] };

/** The recipients of events of these orders. The lanes are stable, because their orders are locked. */
const readTargets = async (
  client: Transaction,
  messages: readonly OrderMessage[],
  orderIds: readonly string[],
): Promise<Targets> => {
  // The merchant of an order that this batch creates is in no row yet.
  const merchantIds = [...new Set(messages.flatMap((message) => message.merchant_id ?? []))];
  const { readers, laneEnds } = await awaitAll({
    readers: readEventReaders(client, orderIds, merchantIds),
    laneEnds: readLaneEnds(client, orderIds),
  });
  return { ...readers, laneEnds };
};

/** The merchants' shares are counted only when something has to wait; couriers' reports were counted by the look. */
const boundWaiting = async (client: Transaction, plan: BatchPlan, byOrder: Parked['byOrder']): Promise<BatchPlan> => {
  if (plan.park.length === 0) return plan;
  const merchantIds = [...new Set(plan.park.flatMap((message) => message.merchant_id ?? []))];
  const byMerchant = merchantIds.length > 0 ? await countParked(client, merchantIds, shareMax.ofMerchant) : new Map();
  return boundParked(plan, { byMerchant, byOrder });
};

const none = new Map();
const nothing = { orders: none, purged: none, commands: none, parked: none, held: new Set<string>() };

/**
 * Applies a batch of nothing but creates in one pipeline, as if none of their orders were there: nearly always none is.
 * The primary keys tell when one is, and then nothing has been written.
 * @returns whether anything was parked for these orders, which is left to be decided; `undefined` when something of it
 * was there: it has to be applied with a look
 */
const createOrders = async (
  deps: ApplyDeps,
  messages: readonly OrderMessage[],
  statementMs: number | undefined,
): Promise<{ applied: AppliedBatch; isAnyParked: boolean } | undefined> => {
  const nowMs = deps.now();
  const plan = decideBatch(messages, nothing, contextOf(deps, nowMs, noRecipients));
  const orderIds = plan.created.map(({ id }) => id);
  try {
    const { isAnyParked } = await writeAtOnce(deps.pool, (client) =>
      awaitAll({
        limited: statementMs !== undefined && limitStatements(client, statementMs),
        written: writePlan(client, plan, new Date(nowMs), undefined),
        isAnyParked: isAnyParkedFor(client, orderIds),
      }),
    );
    return { applied: { verdicts: plan.verdicts, plan, releases: [] }, isAnyParked };
  } catch (error) {
    if (classifyDatabaseError(error) === 'conflict') return undefined;
    throw error;
  }
};

/**
 * The locked orders, with the content of those that a message not yet decided changes, or a create says otherwise: the
 * answer names the fields. Contents are large and both are rare, hence they are read only then.
 */
const withContents = async (
  client: Transaction,
  messages: readonly OrderMessage[],
  { orders, commands }: Pick<BatchState, 'orders' | 'commands'>,
  hashOf: ContentHasher,
): Promise<BatchState['orders']> => {
  const needsContent = (message: OrderMessage): boolean => {
    const order = orders.get(message.order_id);
    if (!order || commands.has(commandKeyOf(message))) return false;
    if (message.type === 'order.change_requested') return true;
    return message.type === 'order.submitted' && !hasHashOf(order, message, hashOf);
  };
  const orderIds = [...new Set(messages.filter(needsContent).map((message) => message.order_id))];
  if (orderIds.length === 0) return orders;
  const contents = await readContents(client, orderIds);
  return new Map([...orders].map(([id, order]) => [id, { ...order, content: contents.get(id) ?? null }]));
};
