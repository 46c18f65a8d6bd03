import {
  arrayOf,
  awaitAll,
  maxUuid,
  type Queryable,
  queryCount,
  queryRow,
  queryRows,
  queryValue,
  queryValues,
  relation,
} from '@delivery/postgres';
import {
  inDays,
  inDaysOrLive,
  type PartitionDay,
  readEventDays,
  readPartitionDays,
} from '../../ledger/queries/partition-days.js';
import { deletePositions } from '../../orders/queries/positions.js';
import type { OrderRow } from '../../orders/queries/read-orders.js';
import { eraseBody, eraseCourierName } from '../../orders/rules/erase-body.js';

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

export const insertErasure = async (
  client: Queryable,
  wanted: Pick<
    ErasureRow,
    'id' | 'order_id' | 'phone_hash' | 'whole_phone_hash' | 'merchant_id' | 'forced' | 'requested_by' | 'created_at'
  >,
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
  orderIds: readonly string[];
  underWayIds: readonly string[];
};

export const saveOrderStep = async (client: Queryable, id: string, step: OrderStep): Promise<void> => {
  await client.query(
    `update erasures
     set order_cursor = $2, order_ids = order_ids || $3::text[], under_way_ids = under_way_ids || $4::text[],
         events = events + $5, attempts = attempts + $6, commands = commands + $7
     where id = $1`,
    [id, step.cursor, step.orderIds, step.underWayIds, step.events, step.attempts, step.commands],
  );
};

export type DeadLetterStep = { cursor: string; deadLetterIds: readonly string[]; completedAt: Date | null };

export const saveDeadLetterStep = async (client: Queryable, id: string, step: DeadLetterStep): Promise<void> => {
  await client.query(
    `update erasures
     set dead_letter_cursor = $2, dead_letter_ids = dead_letter_ids || $3::uuid[], completed_at = $4,
         status = case when $4::timestamptz is null then 'running' else 'completed' end
     where id = $1`,
    [id, step.cursor, step.deadLetterIds, step.completedAt],
  );
};

export type CustomersOrder = { id: string; phone: string; country: string; is_final: boolean };

/** The next orders after `cursor`, in order of id, whose phone number ends as that of the erasure. */
export const walkOrders = (
  client: Queryable,
  { phone_hash: phoneHash, merchant_id: merchantId }: ErasureRow,
  { cursor, stepMax }: { cursor: string; stepMax: number },
): Promise<CustomersOrder[]> =>
  queryRows(client, {
    name: 'walk_orders',
    text: `
      select id, content->'customer'->>'phone' as phone, content->'address'->>'country' as country, final_at is not null as is_final
      from orders where phone_hash = $1 and ($2::text is null or merchant_id = $2) and id > $3 order by id limit $4`,
    values: [phoneHash, merchantId, cursor, stepMax],
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

/** As of `eraseOldDeadLetters`. */
export const eraseDeadLetters = async (client: Queryable, ids: readonly string[], now: Date): Promise<void> => {
  await client.query({
    name: 'erase_dead_letters',
    text: 'update dead_letters set body = uuid_send(id), erased_at = $2 where id = any($1)',
    values: [arrayOf('uuid', ids), now],
  });
};

/** Rows that had something to erase. */
export type ErasedRows = { events: number; attempts: number; commands: number };

/**
 * Erases customers' data from orders that the caller has locked: content, external_data, the words of reasons and
 * tracking URLs in the order, in its webhooks' bodies and in its commands, and the receivers' answers. Ids, statuses, times
 * and the content's keyed hash stay: the same external_id stays the same order. Webhooks that still wait go out without the data.
 */
export const eraseOrders = async (client: Queryable, orderIds: readonly string[], now: Date): Promise<ErasedRows> => {
  if (orderIds.length === 0) return { events: 0, attempts: 0, commands: 0 };
  const { bodies, days, eventDays } = await awaitAll({
    bodies: readBodies(client, orderIds),
    days: readPartitionDays(client, orderIds),
    eventDays: readEventDays(client, orderIds),
  });
  const changed = rewrite(bodies, eraseBody);
  const { attempts, commands } = await awaitAll({
    contents: eraseContent(client, orderIds, now),
    positions: deletePositions(client, orderIds),
    bodies: updateBodies(client, { changed, now, eventDays }),
    attempts: eraseExcerpts(client, orderIds, days),
    commands: erasePayloads(client, orderIds, days),
  });
  return { events: changed.length, attempts, commands };
};

type EventBody = { order_id: string; sequence: number; body: string };
type ErasedBody = EventBody & { erased: string };

const readBodies = (client: Queryable, orderIds: readonly string[]): Promise<EventBody[]> =>
  queryRows(client, {
    name: 'read_bodies_to_erase',
    text: 'select order_id, sequence, body from events_of($1)',
    values: [arrayOf('text', orderIds)],
  });

/** Those that change. */
const rewrite = (events: readonly EventBody[], erase: (body: string) => string): ErasedBody[] =>
  events.map((event) => ({ ...event, erased: erase(event.body) })).filter(({ body, erased }) => body !== erased);

const erasedBodies = relation<ErasedBody>({
  order_id: ['text', ({ order_id }) => order_id],
  sequence: ['int', ({ sequence }) => sequence],
  body: ['text', ({ erased }) => erased],
});

/** `eventDays`: a condition on `event_day`. */
const updateBodies = async (
  client: Queryable,
  { changed, now, eventDays }: { changed: readonly ErasedBody[]; now: Date; eventDays: string },
): Promise<void> => {
  if (changed.length === 0) return;
  await client.query(
    `update all_events e set body = t.body, erased_at = $1
     from ${erasedBodies.unnest(2)} as t (${erasedBodies.columns})
     where ${eventDays} and e.order_id = t.order_id and e.sequence = t.sequence`,
    [now, ...erasedBodies.values(changed)],
  );
};

/** Erases the names of couriers from bodies of orders that the caller has locked. */
export const eraseCourierNames = async (client: Queryable, orderIds: readonly string[], now: Date): Promise<void> => {
  const { bodies, eventDays } = await awaitAll({
    bodies: readBodies(client, orderIds),
    eventDays: readEventDays(client, orderIds),
  });
  await updateBodies(client, { changed: rewrite(bodies, eraseCourierName), now, eventDays });
};

/** Into a document with one of these, which a message may bring and the type `json` takes, Postgres does not look: it is an error. */
const isReadable = (document: string): string => `${document}::text !~* '\\\\u(0000|d[89a-f])'`;

const eraseContent = async (client: Queryable, orderIds: readonly string[], now: Date): Promise<void> => {
  await client.query({
    name: 'erase_content',
    text: `
      update orders
      set content = null, phone_hash = null, last_four_hash = null, external_data = '{}', tracking_url = null, courier = null, handover = null, proof = null,
          has_named_couriers = false, erased_at = $2,
          reason = case when ${isReadable('reason')} and reason->>'code' is not null then json_build_object('code', reason->>'code') end
      where id = any($1)`,
    values: [arrayOf('text', orderIds), now],
  });
};

/** An empty answer or `{}` tells nothing about a customer, and stays. */
const eraseExcerpts = (
  client: Queryable,
  orderIds: readonly string[],
  days: readonly PartitionDay[],
): Promise<number> =>
  queryCount(
    client,
    `update all_attempts set response_excerpt = null, error_detail = null
     where ${inDays(days)} and (response_excerpt not in ('', '{}') or error_detail is not null)
       and delivery_id = any(array(select id from all_deliveries where ${inDaysOrLive(days)} and order_id = any($1)))`,
    [arrayOf('text', orderIds)],
  );

/** More than which status was reported by which system, and why by code. Null where there is nothing. */
const saysMore = `
  case when ${isReadable('payload')} then payload::jsonb - '{status,source}'::text[] #- '{reason,code}' not in ('{}', '{"reason": {}}')
       else payload is not null end`;

const erasePayloads = (
  client: Queryable,
  orderIds: readonly string[],
  days: readonly PartitionDay[],
): Promise<number> =>
  queryCount(
    client,
    `update all_commands set payload = null
     where ${inDays(days)} and order_id = any($1) and ${saysMore}`,
    [arrayOf('text', orderIds)],
  );

export type CustomerRow = Pick<OrderRow, 'tracking_url' | 'reason'> & {
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
      select content, external_data::text as external_data, tracking_url, reason, erased_at from orders where id = $1`,
    values: [orderId],
  });
