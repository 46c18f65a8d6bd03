import type { OrderMessage, Verdict } from '@delivery/contracts';
import {
  type Transaction,
  inTransactionSendingCommit,
  type Pool,
  retryConflicts,
  type Sent,
  together,
} from '@delivery/postgres';
import { lockOrders } from './sql/lock-orders.js';
import { readNextWakeMs } from '../ledger/sql/next-wake.js';
import { countParked } from './sql/park-commands.js';
import { readChainEnds, readEndpointFilters } from '../ledger/sql/read-delivery-targets.js';
import { readCommands } from './sql/read-commands.js';
import type { Release } from '../ledger/sql/release-deliveries.js';
import type { ContentHasher } from './decide.js';
import { boundParked, shareMax, type Parked } from './bound-parked.js';
import { decideBatch, type BatchPlan } from './decide-batch.js';
import { planDeliveries, type ChainEnd, type DeliveryIds, type EndpointFilter } from '../ledger/plan-deliveries.js';
import { createOrders } from './create-orders.js';
import type { LockCaution } from './lock-caution.js';
import { withContents } from './with-contents.js';
import { leaveDeliveriesToRelay, writeDeliveries, writePlan } from './write-plan.js';

/** @param traceparents W3C trace contexts by command key, of those messages that have one: their events go on with it */
export type ApplyMessages = (
  messages: readonly OrderMessage[],
  traceparents?: ReadonlyMap<string, string>,
) => Promise<AppliedBatch>;
export type AppliedBatch = { verdicts: Map<string, Verdict>; plan: BatchPlan; releases: Release[] };

export type ApplyDeps = {
  pool: Pool;
  now: () => number;
  hashOf: ContentHasher;
  ids: DeliveryIds;
  /** Called after COMMIT with what the relay has to publish, and when it has to look next (see `readNextWakeMs`). */
  onReleased: (releases: Release[], nextWakeMs: number | null) => void;
  onParked: () => void;
  caution: Pick<LockCaution, 'isOn'>;
};

/**
 * Applies a batch of messages in one transaction of two flights: lock and read what they touch; decide in memory;
 * write, release what is due, commit. A batch of nothing but creates takes one flight, a conflict one more. Resolves after COMMIT. Rejects,
 * with nothing applied, when the database refuses or is away.
 */
export const createApplyMessages =
  (deps: ApplyDeps): ApplyMessages =>
  async (messages, traceparents) => {
    const created = await createOrders(deps, messages);
    if (!created) return applyWithLook(deps, messages, traceparents);
    // The creates are on record now, and what overtook them is decided.
    if (created.isAnyParked) await applyWithLook(deps, messages, traceparents);
    return created.applied;
  };

const applyWithLook = async (
  deps: ApplyDeps,
  messages: readonly OrderMessage[],
  traceparents: ReadonlyMap<string, string> | undefined,
): Promise<AppliedBatch> => {
  const { nextWakeMs, ...applied } = await retryConflicts(() =>
    inTransactionSendingCommit(deps.pool, (client) => applyInTransaction(client, messages, traceparents, deps)),
  );
  if (applied.plan.events.length > 0) deps.onReleased(applied.releases, nextWakeMs);
  if (applied.plan.park.length > 0) deps.onParked();
  return applied;
};

const applyInTransaction = async (
  client: Transaction,
  messages: readonly OrderMessage[],
  given: ReadonlyMap<string, string> | undefined,
  deps: ApplyDeps,
): Promise<Sent<AppliedBatch & { nextWakeMs: number | null }>> => {
  const orderIds = [...new Set(messages.map((message) => message.order_id))];
  // A create alone emits nothing: the commonest batch does without.
  const emits = messages.some(({ type }) => type !== 'order.submitted');
  const [locked, known, earlyTargets] = await together([
    lockOrders(client, orderIds),
    readCommands(client, messages, orderIds),
    emits ? readTargets(client, messages, orderIds) : undefined,
  ]);
  const orders = await withContents(client, messages, { orders: locked, commands: known.decided }, deps.hashOf);
  const nowMs = deps.now();
  const traceparents = known.traceparents.size > 0 ? new Map([...known.traceparents, ...(given ?? [])]) : given;
  const state = { orders, commands: known.decided, parked: known.parked, traceparents };
  const decided = decideBatch(messages, state, { nowMs, hashOf: deps.hashOf });
  const plan = await boundWaiting(client, decided, known.parked);
  const { verdicts, events } = plan;
  const targets = earlyTargets ?? (events.length > 0 ? await readTargets(client, messages, orderIds) : nobody);
  const deliveries = planDeliveries(events, targets.endpoints, targets.chainEnds, deps.ids);
  const write = deps.caution.isOn() ? leaveDeliveriesToRelay : writeDeliveries;
  // Sent in this order, and answered in it: what releases sees what was written before.
  const writes = together([
    writePlan(client, plan, new Date(nowMs), traceparents),
    deliveries.length > 0 ? write(client, deliveries, nowMs) : [],
    events.length > 0 ? readNextWakeMs(client) : null,
  ]);
  return { sent: writes.then(([, releases, nextWakeMs]) => ({ verdicts, plan, releases, nextWakeMs })) };
};

type Targets = { endpoints: readonly EndpointFilter[]; chainEnds: readonly ChainEnd[] };
const nobody: Targets = { endpoints: [], chainEnds: [] };

/** Whom events of these orders would go to. The chains are stable, because their orders are locked by now. */
const readTargets = async (
  client: Transaction,
  messages: readonly OrderMessage[],
  orderIds: readonly string[],
): Promise<Targets> => {
  // The merchant of an order that this batch creates is in no row yet.
  const merchantIds = [...new Set(messages.flatMap((message) => message.merchant_id ?? []))];
  const [endpoints, chainEnds] = await together([
    readEndpointFilters(client, orderIds, merchantIds),
    readChainEnds(client, orderIds),
  ]);
  return { endpoints, chainEnds };
};

/** The merchants' shares are counted only when something has to wait; of couriers' reports the look has told already. */
const boundWaiting = async (client: Transaction, plan: BatchPlan, byOrder: Parked['byOrder']): Promise<BatchPlan> => {
  if (plan.park.length === 0) return plan;
  const merchantIds = [...new Set(plan.park.flatMap((message) => message.merchant_id ?? []))];
  const byMerchant = merchantIds.length > 0 ? await countParked(client, merchantIds, shareMax.ofMerchant) : new Map();
  return boundParked(plan, { byMerchant, byOrder });
};
