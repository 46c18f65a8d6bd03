import { arrayOf, type Queryable, relation, together } from '@delivery/postgres';
import {
  type HistoryDay,
  inDays,
  inDaysOrLive,
  readEventDays,
  readHistoryDays,
} from '../../ledger/queries/history-days.js';
import { eraseWebhookBody } from '../rules/erase-body.js';

/** Rows that had something to erase. */
export type ErasedRows = { events: number; attempts: number; commands: number };

/**
 * Erases what is the customer's from orders that the caller has locked: content, external_data, the words of reasons and
 * tracking URLs in the order, in its webhooks' bodies and in its commands, and what receivers answered. Ids, statuses, times
 * and the content's keyed hash stay: the same external_id stays the same order. What still waits goes out without it.
 */
export const eraseOrders = async (client: Queryable, orderIds: readonly string[], now: Date): Promise<ErasedRows> => {
  if (orderIds.length === 0) return { events: 0, attempts: 0, commands: 0 };
  const { bodies, days, eventDays } = await together({
    bodies: readBodies(client, orderIds),
    days: readHistoryDays(client, orderIds),
    eventDays: readEventDays(client, orderIds),
  });
  const changed = bodies
    .map((event) => ({ ...event, erased: eraseWebhookBody(event.body) }))
    .filter(({ body, erased }) => body !== erased);
  const { attempts, commands } = await together({
    contents: eraseContent(client, orderIds, now),
    bodies: changed.length > 0 && updateBodies(client, changed, eventDays),
    attempts: eraseExcerpts(client, orderIds, days),
    commands: erasePayloads(client, orderIds, days),
  });
  return { events: changed.length, attempts, commands };
};

type EventBody = { order_id: string; sequence: number; body: string };

const readBodies = async (client: Queryable, orderIds: readonly string[]): Promise<EventBody[]> => {
  const { rows } = await client.query<EventBody>({
    name: 'read_bodies_to_erase',
    text: 'select order_id, sequence, body from events_of($1)',
    values: [arrayOf('text', orderIds)],
  });
  return rows;
};

const erasedBodies = relation<EventBody & { erased: string }>({
  order_id: ['text', ({ order_id }) => order_id],
  sequence: ['int', ({ sequence }) => sequence],
  body: ['text', ({ erased }) => erased],
});

/** @param inDays a condition on `event_day` */
const updateBodies = async (
  client: Queryable,
  events: readonly (EventBody & { erased: string })[],
  inDays: string,
): Promise<void> => {
  await client.query(
    `update all_events e set body = t.body
     from ${erasedBodies.unnest(1)} as t (${erasedBodies.columns})
     where ${inDays} and e.order_id = t.order_id and e.sequence = t.sequence`,
    erasedBodies.values(events),
  );
};

/** Into a document with one of these, which a message may bring and the type `json` takes, Postgres does not look: it is an error. */
const isReadable = (document: string): string => `${document}::text !~* '\\\\u(0000|d[89a-f])'`;

const eraseContent = async (client: Queryable, orderIds: readonly string[], now: Date): Promise<void> => {
  await client.query({
    name: 'erase_content',
    text: `
      update orders
      set content = null, external_data = '{}', tracking_url = null, erased_at = $2,
          reason = case when ${isReadable('reason')} and reason->>'code' is not null then json_build_object('code', reason->>'code') end
      where id = any($1)`,
    values: [arrayOf('text', orderIds), now],
  });
};

/** What webhooks are to be answered with, and nothing, say nothing: there is nothing to erase. */
const eraseExcerpts = async (
  client: Queryable,
  orderIds: readonly string[],
  days: readonly HistoryDay[],
): Promise<number> => {
  const { rowCount } = await client.query(
    `update all_attempts set response_excerpt = null
     where ${inDays(days)} and response_excerpt not in ('', '{}')
       and delivery_id = any(array(select id from all_deliveries where ${inDaysOrLive(days)} and order_id = any($1)))`,
    [arrayOf('text', orderIds)],
  );
  return rowCount ?? 0;
};

/** More than which status was reported by which system, and why by code. Null where there is nothing. */
const saysMore = `
  case when ${isReadable('payload')} then payload::jsonb - '{status,source}'::text[] #- '{reason,code}' not in ('{}', '{"reason": {}}')
       else payload is not null end`;

const erasePayloads = async (
  client: Queryable,
  orderIds: readonly string[],
  days: readonly HistoryDay[],
): Promise<number> => {
  const { rowCount } = await client.query(
    `update all_commands set payload = null
     where ${inDays(days)} and order_id = any($1) and ${saysMore}`,
    [arrayOf('text', orderIds)],
  );
  return rowCount ?? 0;
};
