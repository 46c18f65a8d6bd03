import type { DeliveryAttempted } from '@delivery/contracts';
import { composeSettle } from './ledger-world.js';
import { attemptedOf } from './messages.js';
import type { Apis } from './start-apis.js';

export const settleWith = ({ pool }: Apis) => composeSettle({ pool, now: Date.now, schedule: [] });

/** Ends every delivery in flight to the endpoint, and those that this releases, until there are none. */
export const settleAll = async (apis: Apis, endpointId: string, outcome: 'delivered' | 'failed') => {
  const settle = settleWith(apis);
  for (;;) {
    const { rows } = await apis.pool.query(
      `update webhook_deliveries set state = 'in_flight', generation = generation + 1
       where endpoint_id = $1 and (state = 'in_flight' or (state = 'waiting' and gate_open)) returning *`,
      [endpointId],
    );
    if (rows.length === 0) return;
    await settle(rows.map((row) => attemptOf(row, outcome)));
  }
};

type Row = Record<'id' | 'order_id' | 'endpoint_id' | 'owner_id', string> &
  Record<'generation' | 'attempt_count', number>;

export const attemptOf = (row: Row, outcome: 'delivered' | 'failed'): DeliveryAttempted =>
  attemptedOf({
    delivery_id: row.id,
    order_id: row.order_id,
    endpoint_id: row.endpoint_id,
    owner_id: row.owner_id,
    generation: row.generation,
    attempt: row.attempt_count + 1,
    outcome,
    ...(outcome === 'failed' && { status_code: 500, error_code: 'http_status' }),
  });
