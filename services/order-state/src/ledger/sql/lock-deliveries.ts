import { arrayOf, type Queryable } from '@delivery/postgres';
import type { DeliveryState, LiveDelivery } from '../rules/delivery.js';
import { inDays, readHistoryDays } from './history-days.js';

type Row = {
  id: string;
  order_id: string;
  endpoint_id: string;
  replay_id: string | null;
  sequence: number;
  state: DeliveryState;
  generation: number;
  attempt_count: number;
  released_at: Date | null;
};

const columns = 'id, order_id, endpoint_id, replay_id, sequence, state, generation, attempt_count, released_at';

/**
 * Locks orders, and then deliveries of theirs that have not left for a day, each in id order: nobody else may touch these chains
 * meanwhile. Whatever the locks waited for, a row that is locked is read as it is now.
 */
export const lockDeliveries = async (
  client: Queryable,
  orderIds: readonly string[],
  deliveryIds: readonly string[],
): Promise<Map<string, LiveDelivery>> => {
  const { rows } = await client.query<Row>({
    name: 'lock_deliveries',
    text: `
      with chains as materialized (select 1 from orders where id = any($1) order by id for no key update)
      select ${columns} from deliveries where id = any($2) and (select count(*) from chains) >= 0 order by id for no key update`,
    values: [arrayOf('text', orderIds), arrayOf('uuid', deliveryIds)],
  });
  return toDeliveries(rows);
};

/** Those of the orders' deliveries that are settled and have left for a day. Nobody changes them any more. */
export const readLeft = async (
  client: Queryable,
  orderIds: readonly string[],
  deliveryIds: readonly string[],
): Promise<Map<string, LiveDelivery>> => {
  const days = await readHistoryDays(client, orderIds);
  const { rows } = await client.query<Row>(
    `select ${columns} from all_deliveries where ${inDays(days)} and id = any($1)`,
    [arrayOf('uuid', deliveryIds)],
  );
  return toDeliveries(rows);
};

const toDeliveries = (rows: readonly Row[]): Map<string, LiveDelivery> =>
  new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        orderId: row.order_id,
        endpointId: row.endpoint_id,
        replayId: row.replay_id,
        sequence: row.sequence,
        state: row.state,
        generation: row.generation,
        attemptCount: row.attempt_count,
        releasedAtMs: row.released_at?.getTime() ?? null,
      },
    ]),
  );

/** Locks orders whose content does not matter to the caller: only nobody else may touch their chains meanwhile. */
export const lockChains = async (client: Queryable, orderIds: readonly string[]): Promise<void> => {
  await client.query({
    name: 'lock_chains',
    text: 'select 1 from orders where id = any($1) order by id for no key update',
    values: [arrayOf('text', orderIds)],
  });
};
