import type { Eta, LaneDelivery, OrderLanes, TimelineEntry, WaitReason } from '@delivery/contracts';
import { queryRow, queryRows, type RowOf, type Transaction } from '@delivery/postgres';
import { toldReason } from '../activity/queries.js';
import { lookAtWindow } from '../endpoints/queries/read-endpoints.js';
import { endpointHealth } from '../ledger/queries/endpoint-health.js';
import { inDays, inDaysOrLive, type PartitionDay, readPartitionDays } from '../ledger/queries/partition-days.js';
import { isNotOfCouriers } from '../orders/queries/events.js';
import {
  type FoundOrderRow,
  type OrderSummaryRow,
  readOrderSummary,
  selectFound,
} from '../orders/queries/read-orders.js';
import { etaAlone } from '../orders/queries/timers.js';
import type { KeptProblem } from '../orders/rules/order.js';

export type TimelineRow = RowOf<TimelineEntry>;
export type CommandRow = Extract<TimelineRow, { kind: 'command' }>;
type EventRow = Extract<TimelineRow, { kind: 'event' }>;

/** Merchants see neither the events and webhooks of courier's systems nor their refused requests. */
type TimelineReader = 'merchant' | 'operator';

/** The commands and the events of an order. At most one row too many of each. */
export const readTimelineRows = async (
  client: Transaction,
  orderId: string,
  { reader, rowMax }: { reader: TimelineReader; rowMax: number },
): Promise<{ commands: CommandRow[]; events: EventRow[] }> => {
  const values = [orderId, rowMax + 1];
  const days = await readPartitionDays(client, [orderId]);
  const commands = await queryRows<CommandRow>(client, commandsSql(days, reader), values);
  const events = await queryRows<EventRow>(client, eventsSql(reader), values);
  return { commands, events };
};

/** A parked command has no outcome yet; its message may hold more than a timeline may show. */
const commandsSql = (days: readonly PartitionDay[], reader: TimelineReader): string => `
  select 'command' as kind, decided_at as at, id, type, outcome, code, detail, after_sequence, occurred_at, payload
  from all_commands where ${inDays(days)} and order_id = $1${reader === 'merchant' ? ` and (outcome <> 'refused' or ${isNotOfCouriers})` : ''}
  union all
  select 'command', parked_at, message->>'id', message->>'type', 'parked', null, null, null, 
    coalesce((message->>'occurred_at')::timestamptz, parked_at), null
  from parked_commands where order_id = $1
  order by at, id limit $2`;

const eventsSql = (reader: TimelineReader): string => `
  select 'event' as kind, created_at as at, sequence, event, body::json->>'status' as status from events_of(array[$1])
  ${reader === 'merchant' ? 'where audience is null' : ''} order by sequence limit $2`;

/** Rows of each kind that a timeline shows at most; no healthy order comes near. */
export const timelineRowMax = 1000;

type DeliveryRow = Extract<TimelineRow, { kind: 'delivery' }>;
type AttemptRow = Extract<TimelineRow, { kind: 'attempt' }>;
type EndpointLogRow = Extract<TimelineRow, { kind: 'endpoint' }>;

export type TimelineRows = {
  order: OrderSummaryRow;
  commands: CommandRow[];
  events: EventRow[];
  deliveries: DeliveryRow[];
  attempts: AttemptRow[];
  endpoints: EndpointLogRow[];
};

/** @param client of one snapshot. @returns at most one row too many of each */
export const readTimeline = async (client: Transaction, orderId: string): Promise<TimelineRows | undefined> => {
  const order = await readOrderSummary(client, orderId);
  if (!order) return undefined;
  const values = [orderId, timelineRowMax + 1];
  const rows = await readTimelineRows(client, orderId, { reader: 'operator', rowMax: timelineRowMax });
  const days = await readPartitionDays(client, [orderId]);
  const deliveries = await queryRows<DeliveryRow>(client, deliveriesSql(days), values);
  const attempts = await queryRows<AttemptRow>(client, attemptsSql(days), values);
  const endpoints = await queryRows<EndpointLogRow>(client, endpointsSql(days), values);
  return { order, ...rows, deliveries, attempts, endpoints };
};

const deliveriesSql = (days: readonly PartitionDay[]): string => `
  select 'delivery' as kind, d.created_at as at, d.id, d.endpoint_id, d.sequence, d.event, d.webhook_id,
    case when d.state = 'waiting' and e.status = 'disabled' then 'held' else d.state end as state,
    d.attempt_count, d.settled_at, d.replay_id
  from all_webhook_deliveries d left join endpoints e on e.id = d.endpoint_id
  where ${inDaysOrLive(days, 'd')} and d.order_id = $1 order by d.id limit $2`;

const attemptsSql = (days: readonly PartitionDay[]): string => `
  select 'attempt' as kind, a.at, a.delivery_id, d.endpoint_id, d.sequence, a.attempt, a.status_code,
    a.error_code, a.duration_ms
  from all_webhook_deliveries d join all_attempts a on a.delivery_id = d.id and ${inDays(days, 'a')}
  where ${inDaysOrLive(days, 'd')} and d.order_id = $1 order by a.at, a.delivery_id, a.generation limit $2`;

/** The log of the endpoints while the order's deliveries were or are under way. */
const endpointsSql = (days: readonly PartitionDay[]): string => `
  select 'endpoint' as kind, l.at, d.endpoint_id, split_part(l.action, '.', 2) as what, ${toldReason} as reason
  from (select endpoint_id, min(created_at) as since,
          case when bool_and(settled_at is not null) then max(settled_at) end as until
        from all_webhook_deliveries where ${inDaysOrLive(days)} and order_id = $1 group by endpoint_id) d
    join activity l on l.subject_id = d.endpoint_id::text and l.subject_type = 'endpoint'
  where l.at >= d.since and (d.until is null or l.at <= d.until) order by l.at, l.id limit $2`;

/** Deliveries, and attempts, that are read of one order; no healthy one comes near. */
export const laneRowMax = 1_000;

/** `waits_for`: why a delivery that is due waits, and until when; `wake_at` is `null` if only a report changes it. */
export type LaneEndpointRow = OrderLanes['lanes'][number]['endpoint'] & {
  owner_id: string;
  size: number;
  in_flight: number;
  probe_at: Date | null;
  waits_for: Extract<WaitReason['reason'], 'held' | 'fetch' | 'probe' | 'window' | 'pace' | 'release'>;
  wake_at: Date | null;
};

export type LaneDeliveryRow = RowOf<Omit<LaneDelivery, 'state' | 'waits_for' | 'attempts'>> & {
  endpoint_id: string;
  state: Exclude<LaneDelivery['state'], 'held'>;
  gate_open: boolean;
  published: boolean;
  due_at: Date;
  /** For a taken delivery: until when other polls do not get it. */
  visible_until: Date | null;
};

export type LaneAttemptRow = RowOf<LaneDelivery['attempts'][number]> & { delivery_id: string };

/** `payment`: as it was sent. `null` once erased. */
type LaneOrderRow = FoundOrderRow & {
  merchant_time_zone: string | null;
  reason_code: string | null;
  no_courier_since: Date | null;
  eta: Eta | null;
  claim_id: string | null;
  problems: KeptProblem[] | null;
  payment: unknown;
};

export type LaneRows = {
  order: LaneOrderRow;
  endpoints: LaneEndpointRow[];
  deliveries: LaneDeliveryRow[];
  attempts: LaneAttemptRow[];
};

/** Merchants see their own endpoints alone. @param client of one snapshot. @returns at most one row too many of each */
export const readLanes = async (
  client: Transaction,
  orderId: string,
  { reader, nowMs }: { reader: TimelineReader; nowMs: number },
): Promise<LaneRows | undefined> => {
  const order = await queryRow<LaneOrderRow>(client, orderOfLanesSql, [orderId]);
  if (!order) return undefined;
  const values = [orderId, laneRowMax + 1];
  const days = await readPartitionDays(client, [orderId]);
  const endpoints = await queryRows<LaneEndpointRow>(client, endpointsOfLanesSql(days, reader), [
    orderId,
    new Date(nowMs),
  ]);
  const deliveries = await queryRows<LaneDeliveryRow>(client, deliveriesOfLanesSql(days, reader), values);
  const attempts = await queryRows<LaneAttemptRow>(client, attemptsOfLanesSql(days, reader), values);
  return { order, endpoints, deliveries, attempts };
};

const orderOfLanesSql = `${selectFound(
  '(select time_zone from merchants where id = o.merchant_id) as merchant_time_zone',
  "o.reason->>'code' as reason_code",
  'o.no_courier_since',
  `${etaAlone} as eta`,
  'o.claim_id',
  'o.problems',
  "o.content->'payment' as payment",
)} where o.id = $1`;

/** A courier's system, and when it took an order or gave it back. */
type SystemAtRow = { id: string; name: string; at: Date };

/** The system that has the order, else the one that gave it back last. @param client of one snapshot */
export const readSystemsOfOrder = async (
  client: Transaction,
  orderId: string,
): Promise<{ holder: SystemAtRow | undefined; givenBackBy: SystemAtRow | undefined }> => {
  const days = await readPartitionDays(client, [orderId]);
  const holder = await queryRow<SystemAtRow>(client, holderSql(days), [orderId]);
  if (holder) return { holder, givenBackBy: undefined };
  const givenBackBy = await queryRow<SystemAtRow>(client, givenBackSql(days), [orderId]);
  return { holder, givenBackBy };
};

/** The accept is the command of the claim's id. */
const holderSql = (days: readonly PartitionDay[]): string => `
  select s.id, s.name, c.decided_at as at
  from orders o join owners s on s.id = o.courier_system_id
    join all_commands c on ${inDays(days, 'c')} and c.order_id = o.id and c.id = o.claim_id
  where o.id = $1`;

const givenBackSql = (days: readonly PartitionDay[]): string => `
  select s.id, s.name, c.decided_at as at
  from all_commands c join owners s on s.id = c.payload->>'source'
  where ${inDays(days, 'c')} and c.order_id = $1 and c.outcome = 'applied'
    and (c.type = 'courier.release_requested'
      or (c.type = 'courier.status_reported' and c.payload->>'status' = 'ready'))
  order by c.decided_at desc, c.after_sequence desc limit 1`;

const inLanes = (days: readonly PartitionDay[], reader: TimelineReader): string => `
  ${inDaysOrLive(days, 'd')} and d.order_id = $1
  ${reader === 'merchant' ? 'and d.owner_id = (select merchant_id from orders where id = $1)' : ''}`;

const endpointsOfLanesSql = (days: readonly PartitionDay[], reader: TimelineReader): string => `
  select e.id, e.owner_id, e.type, e.name, e.url, e.status, e.disabled_reason, ${endpointHealth} as health,
    w.size, w.in_flight, w.probe_at, look.reason as waits_for, look.wake_at
  from endpoints e join endpoint_windows w on w.endpoint_id = e.id cross join lateral ${lookAtWindow('$2', '$2')} look
  where e.id in (select endpoint_id from all_webhook_deliveries d where ${inLanes(days, reader)})
  order by e.created_at, e.id`;

/** An event is caused by the first command after which the order had come to its sequence. */
const deliveriesOfLanesSql = (days: readonly PartitionDay[], reader: TimelineReader): string => `
  select d.id, d.endpoint_id, d.webhook_id, d.sequence, d.event, d.state, d.replay_id, d.attempt_count, d.gate_open,
    d.published, due_at(d.not_before, d.released_at, d.attempt_count, d.schedule_base, w.catch_up_at) as due_at,
    d.created_at, d.released_at, d.settled_at, d.visible_until, c.occurred_at as received_at,
    c.decided_at as applied_at
  from all_webhook_deliveries d
    left join endpoint_windows w on w.endpoint_id = d.endpoint_id
    left join lateral (
      select occurred_at, decided_at from all_commands
      where ${inDays(days)} and order_id = $1 and outcome = 'applied' and after_sequence >= d.sequence
      order by after_sequence, decided_at limit 1
    ) c on true
  where ${inLanes(days, reader)} order by d.sequence, d.id limit $2`;

const attemptsOfLanesSql = (days: readonly PartitionDay[], reader: TimelineReader): string => `
  select a.delivery_id, a.attempt, a.at, a.duration_ms, a.status_code, a.error_code, a.error_detail, a.response_excerpt
  from all_webhook_deliveries d join all_attempts a on a.delivery_id = d.id and ${inDays(days, 'a')}
  where ${inLanes(days, reader)} order by a.at, a.delivery_id, a.generation limit $2`;
