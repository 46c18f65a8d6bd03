import { z } from 'zod';
import {
  courierSchema,
  etaSchema,
  type MerchantMode,
  type OrderMessage,
  orderStatusSchema,
  proofSchema,
  reasonSchema,
} from '@delivery/contracts';
import {
  arrayOf,
  awaitAll,
  type Columns,
  type Queryable,
  queryRows,
  queryValues,
  relation,
  type Transaction,
} from '@delivery/postgres';
import { today } from '../../ledger/queries/partition-days.js';
import type { BatchPlan } from '../rules/decide-batch.js';
import { isOfCourierSystem } from '../rules/decide-courier.js';
import { handoverSchema, isFinal, keptProblemsSchema, type Order } from '../rules/order.js';
import { toNewSandboxOrders, toSandboxReady } from '../rules/sandbox-way.js';
import { insertCommands } from './commands.js';
import { insertEvents } from './events.js';
import { parkCommands, toParkedCommands, unparkCommands } from './parked.js';
import { deletePositions } from './positions.js';
import { insertSandboxOrders, updateSandboxOrders } from './sandbox.js';
import { insertTimers } from './timers.js';

/** The columns that may change while an order is under way. */
const changingColumns: Columns<Order> = {
  status: ['text', (order) => order.status],
  reason: ['json', (order) => order.reason && JSON.stringify(order.reason)],
  tracking_url: ['text', (order) => order.trackingUrl],
  ready_at: ['timestamptz', (order) => order.readyAtMs],
  accepted_at: ['timestamptz', (order) => order.acceptedAtMs],
  arrived_at: ['timestamptz', (order) => order.arrivedAtMs],
  picked_up_at: ['timestamptz', (order) => order.pickedUpAtMs],
  courier_system_id: ['text', (order) => order.courierSystemId],
  claim_id: ['text', (order) => order.claimId],
  declined_by: ['json', ({ declinedBy }) => (declinedBy.length === 0 ? null : JSON.stringify(declinedBy))],
  courier: ['json', (order) => order.courier && JSON.stringify(order.courier)],
  has_named_couriers: ['boolean', (order) => order.hasNamedCouriers],
  eta: ['json', (order) => order.eta && JSON.stringify(order.eta)],
  handover: ['json', (order) => order.handover && JSON.stringify(order.handover)],
  proof: ['json', (order) => order.proof && JSON.stringify(order.proof)],
  problems: ['json', ({ problems }) => (problems.length === 0 ? null : JSON.stringify(problems))],
  no_courier_since: ['timestamptz', (order) => order.noCourierSinceMs],
  last_sequence: ['int', (order) => order.lastSequence],
  repeated_events: ['int', (order) => order.repeatedEvents],
  updated_at: ['timestamptz', (order) => order.updatedAtMs],
  erased_at: ['timestamptz', (order) => order.erasedAtMs],
  report_times: ['json', (order) => JSON.stringify(order.reportTimes)],
  lane_ends: ['json', (order) => JSON.stringify(order.laneEnds)],
  final_at: ['timestamptz', (order) => (isFinal(order.status) ? order.updatedAtMs : null)],
};

const reportTimesSchema = z.record(z.string(), z.number());
const orderEtaSchema = etaSchema.extend({ announced: etaSchema.extend({ at_ms: z.number() }).optional() });
const declinedBySchema = z.array(z.string());
const laneEndsSchema = z.record(z.string(), z.number());

type Row = {
  id: string;
  merchant_id: string;
  mode: MerchantMode;
  external_id: string;
  display_id: string;
  store_ref: string | null;
  status: string;
  reason: unknown;
  tracking_url: string | null;
  ready_at: Date | null;
  accepted_at: Date | null;
  arrived_at: Date | null;
  picked_up_at: Date | null;
  courier_system_id: string | null;
  claim_id: string | null;
  declined_by: unknown;
  courier: unknown;
  has_named_couriers: boolean;
  eta: unknown;
  handover: unknown;
  proof: unknown;
  problems: unknown;
  no_courier_since: Date | null;
  external_data: string;
  content_hash: Buffer;
  content_version: number;
  last_sequence: number;
  repeated_events: number;
  created_at: Date;
  updated_at: Date;
  erased_at: Date | null;
  report_times: unknown;
  lane_ends: unknown;
  delivered_by: Date | null;
};

/**
 * Locks existing orders in id order. It is the first lock of every transaction that touches an order's lane, so no two
 * can deadlock. Orders whose messages are parked because of a held row are left out: nothing waits for them again.
 */
export const lockOrders = (client: Queryable, orderIds: readonly string[]): Promise<Map<string, Order>> =>
  lock(client, orderIds, {
    name: 'lock_orders',
    except: 'and not exists (select 1 from parked_commands p where p.order_id = o.id and p.waits_for_lock)',
  });

/** Locks the left-out orders too, because their parked messages are to be applied. */
export const lockOrdersAndParked = (client: Queryable, orderIds: readonly string[]): Promise<Map<string, Order>> =>
  lock(client, orderIds, { name: 'lock_orders_and_parked', except: '' });

/**
 * Existing orders among those that were not locked: they were left out of the lock, or were created since. Reports of
 * couriers' systems about these wait; a report about a missing order is refused at once.
 */
export const readLeftOut = async (
  client: Queryable,
  messages: readonly OrderMessage[],
  missing: readonly string[],
): Promise<string[]> => {
  const asked = messages.filter((one) => isOfCourierSystem(one) && missing.includes(one.order_id));
  if (asked.length === 0) return [];
  const orderIds = arrayOf('text', [...new Set(asked.map((message) => message.order_id))]);
  return queryValues(client, 'select id from orders where id = any($1)', [orderIds]);
};

const lock = async (
  client: Queryable,
  orderIds: readonly string[],
  { name, except }: { name: string; except: string },
): Promise<Map<string, Order>> => {
  const rows = await queryRows<Row>(client, {
    name,
    text: `
      select id, merchant_id, mode, external_id, display_id, store_ref, status, reason, tracking_url,
        ready_at, accepted_at,
             arrived_at, picked_up_at, courier_system_id, claim_id, declined_by, courier, eta,
             handover, proof, problems, has_named_couriers, no_courier_since, external_data::text as external_data,
             content_hash, content_version, last_sequence, repeated_events, created_at, updated_at,
             erased_at, report_times, lane_ends, delivered_by
      from orders o where id = any($1) ${except} order by id for no key update`,
    values: [arrayOf('text', orderIds)],
  });
  return new Map(rows.map((row) => [row.id, toOrder(row)]));
};

const noProblems: Order['problems'] = [];
const noSystems: Order['declinedBy'] = [];

const toOrder = (row: Row): Order => ({
  id: row.id,
  merchantId: row.merchant_id,
  mode: row.mode,
  externalId: row.external_id,
  displayId: row.display_id,
  storeRef: row.store_ref,
  status: orderStatusSchema.parse(row.status),
  reason: row.reason === null ? null : reasonSchema.parse(row.reason),
  trackingUrl: row.tracking_url,
  readyAtMs: row.ready_at?.getTime() ?? null,
  acceptedAtMs: row.accepted_at?.getTime() ?? null,
  arrivedAtMs: row.arrived_at?.getTime() ?? null,
  pickedUpAtMs: row.picked_up_at?.getTime() ?? null,
  courierSystemId: row.courier_system_id,
  claimId: row.claim_id,
  declinedBy: row.declined_by === null ? noSystems : declinedBySchema.parse(row.declined_by),
  courier: row.courier === null ? null : courierSchema.parse(row.courier),
  problems: row.problems === null ? noProblems : keptProblemsSchema.parse(row.problems),
  hasNamedCouriers: row.has_named_couriers,
  eta: row.eta === null ? null : orderEtaSchema.parse(row.eta),
  handover: row.handover === null ? null : handoverSchema.parse(row.handover),
  proof: row.proof === null ? null : proofSchema.parse(row.proof),
  noCourierSinceMs: row.no_courier_since && row.no_courier_since.getTime(),
  content: null,
  sandbox: null,
  externalData: row.external_data,
  contentHash: row.content_hash,
  contentVersion: row.content_version,
  lastSequence: row.last_sequence,
  repeatedEvents: row.repeated_events,
  createdAtMs: row.created_at.getTime(),
  updatedAtMs: row.updated_at.getTime(),
  erasedAtMs: row.erased_at?.getTime() ?? null,
  reportTimes: row.report_times === null ? {} : reportTimesSchema.parse(row.report_times),
  laneEnds: laneEndsSchema.parse(row.lane_ends),
  plannedDue: null,
  phoneHashes: null,
  deliveredByMs: row.delivered_by?.getTime() ?? null,
});

const contentColumns: Columns<Order> = {
  content: ['json', (order) => order.content && JSON.stringify(order.content)],
  content_version: ['int', (order) => order.contentVersion],
  ready_by: ['timestamptz', ({ plannedDue }) => plannedDue?.due.ready_by ?? null],
  picked_up_by: ['timestamptz', ({ plannedDue }) => plannedDue?.due.picked_up_by ?? null],
  delivered_by: ['timestamptz', ({ plannedDue }) => plannedDue?.due.delivered_by ?? null],
  phone_hash: ['bytea', ({ phoneHashes }) => phoneHashes && phoneHashes.number],
  last_four_hash: ['bytea', ({ phoneHashes }) => phoneHashes && phoneHashes.lastFour],
};

const created = relation<Order>({
  id: ['text', (order) => order.id],
  merchant_id: ['text', (order) => order.merchantId],
  mode: ['text', (order) => order.mode],
  external_id: ['text', (order) => order.externalId],
  display_id: ['text', (order) => order.displayId],
  store_ref: ['text', (order) => order.storeRef],
  ...contentColumns,
  external_data: ['json', (order) => order.externalData],
  content_hash: ['bytea', (order) => order.contentHash],
  created_at: ['timestamptz', (order) => order.createdAtMs],
  ...changingColumns,
});

/** Fails with a violation of `orders_pkey`, a conflict, when another replica created one of them meanwhile. */
const insertOrders = async (client: Queryable, orders: readonly Order[]): Promise<void> => {
  await client.query({ name: 'insert_orders', text: insertSql, values: created.values(orders) });
};

/**
 * An order's history is in the partition of its day. If commands were refused before the order arrived, they are in the
 * day `epoch`, and so is the rest of its history. `offset 0` makes Postgres compute each day once.
 */
const insertSql = `
  insert into orders (${created.columns}, partition_day, last_event_day)
  select t.*, h.day, event_day_of(h.day, today.day)
  from ${created.unnest(1)} as t (${created.columns}) cross join lateral (
    select case when exists (select from commands where order_id = t.id) then 'epoch'
      else partition_day_at(t.created_at) end as day
    offset 0
  ) h, ${today}`;

const changed = relation<Order>({ id: ['text', (order) => order.id], ...changingColumns });

const updateOrders = async (client: Queryable, orders: readonly Order[]): Promise<void> => {
  await client.query({ name: 'update_orders', text: updateSql, values: changed.values(orders) });
};

const updateSql = `
  update orders o
  set status = t.status, reason = t.reason, tracking_url = t.tracking_url, ready_at = t.ready_at,
      accepted_at = t.accepted_at, arrived_at = t.arrived_at, picked_up_at = t.picked_up_at,
      courier_system_id = t.courier_system_id, claim_id = t.claim_id, declined_by = t.declined_by, courier = t.courier,
      has_named_couriers = t.has_named_couriers, eta = t.eta, handover = t.handover, proof = t.proof,
      problems = t.problems, no_courier_since = t.no_courier_since,
      last_sequence = t.last_sequence, repeated_events = t.repeated_events,
      updated_at = t.updated_at, report_times = t.report_times, lane_ends = t.lane_ends, final_at = t.final_at,
      erased_at = t.erased_at, last_event_day = greatest(o.last_event_day, event_day_of(o.partition_day, today.day))
  from ${changed.unnest(1)} as t (${changed.columns}), ${today}
  where o.id = t.id`;

const rewritten = relation<Order>({ id: ['text', (order) => order.id], ...contentColumns });

/** Contents are large and seldom change, so they are written apart from the columns that change often. */
const updateContents = async (client: Queryable, orders: readonly Order[]): Promise<void> => {
  await client.query({
    name: 'update_contents',
    text: `
      update orders o set content = t.content, content_version = t.content_version, ready_by = t.ready_by,
        picked_up_by = t.picked_up_by, delivered_by = t.delivered_by, phone_hash = t.phone_hash,
        last_four_hash = t.last_four_hash
      from ${rewritten.unnest(1)} as t (${rewritten.columns}) where o.id = t.id`,
    values: rewritten.values(orders),
  });
};

/** Sends everything that was decided, one multi-row statement per table, without waiting in between. */
export const writePlan = async (
  client: Transaction,
  plan: BatchPlan,
  now: Date,
  traceparents: ReadonlyMap<string, string> | undefined,
): Promise<void> => {
  const newSandboxOrders = toNewSandboxOrders(plan.created, plan.events);
  const sandboxReady = toSandboxReady(plan.changed, plan.events);
  const broughtIds = plan.changed.filter(isBrought).map(({ id }) => id);
  await awaitAll({
    created: plan.created.length > 0 && insertOrders(client, plan.created),
    sandboxCreated: newSandboxOrders.length > 0 && insertSandboxOrders(client, newSandboxOrders),
    timers: plan.timers.length > 0 && insertTimers(client, plan.timers),
    commands: plan.commands.length > 0 && insertCommands(client, plan.commands, now),
    changed: plan.changed.length > 0 && updateOrders(client, plan.changed),
    rewritten: plan.rewritten.length > 0 && updateContents(client, plan.rewritten),
    sandboxReady: sandboxReady.length > 0 && updateSandboxOrders(client, sandboxReady),
    events:
      plan.events.length + plan.courierEvents.length > 0 &&
      insertEvents(client, [...plan.events, ...plan.courierEvents]),
    positions: broughtIds.length > 0 && deletePositions(client, broughtIds),
    parked: plan.park.length > 0 && parkCommands(client, toParkedCommands(plan, traceparents), now),
    unparked: plan.unparked.length > 0 && unparkCommands(client, plan.unparked),
  });
};

/** Only orders held by a courier's system have positions. */
const isBrought = ({ status, courierSystemId }: Order): boolean => courierSystemId !== null && isFinal(status);
