import type { Queryable } from '@delivery/postgres';
import type { Release } from './release-deliveries.js';

/**
 * Releases whose publish was never confirmed (the process died in between, or the broker was away), for this replica
 * to publish again: same generation, and not claimed again before `releasedBefore` has passed anew.
 */
export const claimUnpublished = async (
  client: Queryable,
  limits: { now: Date; releasedBefore: Date; claimMax: number },
): Promise<Release[]> => {
  const { rows } = await client.query<Release>({
    name: 'claim_unpublished',
    text: `
      with claimed as (
        select id from deliveries
        where state = 'in_flight' and not published and released_at <= $2
        order by released_at limit $3 for update skip locked
      ),
      renewed as (
        update deliveries d set released_at = $1 where d.id = any(array(select id from claimed)) returning d.*
      )
      select r.id, r.order_id, r.endpoint_id, r.merchant_id, r.sequence, r.previous_sequence, r.event, r.webhook_id,
             r.generation, r.attempt_count, r.schedule_base, r.replay_id, e.body, e.traceparent, p.url, p.secrets
      from renewed r
      cross join lateral (
        select body, traceparent from events where order_id = r.order_id and sequence = r.sequence limit 1
      ) e
      join endpoints p on p.id = r.endpoint_id`,
    values: [limits.now, limits.releasedBefore, limits.claimMax],
  });
  return rows;
};
