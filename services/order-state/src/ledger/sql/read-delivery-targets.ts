import { z } from 'zod';
import { type EndpointType, type MerchantMode, webhookEventSchema } from '@delivery/contracts';
import { arrayOf, type Queryable } from '@delivery/postgres';
import { type DeliveryState, isSettled } from '../rules/delivery.js';
import type { ChainEnd, EndpointFilter } from '../rules/plan-deliveries.js';

const filterSchema = z.array(webhookEventSchema).nullable();

/** Every endpoint that is not deleted, of the merchants of these orders and of those named besides. */
export const readEndpointFilters = async (
  client: Queryable,
  orderIds: readonly string[],
  merchantIds: readonly string[],
): Promise<EndpointFilter[]> => {
  type Row = { id: string; merchant_id: string; mode: MerchantMode; type: EndpointType; events: unknown };
  const { rows } = await client.query<Row>({
    name: 'read_endpoint_filters',
    text: `
      select id, merchant_id, mode, type, events from endpoints
      where merchant_id in (select merchant_id from orders where id = any($1) union all select unnest($2::text[]))
        and status <> 'deleted'
      order by id`,
    values: [arrayOf('text', orderIds), arrayOf('text', merchantIds)],
  });
  return rows.map(({ id, merchant_id: merchantId, mode, type, events }) => ({
    id,
    merchantId,
    mode,
    type,
    events: filterSchema.parse(events),
  }));
};

/**
 * The last delivery of each of these orders to each endpoint that is not deleted, of those that have not left for a day: one of each is
 * read, however many an order has. Stable only while the orders are locked.
 */
export const readChainEnds = async (client: Queryable, orderIds: readonly string[]): Promise<ChainEnd[]> => {
  const { rows } = await client.query<{
    order_id: string;
    endpoint_id: string;
    sequence: number;
    state: DeliveryState;
  }>({
    name: 'read_chain_ends',
    text: `
      select o.id as order_id, e.id as endpoint_id, last.sequence, last.state
      from orders o
      join endpoints e on e.merchant_id = o.merchant_id and e.status <> 'deleted'
      cross join lateral (
        select d.sequence, d.state from deliveries d
        where d.order_id = o.id and d.endpoint_id = e.id and d.replay_id is null
        -- The order of the index, from its end.
        order by d.replay_id desc, d.sequence desc limit 1
      ) last
      where o.id = any($1)`,
    values: [arrayOf('text', orderIds)],
  });
  return rows.map((row) => ({
    orderId: row.order_id,
    endpointId: row.endpoint_id,
    sequence: row.sequence,
    settled: isSettled(row.state),
  }));
};
