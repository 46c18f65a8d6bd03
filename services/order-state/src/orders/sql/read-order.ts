import type { OrderStatus } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';

export type OrderSummaryRow = {
  id: string;
  merchant_id: string;
  external_id: string;
  display_id: string;
  status: OrderStatus;
  created_at: Date;
  updated_at: Date;
};

export type OrderRow = OrderSummaryRow & {
  tracking_url: string | null;
  reason: unknown;
  /** `null` once the customer's data has been erased. */
  content: Record<string, unknown> | null;
  /** JSON text as the merchant sent it. */
  external_data: string;
};

export const orderSummaryColumns = 'id, merchant_id, external_id, display_id, status, created_at, updated_at';

export const readOrder = async (
  client: Queryable,
  merchantId: string,
  orderId: string,
): Promise<OrderRow | undefined> => {
  const { rows } = await client.query<OrderRow>({
    name: 'read_order',
    text: `
      select ${orderSummaryColumns}, tracking_url, reason, content, external_data::text as external_data
      from orders where id = $1 and merchant_id = $2`,
    values: [orderId, merchantId],
  });
  return rows[0];
};

/** For the operator, who sees every merchant's. */
export const readOrderSummary = async (client: Queryable, orderId: string): Promise<OrderSummaryRow | undefined> => {
  const { rows } = await client.query<OrderSummaryRow>(`select ${orderSummaryColumns} from orders where id = $1`, [
    orderId,
  ]);
  return rows[0];
};
