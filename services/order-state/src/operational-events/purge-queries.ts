import { arrayOf, type Queryable, queryCount, queryValues, type Transaction } from '@delivery/postgres';
import { addToCounts } from '../ledger/queries/counts.js';

/** @returns how many were purged */
export const purgeIncidents = (client: Queryable, before: Date, purgeMax: number): Promise<number> =>
  queryCount(client, {
    name: 'purge_incidents',
    text: `
      delete from endpoint_incidents s using (
        select endpoint_id, kind, since from endpoint_incidents where notified_at < $1 and ended_at is not null
        order by notified_at limit $2 for update skip locked) old
      where s.endpoint_id = old.endpoint_id and s.kind = old.kind and s.since = old.since`,
    values: [before, purgeMax],
  });

/**
 * Purges operational events that were written before `before` and of which every delivery is settled, as `purgeOrders`
 * does, and the heads of lanes whose endpoint is gone with the last of its events.
 * @returns how many lanes it has taken something from: at most `eventMax` of its events each time
 */
export const purgeOperationalEvents = async (client: Transaction, before: Date, purgeMax: number): Promise<number> => {
  const ids = await queryValues<string>(client, {
    name: 'lock_operational_lanes_to_purge',
    text: `
      select l.id from operational_lanes l
      where exists (${purgeable('l.id', '$1')})
        or l.endpoint_id is not null and not exists (select from events e where e.order_id = l.id)
          and not exists (select from endpoints p where p.id = l.endpoint_id)
      order by l.id limit $2 for update skip locked`,
    values: [before, purgeMax],
  });
  if (ids.length === 0) return 0;
  await client.query({ name: 'purge_operational_events', text: purgeSql, values: [arrayOf('text', ids), before] });
  return ids.length;
};

const purgeable = (laneId: string, before: string): string => `
  select e.order_id, e.sequence, e.position from events e
  where e.order_id = ${laneId} and e.created_at < ${before} and not exists (
    select from webhook_deliveries d
    where d.order_id = e.order_id and d.sequence = e.sequence and d.state in ('waiting', 'in_flight') offset 0)`;

const eventMax = 20;

const purgeSql = `
  with doomed as materialized (
    select e.* from unnest($1::text[]) l (id) cross join lateral (${purgeable('l.id', '$2')} order by e.sequence
      limit ${eventMax}) e
  ),
  deliveries_gone as (
    delete from webhook_deliveries d using doomed e where d.order_id = e.order_id and d.sequence = e.sequence
      returning d.id, d.mode
  ),
  attempts_gone as (
    delete from delivery_attempts where delivery_id = any(array(select id from deliveries_gone))
  ),
  events_gone as (
    delete from events e using doomed d where e.order_id = d.order_id and e.sequence = d.sequence
  ),
  feed_begins as (
    update feed_state set purged_position = gone.position
    from (select max(position) as position from doomed) gone where gone.position > purged_position
  ),
  lanes_gone as (
    delete from operational_lanes l
    where l.id = any($1) and l.endpoint_id is not null
      and not exists (select from endpoints p where p.id = l.endpoint_id) and not exists (
      select from events e where e.order_id = l.id and not exists (
        select from doomed d where d.order_id = e.order_id and d.sequence = e.sequence))
  )
  ${addToCounts("select count_name('purged', mode) as name, count(*) as n from deliveries_gone group by mode")}`;
