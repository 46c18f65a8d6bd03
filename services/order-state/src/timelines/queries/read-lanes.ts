import type { EndpointHealth, EndpointType, LaneDelivery } from '@delivery/contracts';
import type { Transaction } from '@delivery/postgres';
import { endpointHealth } from '../../ledger/queries/endpoint-health.js';
import { inDays, inDaysOrLive, type PartitionDay, readPartitionDays } from '../../ledger/queries/partition-days.js';
import { type FoundOrderRow, selectFound } from '../../orders/queries/read-orders.js';

/** Deliveries, and attempts, that are read of one order; no healthy one comes near. */
export const laneRowMax = 1_000;

export type LaneEndpointRow = {
  id: string;
  type: EndpointType;
  name: string | null;
  url: string | null;
  status: 'active' | 'disabled' | 'deleted';
  disabled_reason: string | null;
  health: EndpointHealth;
  size: number;
  in_flight: number;
  probe_at: Date | null;
  /** When its pace lets the next one go; `null`: it has none, or nothing has gone lately. */
  paced_until: Date | null;
};

export type LaneDeliveryRow = {
  id: string;
  endpoint_id: string;
  webhook_id: string;
  sequence: number;
  event: string;
  state: Exclude<LaneDelivery['state'], 'held'>;
  replay_id: string | null;
  attempt_count: number;
  gate_open: boolean;
  published: boolean;
  due_at: Date;
  created_at: Date;
  released_at: Date | null;
  settled_at: Date | null;
  /** For a taken delivery: until when other polls do not get it. */
  visible_until: Date | null;
  received_at: Date | null;
  applied_at: Date | null;
};

export type LaneAttemptRow = {
  delivery_id: string;
  attempt: number;
  at: Date;
  duration_ms: number;
  status_code: number | null;
  error_code: string | null;
  error_detail: string | null;
  response_excerpt: string | null;
};

/** `payment`: as it was sent. `null` once erased. */
type LaneOrderRow = FoundOrderRow & { reason_code: string | null; payment: unknown };

export type LaneRows = {
  order: LaneOrderRow;
  endpoints: LaneEndpointRow[];
  deliveries: LaneDeliveryRow[];
  attempts: LaneAttemptRow[];
};

/** @param client of one snapshot. @returns at most one row too many of each */
export const readLanes = async (client: Transaction, orderId: string): Promise<LaneRows | undefined> => {
  const [order] = (await client.query<LaneOrderRow>(orderSql, [orderId])).rows;
  if (!order) return undefined;
  const values = [orderId, laneRowMax + 1];
  const days = await readPartitionDays(client, [orderId]);
  const endpoints = await client.query<LaneEndpointRow>(endpointsSql(days), [orderId]);
  const deliveries = await client.query<LaneDeliveryRow>(deliveriesSql(days), values);
  const attempts = await client.query<LaneAttemptRow>(attemptsSql(days), values);
  return { order, endpoints: endpoints.rows, deliveries: deliveries.rows, attempts: attempts.rows };
};

const orderSql = `${selectFound("o.reason->>'code' as reason_code, o.content->'payment' as payment")} where o.id = $1`;

const endpointsSql = (days: readonly PartitionDay[]): string => `
  select e.id, e.type, e.name, e.url, e.status, e.disabled_reason, ${endpointHealth} as health, w.size, w.in_flight, w.probe_at,
    pace_wake_at(e.max_per_second, w.paced_to) as paced_until
  from endpoints e join endpoint_windows w on w.endpoint_id = e.id
  where e.id in (select endpoint_id from all_deliveries where ${inDaysOrLive(days)} and order_id = $1)
  order by e.created_at, e.id`;

/** An event is caused by the first command after which the order had come to its sequence. */
const deliveriesSql = (days: readonly PartitionDay[]): string => `
  select d.id, d.endpoint_id, d.webhook_id, d.sequence, d.event, d.state, d.replay_id, d.attempt_count, d.gate_open,
    d.published, due_at(d.not_before, d.released_at, d.attempt_count, d.schedule_base, w.catch_up_at) as due_at, d.created_at, d.released_at, d.settled_at, d.visible_until, c.occurred_at as received_at,
    c.decided_at as applied_at
  from all_deliveries d
    left join endpoint_windows w on w.endpoint_id = d.endpoint_id
    left join lateral (
      select occurred_at, decided_at from all_commands
      where ${inDays(days)} and order_id = $1 and outcome = 'applied' and after_sequence >= d.sequence
      order by after_sequence, decided_at limit 1
    ) c on true
  where ${inDaysOrLive(days, 'd')} and d.order_id = $1 order by d.sequence, d.id limit $2`;

const attemptsSql = (days: readonly PartitionDay[]): string => `
  select a.delivery_id, a.attempt, a.at, a.duration_ms, a.status_code, a.error_code, a.error_detail, a.response_excerpt
  from all_deliveries d join all_attempts a on a.delivery_id = d.id and ${inDays(days, 'a')}
  where ${inDaysOrLive(days, 'd')} and d.order_id = $1 order by a.at, a.delivery_id, a.generation limit $2`;
