import type { DeliveryAttempted } from '@delivery/contracts';
import { windowMax } from '../ledger/window.js';
import { attemptRows, logAttemptsSql } from './attempt-log.js';
import { lockWindowsUnread } from './lock-windows.js';
import { arrayOf } from './column.js';
import type { Queryable } from './pool.js';
import { releaseSqlOf, type Release } from './release-deliveries.js';
import { together } from './together.js';

/**
 * Applies attempts that all succeeded: writes their deliveries as delivered, logs the attempts, adjusts the windows, and
 * releases what has become due, as `releaseDeliveries` does. The caller need not have read anything, so that this goes out
 * in one flight with its locks. The windows are locked last: these rows are everybody's who has to do with the endpoints.
 *
 * It says in SQL what `applyAttempt`, `adjustWindow` and `roomOf` say of successes; tests hold them together.
 * @param attempts of deliveries that the caller has locked, with their orders
 * @param endpointIds of the windows that are adjusted and released from
 */
export const settleDelivered = async (
  client: Queryable,
  attempts: readonly DeliveryAttempted[],
  endpointIds: readonly string[],
  nowMs: number,
): Promise<Release[]> => {
  const [, { rows }] = await together([
    lockWindowsUnread(client, endpointIds),
    client.query<Release>({
      name: 'settle_delivered',
      text: settleSql,
      values: [new Date(nowMs), arrayOf('uuid', endpointIds), ...attemptRows.values(attempts)],
    }),
  ]);
  return rows;
};

const settleSql = releaseSqlOf(
  `
  reported as (
    select * from ${attemptRows.unnest(3)} with ordinality as t (${attemptRows.columns}, place)
  ),
  -- Only of deliveries that exist.
  reports as (
    select r.*, d.order_id, d.endpoint_id, d.replay_id, d.sequence, d.state, d.attempt_count
    from reported r join deliveries d on d.id = r.delivery_id
  ),
  logged as (${logAttemptsSql}
  ),
  -- The first report of each settles it; what is settled stays as it is.
  settled as (
    select distinct on (delivery_id) delivery_id as id, order_id, endpoint_id, replay_id, sequence, state,
           greatest(attempt_count, attempt) as attempt_count
    from reports where state in ('waiting', 'in_flight') order by delivery_id, place
  ),
  input as (
    select w.*, case
             when not w.active then 0
             when w.probe_at is null then greatest(0, w.size - w.in_flight)
             when w.in_flight = 0 and w.probe_at <= $1 then 1
             else 0
           end as room
    from (
      select w.endpoint_id, e.status = 'active' as active,
             least(${windowMax}, w.size + t.successes) as size, greatest(0, w.in_flight - t.successes) as in_flight,
             case when t.successes = 0 then w.probe_at end as probe_at,
             case when t.successes = 0 then w.failing_since end as failing_since
      from (
        select endpoint_id, sum(successes)::int as successes from (
          select unnest($2::uuid[]) as endpoint_id, 0 as successes, true as is_locked
          union all
          select endpoint_id, (state = 'in_flight')::int, false from settled
        ) s group by endpoint_id having bool_or(is_locked)
      ) t join endpoint_windows w using (endpoint_id) join endpoints e on e.id = w.endpoint_id
    ) w
  )`,
  { settles: true },
);
