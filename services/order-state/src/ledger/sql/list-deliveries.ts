import type { DeliveryView, WebhookEvent } from '@delivery/contracts';
import { nilUuid, type Queryable } from '@delivery/postgres';
import { deliveryIdOf, firstUuidOf } from '../rules/ids.js';
import { isOfKeptOrder } from './history-days.js';

export type DeliveryRow = {
  id: string;
  order_id: string;
  endpoint_id: string;
  event: WebhookEvent;
  sequence: number;
  webhook_id: string;
  state: DeliveryView['state'];
  attempt_count: number;
  next_attempt_at: Date | null;
  last_error_code: string | null;
  created_at: Date;
  settled_at: Date | null;
  replay_id: string | null;
};

/** A waiting delivery of a disabled endpoint is called held; one whose endpoint was purged does not wait. Only what waits for nothing but time has a next attempt. */
const selectFrom = (deliveries: string): string => `
  select d.id, d.order_id, d.endpoint_id, d.event, d.sequence, d.webhook_id,
    case when d.state = 'waiting' and e.status = 'disabled' then 'held' else d.state end as state, d.attempt_count,
    case when d.state = 'waiting' and d.gate_open and e.status = 'active' then d.not_before end as next_attempt_at,
    d.last_error_code, d.created_at, d.settled_at, d.replay_id
  from ${deliveries} d left join endpoints e on e.id = d.endpoint_id`;

export type DeliveryListing = {
  merchantId: string;
  orderId?: string | undefined;
  endpointId?: string | undefined;
  state?: DeliveryView['state'] | undefined;
  event?: WebhookEvent | undefined;
  webhookId?: string | undefined;
  /** Created at that time or later. */
  sinceMs?: number | undefined;
  beforeId?: string | undefined;
  rowMax: number;
};

/** Newest first: ids rise with time. */
export const listDeliveries = async (client: Queryable, listing: DeliveryListing): Promise<DeliveryRow[]> => {
  const values: unknown[] = [listing.merchantId, listing.rowMax];
  const param: Param = (value) => `$${values.push(value)}`;
  const conditions = ['d.merchant_id = $1', isOfKeptOrder];
  if (listing.orderId) conditions.push(`d.order_id = ${param(listing.orderId)}`);
  if (listing.webhookId !== undefined) conditions.push(`d.webhook_id = ${param(listing.webhookId)}`);
  if (listing.endpointId) conditions.push(`d.endpoint_id = ${param(listing.endpointId)}`);
  if (listing.event) conditions.push(`d.event = ${param(listing.event)}`);
  if (listing.state) conditions.push(stateCondition(listing.state));
  if (listing.sinceMs !== undefined) conditions.push(...sinceConditions(listing.sinceMs, param));
  if (listing.beforeId) conditions.push(`d.id < ${param(listing.beforeId)}`);
  const { rows } = await client.query<DeliveryRow>(
    `${selectFrom(sourceOf(listing, param))} where ${conditions.join(' and ')} order by d.id desc limit $2`,
    values,
  );
  return rows;
};

type Param = (value: unknown) => string;

/**
 * An order has few deliveries, and so has a webhook: the one that it is named after, and that one's replays. The planner
 * does not know it and would walk through all of the merchant's, were it not for `offset 0`.
 */
const sourceOf = ({ webhookId, orderId }: DeliveryListing, param: Param): string => {
  if (webhookId !== undefined) {
    const id = param(deliveryIdOf(webhookId) ?? nilUuid);
    return `(select * from all_deliveries where id = ${id} union all select * from all_deliveries where origin_id = ${id} offset 0)`;
  }
  return orderId ? `(select * from all_deliveries where order_id = ${param(orderId)} offset 0)` : 'all_deliveries';
};

/** How far the clocks of two replicas may be apart: an id tells the time of one of them, `created_at` perhaps of another. */
const clockDifferenceMaxMs = 600_000;

/** Ids rise with time, and bound the walk; the time itself decides. */
const sinceConditions = (sinceMs: number, param: Param): string[] => [
  `d.id >= ${param(firstUuidOf(sinceMs - clockDifferenceMaxMs))}`,
  `d.created_at >= ${param(new Date(sinceMs))}`,
];

/** The state is written out: the index of what is not delivered is for those alone who ask for none that is. */
const stateCondition = (state: DeliveryView['state']): string => {
  if (state === 'held') return `d.state = 'waiting' and e.status = 'disabled'`;
  if (state === 'waiting') return `d.state = 'waiting' and e.status <> 'disabled'`;
  return `d.state = '${state}'`;
};

export const readDelivery = async (
  client: Queryable,
  merchantId: string,
  deliveryId: string,
): Promise<DeliveryRow | undefined> => {
  const { rows } = await client.query<DeliveryRow>(
    `${selectFrom('all_deliveries')} where d.id = $1 and d.merchant_id = $2 and ${isOfKeptOrder}`,
    [deliveryId, merchantId],
  );
  return rows[0];
};
