import { type ErasurePreview, type ErasureReceipt, notifiedMax } from '@delivery/contracts';
import {
  arrayOf,
  maxUuid,
  type Queryable,
  queryRow,
  queryRows,
  queryValue,
  queryValues,
  type RowOf,
} from '@delivery/postgres';
import { inDaysOrLive, readPartitionDays } from '../../ledger/queries/partition-days.js';
import type { OrderRow } from '../../orders/queries/read-orders.js';
import type { ErasedRows, ErasureCursor } from './erase-rows.js';

export type ErasureRow = {
  id: string;
  order_id: string | null;
  phone_hash: Buffer | null;
  whole_phone_hash: Buffer | null;
  merchant_id: string | null;
  forced: boolean;
  requested_by: string;
  status: 'running' | 'completed';
  order_cursor: string | null;
  /** An order of which some rows are erased, and the last of them. */
  row_cursor: OrderRows | null;
  dead_letter_cursor: string;
  order_ids: string[];
  under_way_ids: string[];
  dead_letter_ids: string[];
  events: number;
  attempts: number;
  commands: number;
  created_at: Date;
  completed_at: Date | null;
};

export type OrderRows = { orderId: string; rows: ErasureCursor };

/** The subject of an erasure: one order, or the orders with a phone number. */
export type AskedErasure = Pick<ErasureRow, 'order_id' | 'phone_hash' | 'whole_phone_hash' | 'merchant_id'>;

export const insertErasure = async (
  client: Queryable,
  wanted: AskedErasure & Pick<ErasureRow, 'id' | 'forced' | 'requested_by' | 'created_at'>,
): Promise<void> => {
  await client.query(
    `insert into erasures (id, order_id, phone_hash, whole_phone_hash, merchant_id, forced, requested_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      wanted.id,
      wanted.order_id,
      wanted.phone_hash,
      wanted.whole_phone_hash,
      wanted.merchant_id,
      wanted.forced,
      wanted.requested_by,
      wanted.created_at,
    ],
  );
};

export const readErasure = (client: Queryable, id: string): Promise<ErasureRow | undefined> =>
  queryRow(client, 'select * from erasures where id = $1', [id]);

const notifiedOrderMax = 500;
/** The newest webhooks of an order, among which those of its erasure are: little comes after it. */
const notifiedWebhookMax = 100;

/** The webhooks of the erasure by endpoint and state. */
export const readNotified = async (
  client: Queryable,
  { order_ids: all }: Pick<ErasureRow, 'order_ids'>,
): Promise<ErasureReceipt['notified']> => {
  const orderIds = all.slice(0, notifiedOrderMax);
  if (orderIds.length === 0) return [];
  const days = await readPartitionDays(client, orderIds);
  const count = (where: string): string => `count(*) filter (where d.state ${where})::int`;
  return queryRows(
    client,
    `select d.owner_id, d.endpoint_id, ${count(`= 'delivered'`)} as delivered,
      ${count(`in ('waiting', 'in_flight')`)} as pending,
       ${count(`= 'exhausted'`)} as exhausted, ${count(`= 'skipped'`)} as skipped
     from unnest($1::text[]) t (id) cross join lateral (
       select * from all_webhook_deliveries d where d.order_id = t.id
         and ${inDaysOrLive(days, 'd')} order by d.sequence desc limit $2
     ) d
     where d.event in ('customer_erased', 'delivery_erased') and d.replay_id is null
     group by 1, 2 order by 1, 2 limit $3`,
    [arrayOf('text', orderIds), notifiedWebhookMax, notifiedMax],
  );
};

/** Newest first: ids rise with time. */
export const listErasures = (
  client: Queryable,
  page: { beforeId: string | null; rowMax: number },
): Promise<ErasureRow[]> =>
  queryRows(client, 'select * from erasures where id < $1 order by id desc limit $2', [
    page.beforeId ?? maxUuid,
    page.rowMax,
  ]);

/** Erasures that are not complete, the oldest first. */
export const listRunningErasures = (client: Queryable): Promise<string[]> =>
  queryValues(client, `select id from erasures where status = 'running' order by id`);

/** Locks it for its next step, unless it is complete or another replica holds it. */
export const lockRunningErasure = (client: Queryable, id: string): Promise<ErasureRow | undefined> =>
  queryRow(client, `select * from erasures where id = $1 and status = 'running' for update skip locked`, [id]);

export type OrderStep = ErasedRows & {
  cursor: string | null;
  rowCursor: OrderRows | null;
  orderIds: readonly string[];
  underWayIds: readonly string[];
};

export const saveOrderStep = async (client: Queryable, id: string, step: OrderStep): Promise<void> => {
  await client.query(
    `update erasures
     set order_cursor = $2, order_ids = order_ids || $3::text[], under_way_ids = under_way_ids || $4::text[],
         events = events + $5, attempts = attempts + $6, commands = commands + $7, row_cursor = $8
     where id = $1`,
    [
      ...[id, step.cursor, step.orderIds, step.underWayIds, step.events, step.attempts, step.commands],
      step.rowCursor && JSON.stringify(step.rowCursor),
    ],
  );
};

export type DeadLetterStep = {
  cursor: string;
  deadLetterIds: readonly string[];
  /** Commands and reports that were set aside. */
  commands: number;
  completedAt: Date | null;
};

export const saveDeadLetterStep = async (client: Queryable, id: string, step: DeadLetterStep): Promise<void> => {
  await client.query(
    `update erasures
     set dead_letter_cursor = $2, dead_letter_ids = dead_letter_ids || $3::uuid[], completed_at = $4,
       commands = commands + $5,
         status = case when $4::timestamptz is null then 'running' else 'completed' end
     where id = $1`,
    [id, step.cursor, step.deadLetterIds, step.completedAt, step.commands],
  );
};

export type CustomersOrder = { id: string; phone: string; country: string; is_final: boolean };

/** The next orders after `cursor`, in order of id, whose phone number ends like the erased one. */
export const walkOrders = (
  client: Queryable,
  { phone_hash: phoneHash, merchant_id: merchantId }: AskedErasure,
  { cursor, stepMax }: { cursor: string; stepMax: number },
): Promise<CustomersOrder[]> =>
  queryRows(client, {
    name: 'walk_orders',
    text: `
      select id, content->'customer'->>'phone' as phone, content->'address'->>'country' as country,
        final_at is not null as is_final
      from orders where phone_hash = $1 and ($2::text is null or merchant_id = $2) and id > $3 order by id limit $4`,
    values: [phoneHash, merchantId, cursor, stepMax],
  });

/** Orders for a preview, the newest first. */
export const describeOrders = (
  client: Queryable,
  orderIds: readonly string[],
): Promise<RowOf<ErasurePreview['shown'][number]>[]> =>
  queryRows(client, {
    name: 'describe_orders_to_erase',
    text: `
      select o.id as order_id, o.display_id, o.merchant_id, m.name as merchant_name, o.status, o.created_at,
        o.final_at is null as under_way, o.erased_at is not null as erased
      from orders o join owners m on m.id = o.merchant_id where o.id = any($1) order by o.created_at desc, o.id`,
    values: [arrayOf('text', orderIds)],
  });

/** Whether there is such an order, and whether it is final. */
export const readIsFinal = (client: Queryable, orderId: string): Promise<boolean | undefined> =>
  queryValue(client, 'select final_at is not null as is_final from orders where id = $1', [orderId]);

/** The next dead letters after `cursor`, in order of id, with their messages, unless these are erased. */
export const walkDeadLetters = (
  client: Queryable,
  cursor: string,
  stepMax: number,
): Promise<{ id: string; body: Buffer }[]> =>
  queryRows(client, {
    name: 'walk_dead_letters',
    text: 'select id, body from dead_letters where id > $1 and erased_at is null order by id limit $2',
    values: [cursor, stepMax],
  });

/** Like `eraseOldDeadLetters`. */
export const eraseDeadLetters = async (client: Queryable, ids: readonly string[], now: Date): Promise<void> => {
  await client.query({
    name: 'erase_dead_letters',
    text: 'update dead_letters set body = uuid_send(id), erased_at = $2 where id = any($1)',
    values: [arrayOf('uuid', ids), now],
  });
};

export type CustomerRow = Pick<OrderRow, 'tracking_url' | 'reason' | 'problems' | 'status' | 'claim_id'> & {
  /** The order as it was submitted. */
  content: unknown;
  /** JSON text as the merchant sent it. */
  external_data: string;
  erased_at: Date | null;
};

/** For an order of any merchant. */
export const readCustomer = (client: Queryable, orderId: string): Promise<CustomerRow | undefined> =>
  queryRow(client, {
    name: 'read_customer',
    text: `
      select content, external_data::text as external_data, tracking_url, reason, problems, status, claim_id, erased_at
      from orders where id = $1`,
    values: [orderId],
  });
