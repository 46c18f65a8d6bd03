import { type OrderMessage, orderMessageSchema } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';

/** How far a walk over the parked commands has come: the key of the last one it looked at. */
export type ParkedCursor = string;
export const firstParked: ParkedCursor = '';

/**
 * Looks at the next `stepMax` parked commands, so that it costs the same however many there are.
 * @returns messages of which the order is there, how many it looked at, and the last of these; `null` where there was none
 */
export const readReadyParked = async (
  client: Queryable,
  after: ParkedCursor,
  { stepMax, readyMax }: { stepMax: number; readyMax: number },
): Promise<{ ready: OrderMessage[]; looked: number; last: ParkedCursor | null }> => {
  const { rows } = await client.query<{ message: unknown; last: string | null; looked: number }>({
    name: 'read_ready_parked',
    text: `
      with step as materialized (
        select id, order_id, message from parked_commands where id > $1 order by id limit $2
      )
      (select s.message, null as last, 0 as looked from step s
       where exists (select 1 from orders o where o.id = s.order_id) limit $3)
      union all
      select null, max(id), count(*)::int from step`,
    values: [after, stepMax, readyMax],
  });
  const found = rows.filter((row) => row.message !== null);
  const walked = rows.find((row) => row.message === null);
  return {
    ready: found.map((row) => orderMessageSchema.parse(row.message)),
    looked: walked?.looked ?? 0,
    last: walked?.last ?? null,
  };
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
