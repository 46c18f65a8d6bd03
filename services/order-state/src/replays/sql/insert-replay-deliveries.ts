import { type Queryable, relation } from '@delivery/postgres';
import { inDaysOrLive, readHistoryDays } from '../../ledger/queries/history-days.js';
import { uuidv7 } from '../../ledger/rules/ids.js';

const repeats = relation<{ originId: string; newId: string }>({
  origin_id: ['uuid', ({ originId }) => originId],
  new_id: ['uuid', ({ newId }) => newId],
});

/**
 * Queues repeats of settled deliveries: the same webhook id, the attempt number goes on, the schedule begins anew. Each
 * (order, endpoint) is a chain of its own within the run, so the repeats keep their order and nothing waits for them.
 * Deliveries of an order must be queued together, or in the order of their sequence. The caller has locked their orders.
 * @returns how many were queued; a delivery is left out while any run repeats it, and where this run has done so
 */
export const insertReplayDeliveries = async (
  client: Queryable,
  wanted: { replayId: string; nowMs: number; orderIds: readonly string[]; deliveryIds: readonly string[] },
): Promise<{ queued: number; endpointIds: string[] }> => {
  const days = await readHistoryDays(client, wanted.orderIds);
  const { rows } = await client.query<{ endpoint_id: string }>(
    `
      with origins as (
        select o.*, t.new_id,
               (select max(r.attempt_count) from all_deliveries r
                where ${inDaysOrLive(days, 'r')} and r.origin_id = o.id) as replayed_attempts
        from ${repeats.unnest(3)} as t (${repeats.columns}) join all_deliveries o on o.id = t.origin_id
        where ${inDaysOrLive(days, 'o')} and not exists (
          select 1 from all_deliveries r
          where ${inDaysOrLive(days, 'r')} and r.origin_id = o.id and (r.state in ('waiting', 'in_flight') or r.replay_id = $1))
      ),
      queued as (
        insert into deliveries (id, order_id, endpoint_id, merchant_id, mode, sequence, previous_sequence, event, webhook_id,
                                state, gate_open, not_before, attempt_count, schedule_base, created_at, replay_id, origin_id)
        select new_id, order_id, endpoint_id, merchant_id, mode, sequence, previous_sequence, event, webhook_id, 'waiting',
               row_number() over (partition by order_id, endpoint_id order by sequence) = 1 and not exists (
                 select 1 from deliveries p
                 where p.order_id = o.order_id and p.endpoint_id = o.endpoint_id and p.replay_id = $1
                   and p.state in ('waiting', 'in_flight')), $2,
               greatest(attempt_count, replayed_attempts), greatest(attempt_count, replayed_attempts), $2, $1, id
        from origins o
        returning endpoint_id, mode
      ),
      counted as materialized (
        select count_ledger(count_name('matched', mode), count(*)) from queued group by mode order by mode
      ),
      woken as (
        insert into window_wakes (endpoint_id, at)
        select distinct endpoint_id, $2::timestamptz from queued order by endpoint_id
        on conflict (endpoint_id) do update set at = least(window_wakes.at, excluded.at)
      )
      select endpoint_id from queued where (select count(*) from counted) > 0`,
    [
      wanted.replayId,
      new Date(wanted.nowMs),
      ...repeats.values(wanted.deliveryIds.map((originId) => ({ originId, newId: uuidv7(wanted.nowMs) }))),
    ],
  );
  return { queued: rows.length, endpointIds: [...new Set(rows.map((row) => row.endpoint_id))] };
};
