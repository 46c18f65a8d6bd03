import type { DeliveryChange } from '../ledger/apply-attempt.js';
import type { Queryable } from './pool.js';
import { column, toDate } from './sql-types.js';

export type DeliveryUpdate = DeliveryChange & { id: string };

export const updateDeliveries = async (client: Queryable, updates: readonly DeliveryUpdate[]): Promise<void> => {
  await client.query({
    name: 'update_deliveries',
    text: `
      update deliveries d
      set state = t.state, attempt_count = t.attempt_count, not_before = coalesce(t.not_before, d.not_before),
          last_error_code = t.last_error_code, settled_at = t.settled_at
      from unnest($1::uuid[], $2::text[], $3::int[], $4::timestamptz[], $5::text[], $6::timestamptz[])
        as t (id, state, attempt_count, not_before, last_error_code, settled_at)
      where d.id = t.id`,
    values: [
      column(updates, (update) => update.id),
      column(updates, (update) => update.state),
      column(updates, (update) => update.attemptCount),
      column(updates, (update) => toDate(update.notBeforeMs)),
      column(updates, (update) => update.lastErrorCode),
      column(updates, (update) => toDate(update.settledAtMs)),
    ],
  });
};

/** A place in an order's chain at one endpoint. */
export type ChainPlace = { orderId: string; endpointId: string; replayId: string | null; sequence: number };

/** Opens the gate of the delivery that follows each settled one. The orders are locked, so no successor is missed. */
export const openNextGates = async (client: Queryable, settled: readonly ChainPlace[]): Promise<void> => {
  await client.query({
    name: 'open_next_gates',
    text: `
      update deliveries d set gate_open = true
      from unnest($1::text[], $2::uuid[], $3::uuid[], $4::int[]) as t (order_id, endpoint_id, replay_id, sequence)
      where d.order_id = t.order_id and d.endpoint_id = t.endpoint_id
        and d.replay_id is not distinct from t.replay_id
        and d.state = 'waiting' and not d.gate_open
        and d.sequence = (
          select min(n.sequence) from deliveries n
          where n.order_id = t.order_id and n.endpoint_id = t.endpoint_id
            and n.replay_id is not distinct from t.replay_id and n.sequence > t.sequence)`,
    values: [
      column(settled, (place) => place.orderId),
      column(settled, (place) => place.endpointId),
      column(settled, (place) => place.replayId),
      column(settled, (place) => place.sequence),
    ],
  });
};
