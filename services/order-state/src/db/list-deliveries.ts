import type { DeliveryView, WebhookEvent } from '@delivery/contracts';
import type { Queryable } from './pool.js';

export type DeliveryRow = {
  id: string;
  order_id: string;
  endpoint_id: string;
  event: WebhookEvent;
  sequence: number;
  state: DeliveryView['state'];
  attempt_count: number;
  next_attempt_at: Date | null;
  last_error_code: string | null;
  created_at: Date;
  settled_at: Date | null;
  replay_id: string | null;
};

/** A waiting delivery of a disabled endpoint is called held. Only what waits for nothing but time has a next attempt. */
const selectFrom = (deliveries: string): string => `
  select d.id, d.order_id, d.endpoint_id, d.event, d.sequence,
    case when d.state = 'waiting' and e.status = 'disabled' then 'held' else d.state end as state, d.attempt_count,
    case when d.state = 'waiting' and d.gate_open and e.status = 'active' then d.not_before end as next_attempt_at,
    d.last_error_code, d.created_at, d.settled_at, d.replay_id
  from ${deliveries} d join endpoints e on e.id = d.endpoint_id`;

export type DeliveryListing = {
  merchantId: string;
  orderId?: string | undefined;
  endpointId?: string | undefined;
  state?: DeliveryView['state'] | undefined;
  beforeId?: string | undefined;
  rowMax: number;
};

/** Newest first: ids rise with time. */
export const listDeliveries = async (client: Queryable, listing: DeliveryListing): Promise<DeliveryRow[]> => {
  const values: unknown[] = [listing.merchantId, listing.rowMax];
  const param = (value: unknown): string => `$${values.push(value)}`;
  // `offset 0`: an order has few deliveries, which the planner does not know. It would walk through all of the merchant's.
  const deliveries = listing.orderId
    ? `(select * from deliveries where order_id = ${param(listing.orderId)} offset 0)`
    : 'deliveries';
  const conditions = ['d.merchant_id = $1'];
  if (listing.endpointId) conditions.push(`d.endpoint_id = ${param(listing.endpointId)}`);
  if (listing.state) conditions.push(stateCondition(listing.state, param));
  if (listing.beforeId) conditions.push(`d.id < ${param(listing.beforeId)}`);
  const { rows } = await client.query<DeliveryRow>(
    `${selectFrom(deliveries)} where ${conditions.join(' and ')} order by d.id desc limit $2`,
    values,
  );
  return rows;
};

const stateCondition = (state: DeliveryView['state'], param: (value: unknown) => string): string => {
  if (state === 'held') return `d.state = 'waiting' and e.status = 'disabled'`;
  if (state === 'waiting') return `d.state = 'waiting' and e.status <> 'disabled'`;
  return `d.state = ${param(state)}`;
};

export const readDelivery = async (
  client: Queryable,
  merchantId: string,
  deliveryId: string,
): Promise<DeliveryRow | undefined> => {
  const { rows } = await client.query<DeliveryRow>(
    `${selectFrom('deliveries')} where d.id = $1 and d.merchant_id = $2`,
    [deliveryId, merchantId],
  );
  return rows[0];
};
