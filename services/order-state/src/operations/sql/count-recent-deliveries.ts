import type { DeliveryView } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';
import { firstUuidOf } from '../../ledger/rules/ids.js';
import type { Recent } from './count-recent-orders.js';

/** How many deliveries created since then have which state now. The newest `rowMax` are looked at: ids rise with time. */
export const countRecentDeliveries = async (
  client: Queryable,
  { merchantId, since, rowMax }: Recent,
): Promise<{ state: DeliveryView['state']; count: number }[]> => {
  const { rows } = await client.query<{ state: DeliveryView['state']; count: number }>({
    name: 'count_recent_deliveries',
    text: `
     select case when newest.state = 'waiting' and e.status = 'disabled' then 'held' else newest.state end as state,
       count(*)::int as count
     from (select state, endpoint_id from all_deliveries where merchant_id = $1 and id >= $2
           order by id desc limit $3) newest
       left join endpoints e on e.id = newest.endpoint_id
     group by 1`,
    values: [merchantId, firstUuidOf(since.getTime()), rowMax],
  });
  return rows;
};
