import type { Queryable } from '@delivery/postgres';
import type { Release } from '../rules/release.js';
import { selectReleases } from './select-releases.js';

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
      ${selectReleases('renewed', 'false as report_may_wait')}`,
    values: [limits.now, limits.releasedBefore, limits.claimMax],
  });
  return rows;
};
