import { type OrderMessage, waitingMessageSchema } from '@delivery/contracts';
import { arrayOf, type Queryable, queryRows, queryValue, relation } from '@delivery/postgres';
import { nextTryAt } from '../../ledger/queries/sweep.js';
import { type BatchPlan, commandKeyOf } from '../rules/decide-batch.js';

/** `slowReason`: it is set aside, because its statements fail or take too long. */
export type ParkedCommand = {
  message: OrderMessage;
  traceparent: string | null;
  waitsForLock: boolean;
  slowReason: string | null;
};

const parked = relation<ParkedCommand>({
  id: ['text', ({ message }) => commandKeyOf(message)],
  order_id: ['text', ({ message }) => message.order_id],
  message: ['json', ({ message }) => JSON.stringify(message)],
  traceparent: ['text', ({ traceparent }) => traceparent],
  waits_for_lock: ['boolean', ({ waitsForLock }) => waitsForLock],
  slow_reason: ['text', ({ slowReason }) => slowReason],
});

/** One that is parked already keeps its place. If it is set aside, it waits twice as long as the last time. */
export const parkCommands = async (
  client: Queryable,
  commands: readonly ParkedCommand[],
  parkedAt: Date,
): Promise<void> => {
  await client.query({
    name: 'park_commands',
    text: `
      insert into parked_commands as p (parked_at, next_try_at, ${parked.columns})
      select $1::timestamptz, case when slow_reason is not null then ${nextTryAt('0')} end, t.*
      from ${parked.unnest(2)} as t (${parked.columns})
      on conflict (id) do update
      set tries = p.tries + (p.next_try_at is not null)::int,
        next_try_at = ${nextTryAt('p.tries + (p.next_try_at is not null)::int')},
          slow_reason = excluded.slow_reason,
          waits_for_lock = true
      where excluded.slow_reason is not null`,
    values: [parkedAt, ...parked.values(commands)],
  });
};

/** The messages of a plan that have to wait. */
export const toParkedCommands = (
  { park, held }: Pick<BatchPlan, 'park' | 'held'>,
  traceparents: ReadonlyMap<string, string> | undefined,
): ParkedCommand[] =>
  park.map((message) => ({
    message,
    traceparent: traceparents?.get(commandKeyOf(message)) ?? null,
    waitsForLock: held.has(message.order_id),
    slowReason: null,
  }));

export const unparkCommands = async (client: Queryable, keys: readonly string[]): Promise<void> => {
  await client.query({
    name: 'unpark_commands',
    text: 'delete from parked_commands where id = any($1)',
    values: [arrayOf('text', keys)],
  });
};

/** Whether anything waits for one of these orders. */
export const isAnyParkedFor = async (client: Queryable, orderIds: readonly string[]): Promise<boolean> =>
  (await queryValue<boolean>(client, {
    name: 'is_any_parked_for',
    // A range in the place of an equality, and sorted: if most are of one order, the planner would read all of them.
    text: `
      select exists (
        select from unnest($1::text[]) o (id)
        where (select order_id from parked_commands where order_id between o.id and o.id
          order by order_id limit 1) is not null
      ) as parked`,
    values: [arrayOf('text', orderIds)],
  })) ?? false;

/** How many commands of each of these merchants are parked, counted to `countMax`. */
export const countParked = async (
  client: Queryable,
  merchantIds: readonly string[],
  countMax: number,
): Promise<Map<string, number>> => {
  const rows = await queryRows<{ merchant_id: string; n: number }>(client, {
    name: 'count_parked',
    text: `
      select m.merchant_id, counted.n
      from unnest($1::text[]) as m (merchant_id), lateral (
        select count(*) as n from (
          select 1 from parked_commands p where p.merchant_id = m.merchant_id limit $2) counted_to
      ) counted`,
    values: [arrayOf('text', merchantIds), countMax],
  });
  return new Map(rows.map(({ merchant_id: merchantId, n }) => [merchantId, n]));
};

/** `isSlow`: it was set aside, and is due again. */
export type ReadyCommand = { message: OrderMessage; isSlow: boolean };

/** `looked`: at how many. `next`: the position to go on behind; `null`: the walk has ended. */
export type ParkedStep<T> = { ready: T[]; looked: number; next: number | null };

/**
 * Looks at the next `stepMax` parked commands in the order in which they came, so that it costs the same however many
 * there are.
 * @returns at most `readyMax` messages whose order exists or whose row is free; none behind a message that is set aside
 */
export const readReadyParked = async (
  client: Queryable,
  after: number,
  { now, stepMax, readyMax }: { now: Date; stepMax: number; readyMax: number },
): Promise<ParkedStep<ReadyCommand>> => {
  const rows = await queryRows<{ message: unknown; position: number; looked: number; slow: boolean }>(client, {
    name: 'read_ready_parked',
    text: `
      with step as materialized (
        select position, order_id, message, waits_for_lock, next_try_at is not null as slow from parked_commands
        where position > $1 and (next_try_at is null or next_try_at <= $4) order by position limit $2
      )
      (select message, position, 0 as looked, slow from step s
       where (waits_for_lock or exists (select 1 from orders o where o.id = s.order_id))
         and not exists (select 1 from parked_commands a where a.order_id = s.order_id and a.next_try_at > $4)
       order by position limit $3)
      union all
      select null, max(position), count(*)::int, false from step`,
    values: [after, stepMax, readyMax, now],
  });
  const ready = rows.filter((row) => row.message !== null);
  const walked = rows.find((row) => row.message === null);
  const looked = walked?.looked ?? 0;
  const last = ready.length === readyMax ? ready.at(-1) : looked === stepMax ? walked : undefined;
  return {
    ready: ready.map(({ message, slow }) => ({ message: waitingMessageSchema.parse(message), isSlow: slow })),
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
  const rows = await queryRows<{ message: unknown }>(client, {
    name: 'take_expired_parked',
    text: `
      delete from parked_commands where id = any(array(
        select id from parked_commands p
         -- offset 0: asked of each row in turn. A join would sort all that is old.
         where parked_at <= $1 and not exists (select 1 from orders o where o.id = p.order_id offset 0)
           -- Behind a create that is set aside it waits for as long as that one does.
           and not (waits_for_lock and exists (
             select from parked_commands c
             where c.order_id = p.order_id and c.message->>'type' = 'order.submitted' offset 0))
         order by parked_at limit $2 for update skip locked))
      returning message`,
    values: [before, expiredMax],
  });
  return rows.map((row) => waitingMessageSchema.parse(row.message));
};
