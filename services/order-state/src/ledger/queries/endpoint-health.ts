import {
  type EndpointHealth,
  type EndpointType,
  type MerchantMode,
  type MerchantSummary,
  type OperatorEndpoint,
  type OperatorEndpointListEntry,
  type OperatorStatus,
  platformOwnerId,
} from '@delivery/contracts';
import { arrayOf, instantText, type Queryable, queryRow, queryRows, queryValue, type RowOf } from '@delivery/postgres';
import {
  countMax,
  type EndpointRow,
  faultColumns,
  fetchingOf,
  isNotFetching,
  isPaced,
  joinOwner,
  lookAtWindow,
  pacedOf,
  settingColumns,
  waitingOf,
} from '../../endpoints/queries/read-endpoints.js';
import { maskUrl } from '../../endpoints/rules/webhook-url.js';
import type { MerchantsOf } from '../../merchants/queries.js';
import { type EndpointSpeed, takenMax } from '../rules/window.js';
import { inDays, type PartitionDay } from './partition-days.js';
import { isNarrowed, sharedBy } from './windows.js';

/** The window `w` of endpoint `e`, as operators see it: of a pull endpoint, how much may be taken and not acked. */
const windowColumn = `
  json_build_object('size', case when e.type = 'pull' then ${takenMax} else w.size end, 'in_flight', w.in_flight,
    'probe_at', ${instantText('w.probe_at')}, 'failing_since', ${instantText('w.failing_since')},
    'wake_at', ${instantText('w.wake_at')}) as "window"`;

type OperatorEndpointRow = Omit<EndpointRow, 'status'> &
  RowOf<Pick<OperatorEndpoint, 'merchant_id' | 'status' | 'disabled_at' | 'window' | 'health' | 'untried'>>;
/** Any merchant's endpoint, deleted ones included, with its window. */
export const readOperatorEndpoint = (client: Queryable, endpointId: string): Promise<OperatorEndpointRow | undefined> =>
  queryRow(
    client,
    `select e.id, e.owner_id as merchant_id, e.type, e.reference, ${settingColumns}, ${pacedOf}, ${fetchingOf},
       ${waitingOf('e.id', '$2')}, e.status, e.disabled_reason, e.disabled_at, e.created_at, e.last_test,
       ${faultColumns}, ${windowColumn}, ${endpointHealth} as health, ${isUntried} as untried
     from endpoints e join endpoint_windows w on w.endpoint_id = e.id where e.id = $1`,
    [endpointId, countMax],
  );

export type EndpointHealthRow = Omit<RowOf<OperatorEndpointListEntry>, 'format' | 'header' | 'signature'> & {
  header_name: string | null;
};

export type EndpointHealthListing = {
  /** `null`: of all merchants. */
  ownerIds: readonly string[] | null;
  /** `null`: of both. */
  mode: MerchantMode | null;
  health: EndpointHealth | null;
  /** Only those that have had no success since they failed, and are not disabled. */
  areFailing: boolean;
  /** The last one of the page before. */
  after: { waiting: number; id: string } | null;
  rowMax: number;
};

/**
 * Endpoints that are not deleted, the largest backlog first. Backlogs change: each page shows them as they are then.
 * All of them are counted for one page, each in the indexes of waiting deliveries: for people, not for a loop.
 */
export const listEndpointHealth = (
  client: Queryable,
  { ownerIds, mode, health, areFailing, after, rowMax }: EndpointHealthListing,
): Promise<EndpointHealthRow[]> =>
  queryRows(
    client,
    `select * from (
       select e.id, e.owner_id as merchant_id, m.name as merchant_name, e.type,
         e.reference, ${settingColumns}, ${pacedOf}, ${fetchingOf}, e.disabled_reason, e.disabled_at, e.created_at,
         ${windowColumn}, ${endpointHealth} as health, ${isUntried} as untried, ${waitingOf('e.id', '$1')}
       from endpoints e
         join endpoint_windows w on w.endpoint_id = e.id
         ${joinOwner}
       where e.status <> 'deleted' and ($2::text[] is null or e.owner_id = any($2))
         and ($8::text is null or e.mode = $8)
         and (not $7 or w.failing_since is not null)
     ) listed
     where ($3::text is null or health = $3) and (not $7 or health <> 'disabled')
       and ($4::int is null or waiting < $4 or (waiting = $4 and id > $5::uuid))
     order by waiting desc, id limit $6`,
    [
      ...[countMax, ownerIds && arrayOf('text', ownerIds), health],
      ...[after && after.waiting, after && after.id, rowMax, areFailing, mode],
    ],
  );

/** Health of endpoint `e` with window `w`. */
export const endpointHealth = `
  case
    when e.status <> 'active' then 'disabled'
    when w.probe_at is not null then 'breaker_open'
    when ${isNarrowed} then 'narrowed'
    when ${isPaced} then 'paced'
    when ${isNotFetching} then 'not_fetching'
    else 'ok'
  end`;

/** Whether nothing was ever sent to endpoint `e` with window `w`. */
const isUntried = `(e.type = 'push' and not w.tried and e.last_test is null)`;

type OwnEndpointHealthRow = RowOf<MerchantSummary['endpoints'][number]>;

/**
 * How each endpoint of one merchant is doing, oldest first: few rows, found by index, so that a page may ask again and
 * again.
 */
export const listOwnEndpointHealth = (client: Queryable, ownerId: string): Promise<OwnEndpointHealthRow[]> =>
  queryRows(
    client,
    `select e.id, ${endpointHealth} as health, w.failing_since, ${waitingOf('e.id', String(countMax))},
       ${isUntried} as untried
     from endpoints e join endpoint_windows w on w.endpoint_id = e.id
     where e.owner_id = $1 and e.status <> 'deleted' order by e.created_at, e.id`,
    [ownerId],
  );

/** How many endpoints of a platform's merchants do how. */
export const countPlatformEndpoints = (
  client: Queryable,
  { platformId, mode }: MerchantsOf,
): Promise<{ health: EndpointHealth; count: number }[]> =>
  queryRows(
    client,
    `select ${endpointHealth} as health, count(*)::int as count
     from merchants ms join endpoints e on e.owner_id = ms.id join endpoint_windows w on w.endpoint_id = e.id
     where ms.platform_owner_id = $1 and e.status <> 'deleted' group by 1`,
    [platformOwnerId(platformId, mode)],
  );

/** Disabled endpoints that something waits for: of live merchants first, then the longest disabled. */
export const readHeldEndpoints = (
  client: Queryable,
  rowMax: number,
): Promise<RowOf<OperatorStatus['held_endpoints'][number]>[]> =>
  queryRows(client, {
    name: 'read_held_endpoints',
    text: `
      select e.*, m.name as merchant_name from (
        select * from (
          select e.id, e.name, e.url, e.owner_id as merchant_id, e.mode, e.disabled_reason,
            e.disabled_at, ${waitingOf('e.id', '$2')}
          from endpoints e where e.status = 'disabled'
        ) held where waiting > 0 order by mode, disabled_at, id limit $1
      ) e join owners m on m.id = e.merchant_id order by e.mode, e.disabled_at, e.id`,
    values: [rowMax, countMax],
  });

/** Active endpoints that do not answer: of live merchants first, then the longest failing. */
export const readOpenBreakers = (
  client: Queryable,
  rowMax: number,
): Promise<RowOf<OperatorStatus['open_breakers'][number]>[]> =>
  queryRows(client, {
    name: 'read_open_breakers',
    text: `
      select e.*, m.name as merchant_name, ${waitingOf('e.id', '$2')} from (
        select e.id, e.name, e.url, e.owner_id as merchant_id, e.mode, w.failing_since, w.probe_at
        from endpoint_windows w join endpoints e on e.id = w.endpoint_id
        where w.probe_at is not null and e.status = 'active'
        order by e.mode, w.failing_since, e.id limit $1
      ) e join owners m on m.id = e.merchant_id order by e.mode, e.failing_since, e.id`,
    values: [rowMax, countMax],
  });

export const countRunningReplays = async (client: Queryable): Promise<number> =>
  (await queryValue<number>(client, `select count(*) as n from replays where status = 'running'`)) ?? 0;

/** How fast webhooks go to these endpoints of one merchant, deleted ones included. */
export const readEndpointSpeeds = async (
  client: Queryable,
  ownerId: string,
  endpointIds: readonly string[],
): Promise<EndpointSpeed[]> => {
  const answerTimes = await readAnswerTimes(client, ownerId);
  const rows = await queryRows<{
    id: string;
    type: EndpointType;
    url: string | null;
    status: EndpointSpeed['status'];
    blocked_by: EndpointSpeed['blockedBy'];
    shared_by: number;
    max_per_second: number | null;
  }>(client, {
    name: 'read_endpoint_speeds',
    text: `
      select e.id, e.type, e.url, e.status, ${sharedBy}::int as shared_by, e.max_per_second,
             case when look.reason = 'held' then 'disabled' when look.reason = 'fetch' then 'fetched'
                  when look.reason = 'probe' or w.failing_since is not null then 'failing' end as blocked_by
      from endpoints e
        join endpoint_windows w on w.endpoint_id = e.id
        cross join lateral ${lookAtWindow('now()', 'now()')} look
      where e.id = any($2) and e.owner_id = $1 order by e.created_at, e.id`,
    values: [ownerId, arrayOf('uuid', endpointIds)],
  });
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    url: row.url === null ? null : maskUrl(row.url),
    status: row.status,
    blockedBy: row.blocked_by,
    answerMs: answerTimes.get(row.id) ?? null,
    sharedBy: row.shared_by,
    maxPerSecond: row.max_per_second,
  }));
};

/** The merchant's newest deliveries whose attempts are looked at. */
const measuredMax = 500;

/** How long the endpoints of a merchant took to answer of late, in milliseconds in the mean, by endpoint. */
const readAnswerTimes = async (client: Queryable, ownerId: string): Promise<ReadonlyMap<string, number>> => {
  const newest = await readNewest(client, ownerId);
  const days = [...new Set(newest.map(({ day }) => day))];
  const rows = await queryRows<{ endpoint_id: string; answer_ms: number }>(
    client,
    `select n.endpoint_id, avg(duration_ms) as answer_ms
     from unnest($1::uuid[], $2::uuid[]) as n (id, endpoint_id)
       cross join lateral (
         select duration_ms from all_attempts where ${inDays(days)} and delivery_id = n.id
         order by generation desc limit 1) a
     group by n.endpoint_id`,
    [
      arrayOf(
        'uuid',
        newest.map(({ id }) => id),
      ),
      arrayOf(
        'uuid',
        newest.map(({ endpoint_id }) => endpoint_id),
      ),
    ],
  );
  return new Map(rows.map(({ endpoint_id, answer_ms }) => [endpoint_id, answer_ms]));
};

const readNewest = (client: Queryable, ownerId: string) =>
  queryRows<{ id: string; endpoint_id: string; day: PartitionDay }>(client, {
    name: 'read_newest_deliveries',
    text: `
      select d.id, d.endpoint_id, o.partition_day::text as day
      from (
        select id, endpoint_id, order_id from all_webhook_deliveries where owner_id = $1
          order by id desc limit ${measuredMax}
      ) d join orders o on o.id = d.order_id`,
    values: [ownerId],
  });

type CountedWaiting = { deliveries: number; orders: number };

/**
 * How many deliveries wait for an endpoint, by the two indexes of waiting ones, and of how many orders: counted to
 * `countMax` deliveries.
 */
export const countWaiting = async (client: Queryable, endpointId: string, countMax: number): Promise<CountedWaiting> =>
  (await queryRow<CountedWaiting>(client, {
    name: 'count_waiting',
    text: `
      with waiting as (
        select * from (select order_id from webhook_deliveries
          where endpoint_id = $1 and state = 'waiting' and gate_open
                       order by not_before, id limit $2) open
        union all
        select * from (select order_id from webhook_deliveries
          where endpoint_id = $1 and state = 'waiting' and not gate_open
                       order by id limit $2) gated
        limit $2
      ),
      orders as (select order_id, count(*) as n from waiting group by order_id)
      select coalesce(sum(n), 0)::int as deliveries, count(*)::int as orders from orders`,
    values: [endpointId, countMax],
  })) ?? { deliveries: 0, orders: 0 };
