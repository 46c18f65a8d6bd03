import {
  type Courier,
  deriveOrderId,
  type Eta,
  type MerchantMode,
  nextStatuses,
  type OrderContent,
  orderContentSchema,
  type OrderListEntry,
  type OrderStatus,
  type Proof,
  type Store,
} from '@delivery/contracts';
import { arrayOf, type Queryable, queryRow, queryRows, queryValues, type RowOf } from '@delivery/postgres';
import { lookByDelivery } from '../../ledger/queries/partition-days.js';
import { storeJson, storeRefOf } from '../../merchants/store-queries.js';
import type { Handover, KeptProblem, PurgedOrder } from '../rules/order.js';
import { type AskedPhone, isAsked, type PhoneHasher, phoneHashesOf } from '../rules/phones.js';
import {
  etaAlone,
  isDueBefore,
  orderTimesColumns,
  type OrderTimesRow,
  type OrderTrouble,
  troubledOrders,
} from './timers.js';

export type OrderSummaryRow = RowOf<Omit<OrderListEntry, 'due'>> & OrderTimesRow & { merchant_id: string };

export type OrderRow = OrderSummaryRow & {
  tracking_url: string | null;
  reason: unknown;
  /** `null` once the customer's data has been erased. */
  content: Record<string, unknown> | null;
  content_version: number;
  /** JSON text as the merchant sent it. */
  external_data: string;
  /** `null`: there is none, or the content has been erased. */
  store: Store | null;
  courier: Courier | null;
  courier_system: { name: string } | null;
  eta: Eta | null;
  handover: Handover | null;
  proof: Proof | null;
  claim_id: string | null;
  problems: KeptProblem[] | null;
  no_courier_since: Date | null;
};

const orderSummaryColumns = `
  o.id, o.merchant_id, o.external_id, o.display_id, o.status, o.created_at, o.updated_at, ${orderTimesColumns}`;

export const readOrder = (client: Queryable, merchantId: string, orderId: string): Promise<OrderRow | undefined> =>
  queryRow(client, {
    name: 'read_order',
    text: `
      select ${orderSummaryColumns}, tracking_url, reason, courier, ${etaAlone} as eta, handover, no_courier_since,
             content, case when (proof->>'expires_at')::timestamptz > now() then proof end as proof, claim_id, problems,
             content_version, external_data::text as external_data,
             (select ${storeJson} from stores s
              where s.merchant_id = o.merchant_id and s.ref = ${storeRefOf('o')}) as store,
             (select json_build_object('name', name) from owners where id = o.courier_system_id) as courier_system
      from orders o where id = $1 and merchant_id = $2`,
    values: [orderId, merchantId],
  });

/** For the operator, which sees the orders of every merchant. */
export const readOrderSummary = (client: Queryable, orderId: string): Promise<OrderSummaryRow | undefined> =>
  queryRow(client, `select ${orderSummaryColumns} from orders o where id = $1`, [orderId]);

export type OrderListing = {
  merchantId: string;
  status?: OrderStatus | undefined;
  /** Found by id, which is derived from it: there is no index on it. */
  externalId?: { value: string; orderId: string } | undefined;
  /** Created at that time or later. */
  sinceMs?: number | undefined;
  /** Under way, and the time of their next step is before that time. */
  dueBeforeMs?: number | undefined;
  isLate?: boolean | undefined;
  rowMax: number;
};

type Param = (value: unknown) => string;

/** Newest first. A later page may miss orders that came late, but none that was there, and shows none twice. */
export const listOrders = async (
  client: Queryable,
  listing: OrderListing & { after?: { createdAtMs: number; id: string } | undefined },
): Promise<OrderSummaryRow[]> => {
  const values: unknown[] = [listing.merchantId, listing.rowMax];
  const param: Param = (value) => `$${values.push(value)}`;
  const conditions = ['merchant_id = $1', ...orderConditions(listing, param)];
  const { after } = listing;
  if (after) conditions.push(`(created_at, id) < (${param(new Date(after.createdAtMs))}, ${param(after.id)})`);
  return queryRows(
    client,
    `select ${orderSummaryColumns} from orders o where ${conditions.join(' and ')}
     order by created_at desc, id desc limit $2`,
    values,
  );
};

/** The filters of a list of one merchant's orders, for every sort order. */
const orderConditions = (
  { status, externalId, sinceMs, dueBeforeMs, isLate }: OrderListing,
  param: Param,
): string[] => [
  ...(dueBeforeMs === undefined ? [] : [isDueBefore(param(new Date(dueBeforeMs)))]),
  ...(isLate === true ? [isDueBefore('now()')] : []),
  ...(status ? [`status = ${param(status)}`] : []),
  // Orders under way are few among many, and have an index of their own.
  ...(status && nextStatuses[status].length > 0 ? ['final_at is null'] : []),
  ...(externalId ? [`id = ${param(externalId.orderId)} and external_id = ${param(externalId.value)}`] : []),
  ...(sinceMs === undefined ? [] : [`created_at >= ${param(new Date(sinceMs))}`]),
];

/**
 * Oldest change first: an order that changes while pages are read moves to where they have not come yet, so none is
 * missed. The index knows the hour of the last change only (ADR 33): one hour of one merchant's orders is sorted at a
 * time.
 */
export const listUpdatedOrders = async (
  client: Queryable,
  listing: OrderListing & { after: { updatedAtMs: number; id: string } },
): Promise<OrderSummaryRow[]> => {
  const { updatedAtMs, id } = listing.after;
  const values: unknown[] = [listing.merchantId, listing.rowMax, new Date(updatedAtMs), id];
  const conditions = orderConditions(listing, (value) => `$${values.push(value)}`);
  return queryRows(
    client,
    `select ${orderSummaryColumns} from orders o
     where ${[
       'merchant_id = $1',
       "updated_hour >= date_bin('1 hour', $3, '2000-01-01T00:00:00Z')",
       '(updated_at, id) > ($3, $4)',
       ...conditions,
     ].join(' and ')}
     order by updated_hour, updated_at, id limit $2`,
    values,
  );
};

export type FoundOrderRow = OrderSummaryRow & { merchant_name: string };

/** `more`: columns beside those of each found order. */
export const selectFound = (...more: string[]): string => `
  select ${[orderSummaryColumns, 'm.name as merchant_name', ...more].join(', ')}
  from orders o join owners m on m.id = o.merchant_id`;

/** Merchants whose order of that name is looked for in one statement. */
const merchantBatch = 1_000;

/**
 * Orders of all merchants by `external_id`, in the order of the merchants' ids. An order's id is derived from both, so
 * each merchant is one look at the primary key: an index on `external_id` would be paid for by every create.
 */
export const findOrders = async (
  client: Queryable,
  wanted: { externalId: string; afterMerchantId: string; rowMax: number },
): Promise<FoundOrderRow[]> => {
  const found: FoundOrderRow[] = [];
  let [afterId, isLast] = [wanted.afterMerchantId, false];
  while (!isLast && found.length < wanted.rowMax) {
    const merchantIds = await readMerchantIds(client, afterId);
    found.push(...(await findOrdersOf(client, merchantIds, wanted.externalId)));
    isLast = merchantIds.length < merchantBatch;
    afterId = merchantIds.at(-1) ?? afterId;
  }
  return found.slice(0, wanted.rowMax);
};

/** Every order that some merchant may have under that `external_id`, merchant by merchant, as ids alone. */
export async function* listIdsOf(client: Queryable, externalId: string): AsyncGenerator<string[]> {
  let afterId = '';
  for (;;) {
    const merchantIds = await readMerchantIds(client, afterId);
    yield merchantIds.map((merchantId) => deriveOrderId(merchantId, externalId));
    if (merchantIds.length < merchantBatch) return;
    afterId = merchantIds.at(-1) ?? afterId;
  }
}

const readMerchantIds = (client: Queryable, afterId: string): Promise<string[]> =>
  queryValues(client, 'select id from merchants where id > $1 order by id limit $2', [afterId, merchantBatch]);

export const findOrdersOf = async (
  client: Queryable,
  merchantIds: readonly string[],
  externalId: string,
): Promise<FoundOrderRow[]> => {
  const orderIds = merchantIds.map((merchantId) => deriveOrderId(merchantId, externalId));
  return queryRows(client, `${selectFound()} where o.id = any($1) and o.external_id = $2 order by o.merchant_id`, [
    arrayOf('text', orderIds),
    externalId,
  ]);
};

export const findById = (client: Queryable, orderId: string): Promise<FoundOrderRow[]> =>
  queryRows(client, `${selectFound()} where o.id = $1`, [orderId]);

/** The order of a delivery, or of its replay. @param ownerId of the delivery; `null`: anyone */
export const findByDelivery = (
  client: Queryable,
  deliveryId: string,
  ownerId: string | null,
): Promise<FoundOrderRow[]> =>
  lookByDelivery(client, [deliveryId], (inDays) =>
    queryRows<FoundOrderRow>(
      client,
      `${selectFound()} where o.id = (
         select order_id from all_webhook_deliveries d
           where ${inDays} and id = $1::uuid and ($2::text is null or owner_id = $2))`,
      [deliveryId, ownerId],
    ),
  );

/** Orders in progress of a courier's system, in id order, which stays stable while others are added and removed. */
export const listOrdersOfSystem = (
  client: Queryable,
  page: { systemId: string; afterId: string; rowMax: number },
): Promise<FoundOrderRow[]> =>
  queryRows(
    client,
    `${selectFound()} where o.courier_system_id = $1 and o.final_at is null and o.id > $2 order by o.id limit $3`,
    [page.systemId, page.afterId, page.rowMax],
  );

/** Newest first. */
export const findByDisplayId = (client: Queryable, displayId: string, rowMax: number): Promise<FoundOrderRow[]> =>
  queryRows(client, `${selectFound()} where o.display_id = $1 order by o.created_at desc, o.id limit $2`, [
    displayId,
    rowMax,
  ]);

/** Newest first, of one merchant. */
export const findOwnByDisplayId = (
  client: Queryable,
  merchantId: string,
  displayId: string,
  rowMax: number,
): Promise<FoundOrderRow[]> =>
  queryRows(
    client,
    `${selectFound()} where o.display_id = $2 and o.merchant_id = $1 order by o.created_at desc, o.id limit $3`,
    [merchantId, displayId, rowMax],
  );

const hashColumns: Readonly<Record<AskedPhone['by'], string>> = { number: 'phone_hash', lastFour: 'last_four_hash' };
/** Numbers that end alike are few, but for those that are made up. */
const hashedMax = 500;

/**
 * Newest first, by the phone numbers of their customers, for as long as these are kept. By the last four digits:
 * only of a merchant.
 */
export const findByPhone = async (
  client: Queryable,
  hashPhone: PhoneHasher,
  { asked, merchantId }: { asked: AskedPhone; merchantId?: string },
): Promise<FoundOrderRow[]> => {
  const hash = phoneHashesOf(hashPhone, merchantId ?? '', asked.digits)[asked.by];
  const rows = await queryRows<FoundOrderRow & { phone: string; country: string }>(
    client,
    `${selectFound(`o.content->'customer'->>'phone' as phone`, `o.content->'address'->>'country' as country`)}
     where o.${hashColumns[asked.by]} = $1 and ($2::text is null or o.merchant_id = $2)
     order by o.created_at desc, o.id limit ${hashedMax}`,
    [hash, merchantId ?? null],
  );
  return rows.filter((row) => isAsked(asked, row));
};

export type AllOrdersListing = {
  /** `undefined`: of all merchants. */
  merchantId: string | undefined;
  /** Only orders of this mode that have this trouble. */
  troubled: { mode: MerchantMode; trouble: OrderTrouble } | undefined;
  after: { day: string; createdAtMs: number; id: string } | undefined;
  rowMax: number;
};

/**
 * Newest first, over all merchants by their day, which has an index. A page that is read later shows none twice, and
 * misses no existing order. Orders with a trouble: the first 10,000 that are found, as they are counted.
 */
export const listAllOrders = async (
  client: Queryable,
  { merchantId, troubled, after, rowMax }: AllOrdersListing,
): Promise<(FoundOrderRow & { day: string })[]> => {
  const values: unknown[] = [rowMax];
  const param: Param = (value) => `$${values.push(value)}`;
  const keys = merchantId === undefined ? ['partition_day', 'created_at', 'id'] : ['created_at', 'id'];
  const conditions = merchantId === undefined ? [] : [`o.merchant_id = ${param(merchantId)}`];
  if (troubled) conditions.push(`o.id in ${troubledOrders(param(troubled.mode), troubled.trouble, conditions[0])}`);
  if (after) {
    const last = { partition_day: after.day, created_at: new Date(after.createdAtMs), id: after.id };
    const marks = keys.map((key) => param(last[key as keyof typeof last]));
    conditions.push(`(${keys.map((key) => `o.${key}`).join(', ')}) < (${marks.join(', ')})`);
  }
  return queryRows(
    client,
    `${selectFound('o.partition_day::text as day')} ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
     order by ${keys.map((key) => `o.${key} desc`).join(', ')} limit $1`,
    values,
  );
};

/** By order id. An order whose customer's data was erased has none. */
export const readContents = async (
  client: Queryable,
  orderIds: readonly string[],
): Promise<Map<string, OrderContent>> => {
  const rows = await queryRows<{ id: string; content: unknown }>(client, {
    name: 'read_contents',
    text: 'select id, content from orders where id = any($1) and content is not null',
    values: [arrayOf('text', orderIds)],
  });
  return new Map(rows.map(({ id, content }) => [id, orderContentSchema.parse(content)]));
};

/** The merchants of these orders, by order id. */
export const readOrderMerchants = async (
  client: Queryable,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await queryRows<{ id: string; merchant_id: string }>(
    client,
    'select id, merchant_id from orders where id = any($1)',
    [arrayOf('text', orderIds)],
  );
  return new Map(rows.map(({ id, merchant_id: merchantId }) => [id, merchantId]));
};

/** The purged orders, by id. */
export const readPurgedOrders = async (
  client: Queryable,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, PurgedOrder>> => {
  if (orderIds.length === 0) return new Map();
  const rows = await queryRows<{ id: string; purged_on: string; content_hash: Buffer }>(client, {
    name: 'read_purged_orders',
    text: `
      select t.id, to_char(f.purged_on, 'YYYY-MM-DD') as purged_on, f.content_hash
      from unnest($1::text[]) as t (id) join order_fingerprints f on f.id = decode(t.id, 'hex')`,
    values: [arrayOf('text', orderIds)],
  });
  return new Map(
    rows.map(({ id, purged_on: purgedOn, content_hash: contentHash }) => [id, { id, purgedOn, contentHash }]),
  );
};
