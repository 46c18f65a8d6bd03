import { digestIdsMax } from '@delivery/contracts';
import type { Transaction } from '@delivery/postgres';
import type { Digest } from '../rules/operational-events.js';

const pauseOf = `interval '1 hour'`;
/** Digests in one step. */
export const digestsMax = 500;

/** Of a courier's system, or a platform, they are told to nobody. */
const takeSql = `
  with due as materialized (
    select distinct u.endpoint_id from undigested u left join operational_lanes l on l.endpoint_id = u.endpoint_id
    where l.digest_at is null or l.digest_at <= $1::timestamptz - ${pauseOf} limit ${digestsMax}
  ),
  taken as (
    delete from undigested where endpoint_id in (select endpoint_id from due) returning *
  )
  select t.endpoint_id, e.merchant_id, min(t.at) as since, sum(t.count)::int as count,
    array(
      select given.delivery_id from taken first cross join lateral unnest(first.delivery_ids) as given (delivery_id)
      where first.endpoint_id = t.endpoint_id order by first.at limit ${digestIdsMax}
    ) as delivery_ids,
    (array_agg(t.error_code order by t.at desc))[1] as error_code
  from taken t join endpoints e on e.id = t.endpoint_id join merchants m on m.id = e.merchant_id
  group by t.endpoint_id, e.merchant_id order by t.endpoint_id`;

/** Takes what is to be told now: of each endpoint at most once an hour. One process at a time. */
export const takeDigests = async (client: Transaction, now: Date): Promise<Digest[]> => {
  const { rows } = await client.query<Digest>({ name: 'take_digests', text: takeSql, values: [now] });
  return rows;
};
