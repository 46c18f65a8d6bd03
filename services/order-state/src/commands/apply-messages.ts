import type { OrderMessage, Verdict } from '@delivery/contracts';
import { countParked, parkCommands, unparkCommands } from '../db/park-commands.js';
import { ConcurrentChangeError, retryConflicts } from '../db/error-kind.js';
import { insertCommands } from '../db/insert-commands.js';
import { countMatched, insertDeliveries } from '../db/insert-deliveries.js';
import { insertEvents } from '../db/insert-events.js';
import { insertOrders } from '../db/insert-orders.js';
import { lockOrders } from '../db/lock-orders.js';
import { lockWindows } from '../db/lock-windows.js';
import { inTransaction, type Client, type Pool } from '../db/pool.js';
import { readChainEnds, readEndpointFilters } from '../db/read-delivery-targets.js';
import { readCommands } from '../db/read-commands.js';
import { releaseDeliveries, type Release } from '../db/release-deliveries.js';
import { updateOrders } from '../db/update-orders.js';
import type { ContentHasher } from '../domain/decide.js';
import { decideBatch, refuseParked, type BatchPlan } from '../domain/decide-batch.js';
import type { Order, OrderEvent } from '../domain/order.js';
import { isFinal } from '../domain/transition.js';
import { planDeliveries, type DeliveryIds } from '../ledger/plan-deliveries.js';

export type ApplyMessages = (messages: readonly OrderMessage[]) => Promise<AppliedBatch>;
export type AppliedBatch = { verdicts: Map<string, Verdict>; plan: BatchPlan; releases: Release[] };

/** Commands that may wait for their order at once, over all replicas. */
export const parkedMax = 10_000;

export type ApplyDeps = {
  pool: Pool;
  now: () => number;
  hashOf: ContentHasher;
  ids: DeliveryIds;
  /** Called after COMMIT with what the relay has to publish. */
  onReleased: (releases: Release[]) => void;
  onParked: () => void;
};

/**
 * Applies a batch of messages in one transaction: lock the orders, decide in memory, write, release what is due.
 * Resolves after COMMIT. Rejects, with nothing applied, when the database refuses or is away.
 */
export const createApplyMessages =
  (deps: ApplyDeps): ApplyMessages =>
  async (messages) => {
    const applied = await retryConflicts(() =>
      inTransaction(deps.pool, (client) => applyInTransaction(client, messages, deps)),
    );
    if (applied.plan.events.length > 0) deps.onReleased(applied.releases);
    if (applied.plan.park.length > 0) deps.onParked();
    return applied;
  };

const applyInTransaction = async (
  client: Client,
  messages: readonly OrderMessage[],
  deps: ApplyDeps,
): Promise<AppliedBatch> => {
  const orderIds = [...new Set(messages.map((message) => message.order_id))];
  const messageIds = messages.map((message) => message.id);
  const [orders, known] = await Promise.all([lockOrders(client, orderIds), readCommands(client, messageIds, orderIds)]);
  const nowMs = deps.now();
  const state = { orders, commands: known.decided, parked: known.parked };
  const decided = decideBatch(messages, state, { nowMs, hashOf: deps.hashOf });
  const plan = await boundParked(client, decided);
  await writePlan(client, plan, new Date(nowMs));
  const releases = await writeDeliveries(client, plan.events, deps.ids, nowMs);
  return { verdicts: plan.verdicts, plan, releases };
};

const boundParked = async (client: Client, plan: BatchPlan): Promise<BatchPlan> => {
  if (plan.park.length === 0) return plan;
  const parked = await countParked(client);
  return parked + plan.park.length <= parkedMax ? plan : refuseParked(plan, 'parked_full');
};

/** Every statement that does not depend on another's rows goes out in the same flight. */
const writePlan = async (client: Client, plan: BatchPlan, now: Date): Promise<void> => {
  const final = (order: Order) => isFinal(order.status);
  const [created, recorded] = await Promise.all([
    plan.created.length > 0 ? insertOrders(client, plan.created, final) : 0,
    plan.commands.length > 0 ? insertCommands(client, plan.commands, now) : 0,
    plan.changed.length > 0 && updateOrders(client, plan.changed, final),
    plan.events.length > 0 && insertEvents(client, plan.events),
    plan.park.length > 0 && parkCommands(client, plan.park, now),
    plan.unparked.length > 0 && unparkCommands(client, plan.unparked),
  ]);
  if (created < plan.created.length || recorded < plan.commands.length) {
    throw new ConcurrentChangeError('another replica created an order or decided a command of this batch');
  }
};

const writeDeliveries = async (
  client: Client,
  events: readonly OrderEvent[],
  ids: DeliveryIds,
  nowMs: number,
): Promise<Release[]> => {
  if (events.length === 0) return [];
  const merchantIds = [...new Set(events.map((event) => event.merchantId))];
  const orderIds = [...new Set(events.map((event) => event.orderId))];
  const [endpoints, chainEnds] = await Promise.all([
    readEndpointFilters(client, merchantIds),
    readChainEnds(client, orderIds),
  ]);
  const deliveries = planDeliveries(events, endpoints, chainEnds, ids);
  if (deliveries.length === 0) return [];
  const endpointIds = [...new Set(deliveries.map((delivery) => delivery.endpointId))];
  const [windows] = await Promise.all([
    lockWindows(client, endpointIds),
    insertDeliveries(client, deliveries, new Date(nowMs)),
    countMatched(client, deliveries.length),
  ]);
  return releaseDeliveries(client, windows, nowMs);
};
