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
 * no two can wait for each other. One whose messages are parked because another session held it is left out: it is not waited for again.
 */
export const lockOrders = (client: Queryable, orderIds: readonly string[]): Promise<Map<string, Order>> =>
  lock(client, orderIds, {
    name: 'lock_orders',
    except: 'and not exists (select 1 from parked_commands p where p.order_id = o.id and p.waits_for_lock)',
  });

/** The same with those, whose parked messages are to be applied. */
export const lockOrdersAndParked = (client: Queryable, orderIds: readonly string[]): Promise<Map<string, Order>> =>
  lock(client, orderIds, { name: 'lock_orders_and_parked', except: '' });

const lock = async (
  client: Queryable,
  orderIds: readonly string[],
  { name, except }: { name: string; except: string },
): Promise<Map<string, Order>> => {
  const { rows } = await client.query<Row>({
    name,
    text: `
      select id, merchant_id, mode, external_id, display_id, status, reason, tracking_url,
             external_data::text as external_data, content_hash, last_sequence,
             created_at, updated_at, report_times, chain_ends
      from orders o where id = any($1) ${except} order by id for no key update`,
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
