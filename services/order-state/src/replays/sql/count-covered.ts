import { arrayOf, type Queryable } from '@delivery/postgres';
import { isOfKeptOrder } from '../../ledger/queries/history-days.js';
import { firstUuidOf } from '../../ledger/rules/ids.js';
import type { ReplayRange } from './request-replays.js';

export type Covered = {
  /** By endpoint: what would be sent again. */
  deliveries: Map<string, number>;
  orders: number;
  /** What a replay is sending at this moment. */
  leftOut: number;
  /** The range has more deliveries than were looked at. */
  truncated: boolean;
};

/**
 * What a replay of the range would send now. Looks at the range's first deliveries, whatever their state, so that a range
 * with many that are not asked for costs no more than `lookMax` rows either.
 */
export const countCovered = async (
  client: Queryable,
  wanted: { merchantId: string; range: ReplayRange },
  lookMax: number,
): Promise<Covered> => {
  const { merchantId, range } = wanted;
  const { rows } = await client.query<{
    looked: number;
    orders: number;
    endpoint_id: string | null;
    deliveries: number;
    left_out: number;
  }>(
    `
      with looked as (
        select id, order_id, endpoint_id, state from all_deliveries d
        where merchant_id = $1 and id >= $2::uuid and id < $3::uuid and replay_id is null and ${isOfKeptOrder}
        order by id limit $5
      ),
      covered as (
        select l.order_id, l.endpoint_id,
               -- A replay leaves such a delivery out.
               exists (select from deliveries r where r.origin_id = l.id and r.state in ('waiting', 'in_flight')) as repeated
        from looked l join endpoints e on e.id = l.endpoint_id and e.status <> 'deleted'
        where l.state = any($4)
      ),
      of_endpoints as (
        select endpoint_id, count(*) filter (where not repeated) as deliveries, count(*) filter (where repeated) as left_out
        from covered group by endpoint_id
      )
      select (select count(*)::int from looked) as looked,
             (select count(*)::int from (select 1 from covered where not repeated group by order_id) o) as orders,
             c.endpoint_id, coalesce(c.deliveries, 0)::int as deliveries, coalesce(c.left_out, 0)::int as left_out
      from (select) one left join of_endpoints c on true`,
    [merchantId, firstUuidOf(range.sinceMs), firstUuidOf(range.untilMs), arrayOf('text', range.states), lookMax + 1],
  );
  return {
    deliveries: new Map(
      rows.flatMap((row) =>
        row.deliveries > 0 && row.endpoint_id !== null ? [[row.endpoint_id, row.deliveries]] : [],
      ),
    ),
    orders: rows[0]?.orders ?? 0,
    leftOut: rows.reduce((sum, row) => sum + row.left_out, 0),
    truncated: (rows[0]?.looked ?? 0) > lookMax,
  };
};
