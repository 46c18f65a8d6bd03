import { orderMessageSchema, type OrderMessage } from '@delivery/contracts';
import type { Queryable } from './pool.js';

/** Parked messages whose order exists, oldest first, and how many messages are parked in all. */
export const readReadyParked = async (
  client: Queryable,
  readyMax: number,
): Promise<{ ready: OrderMessage[]; parked: number }> => {
  const { rows } = await client.query<{ message: unknown; parked: number }>({
    name: 'read_ready_parked',
    text: `
      select p.message, (select count(*) from parked_commands) as parked
      from (select 1) one left join lateral (
        select message from parked_commands c where exists (select 1 from orders o where o.id = c.order_id)
        order by parked_at, id limit $1
      ) p on true`,
    values: [readyMax],
  });
  const ready = rows.filter((row) => row.message !== null).map((row) => orderMessageSchema.parse(row.message));
  return { ready, parked: rows[0]?.parked ?? 0 };
};

/** Removes and returns parked messages older than `before`. */
export const takeExpiredParked = async (
  client: Queryable,
  before: Date,
  expiredMax: number,
): Promise<OrderMessage[]> => {
  const { rows } = await client.query<{ message: unknown }>({
    name: 'take_expired_parked',
    text: `
      delete from parked_commands where id in (
        select id from parked_commands where parked_at <= $1 order by parked_at limit $2 for update skip locked)
      returning message`,
    values: [before, expiredMax],
  });
  return rows.map((row) => orderMessageSchema.parse(row.message));
};
