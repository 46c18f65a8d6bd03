import {
  type DeliveryView,
  type MerchantMode,
  type MerchantUsage,
  type OrderStatus,
  type RecentIncident,
  summaryIncidentMax,
  type Usage,
} from '@delivery/contracts';
import { type Queryable, queryRows, relation, type RowOf } from '@delivery/postgres';
import { firstUuidOf } from '../ledger/rules/deliveries.js';
import { isNamed, merchantSource } from '../merchants/queries.js';
import type { CountedUsage } from './rules/count-usage.js';

const counted = relation<CountedUsage>({
  owner_id: ['text', ({ ownerId }) => ownerId],
  month: ['text', ({ month }) => `${month}-01`],
  orders_created: ['int', ({ ordersCreated }) => ordersCreated],
  orders_delivered: ['int', ({ ordersDelivered }) => ordersDelivered],
  orders_canceled: ['int', ({ ordersCanceled }) => ordersCanceled],
  orders_returned: ['int', ({ ordersReturned }) => ordersReturned],
  webhook_attempts: ['int', ({ webhookAttempts }) => webhookAttempts],
  webhooks_delivered: ['int', ({ webhooksDelivered }) => webhooksDelivered],
  webhooks_exhausted: ['int', ({ webhooksExhausted }) => webhooksExhausted],
});

const countColumns = [
  'orders_created',
  'orders_delivered',
  'orders_canceled',
  'orders_returned',
  'webhook_attempts',
  'webhooks_delivered',
  'webhooks_exhausted',
] as const;

/**
 * Adds one process's counts to those of others. In the order of the key: two processes at once do not wait for each
 * other in a circle.
 */
export const addUsage = async (client: Queryable, usage: readonly CountedUsage[]): Promise<void> => {
  await client.query({
    name: 'add_usage',
    text: `
      insert into merchant_usage as u (${counted.columns})
      select owner_id, month::date, ${countColumns.join(', ')} from ${counted.unnest(1)} as t (${counted.columns})
        order by 1, 2
      on conflict (owner_id, month)
        do update set ${countColumns.map((name) => `${name} = u.${name} + excluded.${name}`).join(', ')}`,
    values: counted.values(usage),
  });
};

const columns = `
  to_char(u.month, 'YYYY-MM') as month,
  json_build_object('created', u.orders_created, 'delivered', u.orders_delivered, 'canceled', u.orders_canceled,
    'returned', u.orders_returned) as orders,
  json_build_object('attempts', u.webhook_attempts, 'delivered', u.webhooks_delivered,
    'exhausted', u.webhooks_exhausted) as webhooks`;
const ofMerchants = `
  ${columns}, u.owner_id as merchant_id, m.name, ms.reference, m.mode,
  json_build_object('id', p.id, 'name', p.name) as platform`;
const source = `${merchantSource} join merchant_usage u on u.owner_id = ms.id`;

/**
 * A month of which merchants: of all of a mode, of those of one platform, or of those with this id or reference or with
 * it in their name.
 */
export type UsageOf = { month: string; mode: MerchantMode; platformId?: string | undefined; q?: string | undefined };

const isOf = `u.month = $1::date and m.mode = $2 and ($3::uuid is null or p.id = $3)
  and ($4::text is null or ${isNamed('$4')})`;
const valuesOf = ({ month, mode, platformId, q }: UsageOf) => [`${month}-01`, mode, platformId ?? null, q ?? null];

/** Merchants with usage in the month, most attempts first. Counts rise: each page shows the current ones. */
export const listUsage = (
  client: Queryable,
  of: UsageOf,
  { after, rowMax }: { after: { attempts: number; id: string } | undefined; rowMax: number },
): Promise<MerchantUsage[]> =>
  queryRows(
    client,
    `select ${ofMerchants} from ${source}
     where ${isOf} and ($5::int is null or u.webhook_attempts < $5 or (u.webhook_attempts = $5 and u.owner_id > $6))
     order by u.webhook_attempts desc, u.owner_id limit $7`,
    [...valuesOf(of), after?.attempts ?? null, after?.id ?? null, rowMax],
  );

/** In order of id, which rising counts do not change. */
export const listUsageById = (
  client: Queryable,
  of: UsageOf,
  { afterId, rowMax }: { afterId: string; rowMax: number },
): Promise<MerchantUsage[]> =>
  queryRows(
    client,
    `select ${ofMerchants} from ${source} where ${isOf} and u.owner_id > $5 order by u.owner_id limit $6`,
    [...valuesOf(of), afterId, rowMax],
  );

/** The months of a merchant, the newest first. */
export const readUsageOf = (client: Queryable, ownerId: string, monthMax: number): Promise<Usage[]> =>
  queryRows(client, `select ${columns} from merchant_usage u where u.owner_id = $1 order by u.month desc limit $2`, [
    ownerId,
    monthMax,
  ]);

type Recent = { ownerId: string; since: Date; rowMax: number };

/** How many orders created since then have which status now. The newest `rowMax` are looked at. */
export const countRecentOrders = (
  client: Queryable,
  { ownerId, since, rowMax }: Recent,
): Promise<{ status: OrderStatus; count: number }[]> =>
  queryRows(
    client,
    `select status, count(*)::int as count from (
       select status from orders where merchant_id = $1 and created_at >= $2
       order by created_at desc, id desc limit $3) newest
     group by status`,
    [ownerId, since, rowMax],
  );

/** Incidents of the owner's endpoints that had not ended by `since`, with the webhooks that were created meanwhile. */
export const listRecentIncidents = (
  client: Queryable,
  { ownerId, since, rowMax }: Recent,
): Promise<RowOf<RecentIncident>[]> =>
  queryRows(client, {
    name: 'list_recent_incidents',
    text: `
      with incidents as materialized (
        select endpoint_id, kind, since, ended_at from endpoint_incidents
        where owner_id = $1 and kind <> 'disabled' and (ended_at is null or ended_at >= $4)
        order by since desc limit ${summaryIncidentMax}
      ), newest as materialized (
        select endpoint_id, created_at, state = 'delivered' as is_delivered, attempt_count from all_webhook_deliveries
        where owner_id = $1 and id >= $2 and replay_id is null and exists (select from incidents)
        order by id desc limit $3
      )
      select i.*, count(d)::int as late, (count(d) filter (where not is_delivered))::int as undelivered
      from incidents i left join newest d on d.endpoint_id = i.endpoint_id and d.created_at >= i.since
        and (i.ended_at is null or d.created_at < i.ended_at)
        and (not is_delivered or attempt_count > 1 or i.kind = 'not_fetching')
      group by i.endpoint_id, i.kind, i.since, i.ended_at order by i.since desc`,
    values: [ownerId, firstUuidOf(since.getTime()), rowMax, since],
  });

/**
 * How many deliveries created since then have which state now. The newest `rowMax` are looked at: ids rise with time.
 */
export const countRecentDeliveries = (
  client: Queryable,
  { ownerId, since, rowMax }: Recent,
): Promise<{ state: DeliveryView['state']; count: number }[]> =>
  queryRows(client, {
    name: 'count_recent_deliveries',
    text: `
     select case when newest.state = 'waiting' and e.status = 'disabled' then 'held' else newest.state end as state,
       count(*)::int as count
     from (select state, endpoint_id from all_webhook_deliveries where owner_id = $1 and id >= $2
           order by id desc limit $3) newest
       left join endpoints e on e.id = newest.endpoint_id
     group by 1`,
    values: [ownerId, firstUuidOf(since.getTime()), rowMax],
  });
