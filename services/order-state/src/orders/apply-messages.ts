import type { OrderMessage } from '@delivery/contracts';
import { readThenWrite, retryConflicts, together, type Transaction } from '@delivery/postgres';
import { joinChainEnds, withChainEnds } from '../ledger/rules/chain-ends.js';
import type { NewDelivery } from '../ledger/rules/delivery.js';
import { type ChainEnd, type EndpointFilter, listDuePulled, planDeliveries } from '../ledger/rules/plan-deliveries.js';
import { readChainEnds, readEndpointFilters } from '../ledger/sql/read-delivery-targets.js';
import { type Released, releaseDeliveries } from '../ledger/sql/release-deliveries.js';
import type { AppliedBatch, ApplyDeps } from './apply-deps.js';
import { createOrders } from './create-orders.js';
import { boundParked, type Parked, shareMax } from './rules/bound-parked.js';
import { type BatchPlan, decideBatch } from './rules/decide-batch.js';
import { lockOrders, lockOrdersAndParked } from './sql/lock-orders.js';
import { countParked } from './sql/park-commands.js';
import { type KnownCommands, readCommands, readDecidedByDay } from './sql/read-commands.js';
import { readGoneOrders } from './sql/read-gone-orders.js';
import { withContents } from './with-contents.js';
import { writePlan } from './write-plan.js';

/**
 * @param traceparents W3C trace contexts by command key, of those messages that have one: their events go on with it
 * @param held ids of orders that another session holds: their messages are parked, and nothing waits for them
 */
export type ApplyMessages = (
  messages: readonly OrderMessage[],
  traceparents?: ReadonlyMap<string, string>,
  held?: ReadonlySet<string>,
) => Promise<AppliedBatch>;

/**
 * Applies a batch of messages in one transaction of two flights: lock and read what they touch; decide in memory;
 * write, release what is due, commit. A batch of nothing but creates takes one flight, a conflict one more. Resolves after COMMIT. Rejects,
 * with nothing applied, when the database refuses or is away.
 */
export const createApplyMessages =
  (deps: ApplyDeps): ApplyMessages =>
  async (messages, traceparents, held = new Set()) => {
    const given = { messages, traceparents, held };
    if (held.size > 0 || messages.some(({ type }) => type !== 'order.submitted'))
      return applyWithLook(deps, given, 'none');
    const created = await createOrders(deps, messages);
    if (!created) return applyWithLook(deps, given, 'some');
    // The creates are on record now, and what overtook them is decided.
    if (created.isAnyParked) await applyWithLook(deps, given, 'some');
    return created.applied;
  };

/**
 * Whether messages of a batch were decided before, as far as anybody knows. Their records are looked for where some may
 * have been: nearly always none was, and the keys of what is written tell.
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
  if (plan.events.length > 0) {
    deps.onReleased(written.releases, written.nextWakeMs);
    const merchants = [...new Set(plan.events.map(({ merchantId }) => merchantId))];
    deps.onWake({ endpoints: decided.duePulled, merchants });
  }
  if (plan.park.length > 0) deps.onParked();
  return { verdicts: plan.verdicts, plan, releases: written.releases };
};

type Given = {
  messages: readonly OrderMessage[];
  traceparents: ReadonlyMap<string, string> | undefined;
  held: ReadonlySet<string>;
  repeats: Repeats;
};

type Decided = {
  plan: BatchPlan;
  deliveries: NewDelivery[];
  duePulled: string[];
  nowMs: number;
  traceparents: ReadonlyMap<string, string> | undefined;
};

/** The first flight locks and reads what the messages touch; the rest is decided in memory. */
const lookAndDecide = async (
  client: Transaction,
  { messages, traceparents: given, held, repeats }: Given,
  deps: ApplyDeps,
): Promise<Decided> => {
  const orderIds = [...new Set(messages.map((message) => message.order_id))];
  const lock = deps.undecided === 'parked' ? lockOrders : lockOrdersAndParked;
  // A create alone emits nothing: the commonest batch does without.
  const emits = messages.some(({ type }) => type !== 'order.submitted');
  const { locked, known, earlyTargets } = await together({
    locked: lock(client, held.size > 0 ? orderIds.filter((orderId) => !held.has(orderId)) : orderIds),
    known: readCommands(client, messages, orderIds),
    earlyTargets: emits ? readTargets(client, messages, orderIds) : undefined,
  });
  const missing = orderIds.filter((orderId) => !locked.has(orderId));
  // After the lock: whoever took an order that it waited for is seen now.
  const gone = await readGoneOrders(client, missing);
  const commands = repeats === 'none' ? known.decided : await readDecided(client, messages, known);
  const orders = await withContents(client, messages, { orders: locked, commands }, deps.hashOf);
  const nowMs = deps.now();
  const traceparents = known.traceparents.size > 0 ? new Map([...known.traceparents, ...(given ?? [])]) : given;
  const waiting = deps.undecided === 'parked' ? new Set([...held, ...known.waitForLock]) : held;
  const behind = new Set(missing.filter((orderId) => waiting.has(orderId)));
  const state = { orders, gone, commands, parked: known.parked, held: behind, traceparents };
  const decided = decideBatch(messages, state, { nowMs, hashOf: deps.hashOf });
  const plan =
    deps.undecided === 'dropped' ? { ...decided, park: [] } : await boundWaiting(client, decided, known.parked);
  const targets = earlyTargets ?? (plan.events.length > 0 ? await readTargets(client, messages, orderIds) : nobody);
  const chainEnds = joinChainEnds(orders.values(), targets.chainEnds);
  const deliveries = planDeliveries(plan.events, targets.endpoints, chainEnds, deps.ids);
  const duePulled = listDuePulled(deliveries, targets.endpoints);
  return { plan: withDeliveries(plan, deliveries), deliveries, duePulled, nowMs, traceparents };
};

const withDeliveries = (plan: BatchPlan, deliveries: readonly NewDelivery[]): BatchPlan => ({
  ...plan,
  created: withChainEnds(plan.created, deliveries),
  changed: withChainEnds(plan.changed, deliveries),
});

/** What is recorded of the messages, and of those that wait for their orders, wherever it is. */
const readDecided = async (
  client: Transaction,
  messages: readonly OrderMessage[],
  known: KnownCommands,
): Promise<KnownCommands['decided']> => {
  const inDays = await readDecidedByDay(client, [...messages, ...[...known.parked.values()].flat()]);
  return new Map([...known.decided, ...inDays]);
};

/** The second flight. What releases sees what was written before it. */
const writeDecided = async (
  client: Transaction,
  { plan, deliveries, nowMs, traceparents }: Decided,
): Promise<Released> => {
  const { released } = await together({
    plan: writePlan(client, plan, new Date(nowMs), traceparents),
    released: deliveries.length > 0 ? releaseCreated(client, deliveries, nowMs) : nothingReleased,
  });
  return released;
};

const nothingReleased: Released = { releases: [], nextWakeMs: null };

/** The windows are locked last, right before they are needed: all transactions that concern an endpoint share its row. */
const releaseCreated = (client: Transaction, created: readonly NewDelivery[], nowMs: number): Promise<Released> => {
  const due = created.filter(({ gateOpen }) => gateOpen).map(({ endpointId }) => endpointId);
  return releaseDeliveries(client, { endpointIds: [...new Set(due)], created }, nowMs);
};

type Targets = { endpoints: readonly EndpointFilter[]; chainEnds: readonly ChainEnd[] };
const nobody: Targets = { endpoints: [], chainEnds: [] };

/** Whom events of these orders would go to. The chains are stable, because their orders are locked by now. */
const readTargets = (
  client: Transaction,
  messages: readonly OrderMessage[],
  orderIds: readonly string[],
): Promise<Targets> => {
  // The merchant of an order that this batch creates is in no row yet.
  const merchantIds = [...new Set(messages.flatMap((message) => message.merchant_id ?? []))];
  return together({
    endpoints: readEndpointFilters(client, orderIds, merchantIds),
    chainEnds: readChainEnds(client, orderIds),
  });
};

/** The merchants' shares are counted only when something has to wait; of couriers' reports the look has told already. */
const boundWaiting = async (client: Transaction, plan: BatchPlan, byOrder: Parked['byOrder']): Promise<BatchPlan> => {
  if (plan.park.length === 0) return plan;
  const merchantIds = [...new Set(plan.park.flatMap((message) => message.merchant_id ?? []))];
  const byMerchant = merchantIds.length > 0 ? await countParked(client, merchantIds, shareMax.ofMerchant) : new Map();
  return boundParked(plan, { byMerchant, byOrder });
};
