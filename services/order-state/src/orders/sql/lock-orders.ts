import { z } from 'zod';
import { type MerchantMode, orderStatusSchema, reasonSchema } from '@delivery/contracts';
import { arrayOf, type Queryable } from '@delivery/postgres';
import type { Order } from '../rules/order.js';

const reportTimesSchema = z.record(z.string(), z.number());
const chainEndsSchema = z.record(z.string(), z.number());

type Row = {
  id: string;
  merchant_id: string;
  mode: MerchantMode;
  external_id: string;
  display_id: string;
  status: string;
  reason: unknown;
  tracking_url: string | null;
  external_data: string;
  content_hash: Buffer;
  last_sequence: number;
  created_at: Date;
  updated_at: Date;
  report_times: unknown;
  chain_ends: unknown;
};

/**
 * Locks the orders that exist, in id order: the first lock of every transaction that touches an order's chain, so that
 * no two can wait for each other.
 */
export const lockOrders = async (client: Queryable, orderIds: readonly string[]): Promise<Map<string, Order>> => {
  const { rows } = await client.query<Row>({
    name: 'lock_orders',
    text: `
      select id, merchant_id, mode, external_id, display_id, status, reason, tracking_url,
             external_data::text as external_data, content_hash, last_sequence,
             created_at, updated_at, report_times, chain_ends
      from orders where id = any($1) order by id for no key update`,
    values: [arrayOf('text', orderIds)],
  });
  return new Map(rows.map((row) => [row.id, toOrder(row)]));
};

const toOrder = (row: Row): Order => ({
  id: row.id,
  merchantId: row.merchant_id,
  mode: row.mode,
  externalId: row.external_id,
  displayId: row.display_id,
  status: orderStatusSchema.parse(row.status),
  reason: row.reason === null ? null : reasonSchema.parse(row.reason),
  trackingUrl: row.tracking_url,
  content: null,
  story: null,
  externalData: row.external_data,
  contentHash: row.content_hash,
  lastSequence: row.last_sequence,
  createdAtMs: row.created_at.getTime(),
  updatedAtMs: row.updated_at.getTime(),
  reportTimes: row.report_times === null ? {} : reportTimesSchema.parse(row.report_times),
  chainEnds: chainEndsSchema.parse(row.chain_ends),
});
