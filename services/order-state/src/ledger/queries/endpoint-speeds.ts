import type { EndpointType } from '@delivery/contracts';
import { arrayOf, type Queryable } from '@delivery/postgres';
import { maskUrl } from '../../endpoints/rules/mask-url.js';
import type { EndpointSpeed } from '../rules/estimate-time.js';
import { inDays, type PartitionDay } from './partition-days.js';
import { sharedBy } from './windows.js';

/** How fast webhooks go to these endpoints of one merchant, deleted ones included. */
export const readEndpointSpeeds = async (
  client: Queryable,
  merchantId: string,
  endpointIds: readonly string[],
): Promise<EndpointSpeed[]> => {
  const answerTimes = await readAnswerTimes(client, merchantId);
  const { rows } = await client.query<{
    id: string;
    type: EndpointType;
    url: string | null;
    status: EndpointSpeed['status'];
    is_failing: boolean;
    shared_by: number;
    max_per_second: number | null;
  }>({
    name: 'read_endpoint_speeds',
    text: `
      select e.id, e.type, e.url, e.status, w.failing_since is not null or w.probe_at is not null as is_failing,
             ${sharedBy}::int as shared_by, e.max_per_second
      from endpoints e
        join endpoint_windows w on w.endpoint_id = e.id
      where e.id = any($2) and e.merchant_id = $1 order by e.created_at, e.id`,
    values: [merchantId, arrayOf('uuid', endpointIds)],
  });
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    url: row.url === null ? null : maskUrl(row.url),
    status: row.status,
    isFailing: row.is_failing,
    answerMs: answerTimes.get(row.id) ?? null,
    sharedBy: row.shared_by,
    maxPerSecond: row.max_per_second,
  }));
};

/** The merchant's newest deliveries whose attempts are looked at. */
const measuredMax = 500;

/** How long the endpoints of a merchant took to answer of late, in milliseconds in the mean, by endpoint. */
const readAnswerTimes = async (client: Queryable, merchantId: string): Promise<ReadonlyMap<string, number>> => {
  const newest = await readNewest(client, merchantId);
  const days = [...new Set(newest.map(({ day }) => day))];
  const { rows } = await client.query<{ endpoint_id: string; answer_ms: number }>(
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

const readNewest = async (client: Queryable, merchantId: string) => {
  const { rows } = await client.query<{ id: string; endpoint_id: string; day: PartitionDay }>({
    name: 'read_newest_deliveries',
    text: `
      select d.id, d.endpoint_id, o.partition_day::text as day
      from (
        select id, endpoint_id, order_id from all_deliveries where merchant_id = $1 order by id desc limit ${measuredMax}
      ) d join orders o on o.id = d.order_id`,
    values: [merchantId],
  });
  return rows;
};

export type CountedWaiting = { deliveries: number; orders: number };

/**
 * How many deliveries wait for an endpoint, by the two indexes of waiting ones, and of how many orders: counted to
 * `countMax` deliveries.
 */
export const countWaiting = async (
  client: Queryable,
  endpointId: string,
  countMax: number,
): Promise<CountedWaiting> => {
  const { rows } = await client.query<CountedWaiting>({
    name: 'count_waiting',
    text: `
      with waiting as (
        select * from (select order_id from deliveries where endpoint_id = $1 and state = 'waiting' and gate_open
                       order by not_before, id limit $2) open
        union all
        select * from (select order_id from deliveries where endpoint_id = $1 and state = 'waiting' and not gate_open
                       order by id limit $2) gated
        limit $2
      ),
      orders as (select order_id, count(*) as n from waiting group by order_id)
      select coalesce(sum(n), 0)::int as deliveries, count(*)::int as orders from orders`,
    values: [endpointId, countMax],
  });
  return rows[0] ?? { deliveries: 0, orders: 0 };
};
