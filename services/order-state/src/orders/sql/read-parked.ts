import { type OrderMessage, orderMessageSchema } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';

/** `looked`: at how many. `next`: the position to go on behind; `null`: the walk is at its end. */
export type ParkedStep<T> = { ready: T[]; looked: number; next: number | null };

/**
 * Looks at the next `stepMax` parked commands in the order in which they came, so that it costs the same however many there are.
 * @returns at most `readyMax` of those whose order is there, and of those that waited for its row
 */
export const readReadyParked = async (
  client: Queryable,
  after: number,
  { stepMax, readyMax }: { stepMax: number; readyMax: number },
): Promise<ParkedStep<OrderMessage>> => {
  const { rows } = await client.query<{ message: unknown; position: number; looked: number }>({
    name: 'read_ready_parked',
    text: `
      with step as materialized (
        select position, order_id, message, waits_for_lock from parked_commands
        where position > $1 order by position limit $2
      )
      (select message, position, 0 as looked from step s
       where waits_for_lock or exists (select 1 from orders o where o.id = s.order_id) order by position limit $3)
      union all
      select null, max(position), count(*)::int from step`,
    values: [after, stepMax, readyMax],
  });
  const ready = rows.filter((row) => row.message !== null);
  const walked = rows.find((row) => row.message === null);
  const looked = walked?.looked ?? 0;
  const last = ready.length === readyMax ? ready.at(-1) : looked === stepMax ? walked : undefined;
  return {
    ready: ready.map((row) => orderMessageSchema.parse(row.message)),
    looked,
    next: last?.position ?? null,
  };
};

/** Removes and returns messages that were parked before `before`, and whose order is not there. */
export const takeExpiredParked = async (
  client: Queryable,
  before: Date,
  expiredMax: number,
): Promise<OrderMessage[]> => {
  const { rows } = await client.query<{ message: unknown }>({
    name: 'take_expired_parked',
    text: `
      delete from parked_commands where id in (
        select id from parked_commands p
        where parked_at <= $1 and not exists (select 1 from orders o where o.id = p.order_id)
        order by parked_at limit $2 for update skip locked)
      returning message`,
    values: [before, expiredMax],
  });
  return rows.map((row) => orderMessageSchema.parse(row.message));
};
