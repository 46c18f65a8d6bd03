import type { EndpointType } from '@delivery/contracts';
import { arrayOf, type Queryable } from '@delivery/postgres';
import { maskUrl } from '../../endpoints/rules/mask-url.js';
import type { EndpointSpeed } from '../rules/estimate-time.js';
import { sharedBy } from './shared-by.js';

/** The merchant's newest deliveries whose attempts are looked at. */
const measuredMax = 500;

/** How fast webhooks go to these endpoints of one merchant, deleted ones included. */
export const readEndpointSpeeds = async (
  client: Queryable,
  merchantId: string,
  endpointIds: readonly string[],
): Promise<EndpointSpeed[]> => {
  const { rows } = await client.query<{
    id: string;
    type: EndpointType;
    url: string | null;
    status: EndpointSpeed['status'];
    is_failing: boolean;
    answer_ms: number | null;
    shared_by: number;
    max_per_second: number | null;
  }>({
    name: 'read_endpoint_speeds',
    text: `
      with newest as materialized (
        -- A range of one merchant, in the order of the index by merchant and of no other: for an equality the planner may walk
        -- the primary key backwards instead, over everybody else's.
        select id, endpoint_id from deliveries where merchant_id >= $1 and merchant_id <= $1
        order by merchant_id, id desc limit $3
      ),
      measured as (
        select endpoint_id, avg(duration_ms) as answer_ms
        from newest n
          cross join lateral (select duration_ms from delivery_attempts a where a.delivery_id = n.id order by generation desc limit 1) a
        group by endpoint_id
      )
      select e.id, e.type, e.url, e.status, w.failing_since is not null or w.probe_at is not null as is_failing,
             m.answer_ms, ${sharedBy}::int as shared_by, e.max_per_second
      from endpoints e
        join endpoint_windows w on w.endpoint_id = e.id
        left join measured m on m.endpoint_id = e.id
      where e.id = any($2) and e.merchant_id = $1 order by e.created_at, e.id`,
    values: [merchantId, arrayOf('uuid', endpointIds), measuredMax],
  });
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    url: row.url === null ? null : maskUrl(row.url),
    status: row.status,
    isFailing: row.is_failing,
    answerMs: row.answer_ms,
    sharedBy: row.shared_by,
    maxPerSecond: row.max_per_second,
  }));
};
