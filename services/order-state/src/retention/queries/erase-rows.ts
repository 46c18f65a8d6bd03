import { arrayOf, awaitAll, nilUuid, type Queryable, queryOne, queryRows, relation } from '@delivery/postgres';
import {
  inDaysOrLive,
  type PartitionDay,
  readEventDays,
  readPartitionDays,
} from '../../ledger/queries/partition-days.js';
import { deletePositions } from '../../orders/queries/positions.js';
import { eraseBody, eraseCourierName } from '../../orders/rules/erase-body.js';
import { discardSetAside, eraseReports } from './erase-set-aside.js';

/** Events, deliveries and commands that one step looks at, each. */
const stepRows = 1_000;

type RowCounts = { events: number; deliveries: number; commands: number };

/**
 * The first of these orders whose rows one step can look at, at least one: a single order may have more rows than a
 * step takes, and then needs several. At most `stepRows` of an order are counted.
 */
export const takeFitting = async (client: Queryable, orderIds: readonly string[]): Promise<string[]> => {
  if (orderIds.length < 2) return [...orderIds];
  const { days, eventDays } = await readDays(client, orderIds);
  const count = (table: string, where: string): string =>
    `(select count(*)::int from (select from ${table} where ${where} and order_id = t.id limit ${stepRows}) counted)`;
  const rows = await queryRows<RowCounts & { id: string }>(
    client,
    `select id, ${count('all_events', eventDays)} as events,
      ${count('all_webhook_deliveries', inDaysOrLive(days))} as deliveries,
       ${count('all_commands', inDaysOrLive(days))} as commands
     from unnest($1::text[]) with ordinality t (id, place) order by place`,
    [arrayOf('text', orderIds)],
  );
  const sum: RowCounts = { events: 0, deliveries: 0, commands: 0 };
  const first = rows.findIndex((row) => {
    for (const kind of ['events', 'deliveries', 'commands'] as const) sum[kind] += row[kind];
    return Math.max(sum.events, sum.deliveries, sum.commands) >= stepRows;
  });
  return orderIds.slice(0, first === -1 ? orderIds.length : Math.max(1, first));
};

const readDays = (client: Queryable, orderIds: readonly string[]) =>
  awaitAll({ days: readPartitionDays(client, orderIds), eventDays: readEventDays(client, orderIds) });

/** The rows of an order that a step has looked at last. */
export type ErasureCursor = { event: number; delivery: { sequence: number; id: string }; command: string };
const firstRows: ErasureCursor = { event: 0, delivery: { sequence: 0, id: nilUuid }, command: '' };

/** Rows that had something to erase. */
export type ErasedRows = { events: number; attempts: number; commands: number };

/**
 * Erases customers' data from orders that the caller has locked: content, external_data, the words of reasons and
 * tracking URLs in the order, in its webhooks' bodies and in its commands, and the receivers' answers. Ids, statuses,
 * times and the content's keyed hash stay: the same external_id stays the same order. Webhooks that still wait go out
 * without the data.
 * @param orderIds those that `takeFitting` took
 * @returns `next`: where the next step goes on within the order, which counts as erased after the last one
 */
export const eraseOrders = async (
  client: Queryable,
  orderIds: readonly string[],
  now: Date,
  from: ErasureCursor = firstRows,
): Promise<ErasedRows & { next: ErasureCursor | undefined }> => {
  if (orderIds.length === 0) return { events: 0, attempts: 0, commands: 0, next: undefined };
  const wanted = { orderIds, ...(await readDays(client, orderIds)) };
  const { events, answers, commands } = await awaitAll({
    events: eraseBodies(client, { ...wanted, now, after: from.event, erase: eraseBody }),
    answers: eraseAnswers(client, wanted, from.delivery),
    commands: erasePayloads(client, wanted, from.command),
  });
  const isLast = [events, answers, commands].every(({ looked }) => looked < stepRows);
  await awaitAll({
    contents: eraseContent(client, orderIds, isLast ? now : null),
    positions: deletePositions(client, orderIds),
    setAside: discardSetAside(client, orderIds, now),
    reports: eraseReports(client, ({ orderId }) => orderIds.includes(orderId)),
  });
  return {
    ...{ events: events.erased, attempts: answers.erased, commands: commands.erased },
    next: isLast
      ? undefined
      : {
          event: events.last ?? from.event,
          delivery: {
            sequence: answers.last_sequence ?? from.delivery.sequence,
            id: answers.last_id ?? from.delivery.id,
          },
          command: commands.last ?? from.command,
        },
  };
};

/**
 * Erases the names of couriers from bodies of orders that the caller has locked.
 * @returns as of `eraseOrders`, the sequence of the event that was looked at last
 */
export const eraseCourierNames = async (
  client: Queryable,
  orderIds: readonly string[],
  now: Date,
  after = 0,
): Promise<number | undefined> => {
  const eventDays = await readEventDays(client, orderIds);
  const { looked, last } = await eraseBodies(client, { orderIds, eventDays, now, after, erase: eraseCourierName });
  if (looked === stepRows) return last;
  await client.query({
    name: 'forget_couriers',
    text: 'update orders set courier = null, has_named_couriers = false where id = any($1)',
    values: [arrayOf('text', orderIds)],
  });
  return undefined;
};

type Wanted = { orderIds: readonly string[]; days: readonly PartitionDay[]; eventDays: string };

type EventBody = { order_id: string; sequence: number; body: string };

const erasedBodies = relation<EventBody>({
  order_id: ['text', ({ order_id }) => order_id],
  sequence: ['int', ({ sequence }) => sequence],
  body: ['text', ({ body }) => body],
});

/** `after`: a sequence, of one order. */
const eraseBodies = async (
  client: Queryable,
  wanted: Omit<Wanted, 'days'> & { now: Date; after: number; erase: (body: string) => string },
): Promise<{ looked: number; erased: number; last: number | undefined }> => {
  const { orderIds, eventDays, now, after, erase } = wanted;
  const found = await queryRows<EventBody>(
    client,
    `select order_id, sequence, body from all_events where ${eventDays} and order_id = any($1) and sequence > $2
     order by order_id, sequence limit ${stepRows}`,
    [arrayOf('text', orderIds), after],
  );
  const erased = found.map((event) => ({ ...event, body: erase(event.body) }));
  const changed = erased.filter(({ body }, place) => body !== found[place]?.body);
  if (changed.length > 0) {
    await client.query(
      `update all_events e set body = t.body, erased_at = $1
       from ${erasedBodies.unnest(2)} as t (${erasedBodies.columns})
       where ${eventDays} and e.order_id = t.order_id and e.sequence = t.sequence`,
      [now, ...erasedBodies.values(changed)],
    );
  }
  return { looked: found.length, erased: changed.length, last: found.at(-1)?.sequence };
};

/**
 * Into a document with one of these, which a message may bring and the type `json` takes, Postgres does not look: it is
 * an error.
 */
const isReadable = (document: string): string => `${document}::text !~* '\\\\u(0000|d[89a-f])'`;

/** @param erasedAt `null`: further steps follow */
const eraseContent = async (client: Queryable, orderIds: readonly string[], erasedAt: Date | null): Promise<void> => {
  await client.query({
    name: 'erase_content',
    text: `
      update orders
      set content = null, phone_hash = null, last_four_hash = null, external_data = '{}',
        tracking_url = null, courier = null, handover = null, proof = null,
          has_named_couriers = false, erased_at = $2,
          problems = case when ${isReadable('problems')} then (
            select json_agg(p.problem::jsonb - 'text' #- '{answer,text}' order by p.place)
            from json_array_elements(problems) with ordinality as p (problem, place)) end,
          reason = case when ${isReadable('reason')} and reason->>'code' is not null
            then json_build_object('code', reason->>'code') end
      where id = any($1)`,
    values: [arrayOf('text', orderIds), erasedAt],
  });
};

/**
 * Receivers' answers to the next deliveries. An empty answer or `{}` says nothing about a customer, and stays. The
 * lane of an order that lives in no day has no index by sequence: its few rows are sorted.
 */
const eraseAnswers = (
  client: Queryable,
  { orderIds, days }: Wanted,
  after: ErasureCursor['delivery'],
): Promise<{ looked: number; erased: number; last_sequence: number | null; last_id: string | null }> =>
  queryOne(
    client,
    `with page as materialized (
       select id, sequence from all_webhook_deliveries
       where ${inDaysOrLive(days)} and order_id = any($1) and sequence >= $2 and (sequence, id) > ($2, $3::uuid)
       order by order_id, sequence, id limit ${stepRows}
     ),
     erased as (
       update all_attempts set response_excerpt = null, error_detail = null
       where ${inDaysOrLive(days)} and (response_excerpt not in ('', '{}') or error_detail is not null)
         and delivery_id = any(array(select id from page))
       returning 1
     ),
     last as (select sequence, id from page order by sequence desc, id desc limit 1)
     select (select count(*)::int from page) as looked, (select count(*)::int from erased) as erased,
            (select sequence from last) as last_sequence, (select id from last) as last_id`,
    [arrayOf('text', orderIds), after.sequence, after.id],
  );

/**
 * More than which status or problem was reported by which system, how it was answered, and why by code. Null where
 * there is nothing.
 */
const saysMore = `
  case when ${isReadable('payload')} then payload::jsonb - '{status,source,kind,problem_id,action}'::text[]
    #- '{reason,code}' not in ('{}', '{"reason": {}}')
       else payload is not null end`;

const erasePayloads = (
  client: Queryable,
  { orderIds, days }: Wanted,
  after: string,
): Promise<{ looked: number; erased: number; last: string | null }> =>
  queryOne(
    client,
    `with page as materialized (
       select order_id, id from all_commands where ${inDaysOrLive(days)} and order_id = any($1) and id > $2
       order by order_id, id limit ${stepRows}
     ),
     erased as (
       update all_commands set payload = null
       where ${inDaysOrLive(days)} and (order_id, id) in (select order_id, id from page) and ${saysMore}
       returning 1
     )
     select (select count(*)::int from page) as looked, (select count(*)::int from erased) as erased,
            (select max(id) from page) as last`,
    [arrayOf('text', orderIds), after],
  );
