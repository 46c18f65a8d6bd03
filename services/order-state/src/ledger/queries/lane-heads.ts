import type { Queryable } from '@delivery/postgres';
import { lookNow } from '../../endpoints/queries/waiting.js';

/** Locks the first delivery of its lane that is not settled. The order is locked. @returns its id */
export const lockLaneHead = async (client: Queryable, deliveryId: string): Promise<string | undefined> => {
  const { rows } = await client.query<{ id: string }>({
    name: 'lock_lane_head',
    text: `
      select h.id from deliveries d join deliveries h
        on h.order_id = d.order_id and h.endpoint_id = d.endpoint_id and h.replay_id is not distinct from d.replay_id
      where d.id = $1 and h.state in ('waiting', 'in_flight')
      order by h.sequence limit 1 for no key update of h`,
    values: [deliveryId],
  });
  return rows[0]?.id;
};

/**
 * Makes a waiting delivery due now, and has the relay look. The attempt does not count in its schedule. The delivery and the window of
 * its endpoint are locked.
 */
export const bringForward = async (client: Queryable, deliveryId: string, now: Date): Promise<void> => {
  await client.query({
    name: 'bring_forward',
    text: `
      with brought as (
        update deliveries set not_before = $2, schedule_base = schedule_base + (attempt_count > schedule_base)::int
        where id = $1 and state = 'waiting' and not_before > $2
      )
      update endpoint_windows set ${lookNow('$2')}
      where endpoint_id = (select endpoint_id from deliveries where id = $1 and state = 'waiting')`,
    values: [deliveryId, now],
  });
};
