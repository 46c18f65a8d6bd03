import type { OrderMessage } from '@delivery/contracts';
import { arrayOf, type Queryable, relation } from '@delivery/postgres';
import { commandKeyOf } from '../rules/command-key.js';
import type { BatchPlan } from '../rules/decide-batch.js';

const parked = relation<{ message: OrderMessage; traceparent: string | null; waitsForLock: boolean }>({
  id: ['text', ({ message }) => commandKeyOf(message)],
  order_id: ['text', ({ message }) => message.order_id],
  message: ['json', ({ message }) => JSON.stringify(message)],
  traceparent: ['text', ({ traceparent }) => traceparent],
  waits_for_lock: ['boolean', ({ waitsForLock }) => waitsForLock],
});

export const parkCommands = async (
  client: Queryable,
  { park, held }: Pick<BatchPlan, 'park' | 'held'>,
  parkedAt: Date,
  traceparents: ReadonlyMap<string, string> | undefined,
): Promise<void> => {
  const rows = park.map((message) => ({
    message,
    traceparent: traceparents?.get(commandKeyOf(message)) ?? null,
    waitsForLock: held.has(message.order_id),
  }));
  await client.query({
    name: 'park_commands',
    text: `
      insert into parked_commands (parked_at, ${parked.columns})
      select $1, t.* from ${parked.unnest(2)} as t
      on conflict (id) do nothing`,
    values: [parkedAt, ...parked.values(rows)],
  });
};

export const unparkCommands = async (client: Queryable, keys: readonly string[]): Promise<void> => {
  await client.query({
    name: 'unpark_commands',
    text: 'delete from parked_commands where id = any($1)',
    values: [arrayOf('text', keys)],
  });
};

/** Whether anything waits for one of these orders. */
export const isAnyParkedFor = async (client: Queryable, orderIds: readonly string[]): Promise<boolean> => {
  const { rows } = await client.query<{ parked: boolean }>({
    name: 'is_any_parked_for',
    text: 'select exists (select 1 from parked_commands where order_id = any($1)) as parked',
    values: [arrayOf('text', orderIds)],
  });
  return rows[0]?.parked ?? false;
};

/** How many commands of each of these merchants are parked, counted to `countMax`. */
export const countParked = async (
  client: Queryable,
  merchantIds: readonly string[],
  countMax: number,
): Promise<Map<string, number>> => {
  const { rows } = await client.query<{ merchant_id: string; n: number }>({
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
