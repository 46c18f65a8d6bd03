import type { OrderMessage } from '@delivery/contracts';
import { arrayOf } from './column.js';
import type { Queryable } from './pool.js';
import { relation } from './relation.js';

const parked = relation<{ message: OrderMessage; traceparent: string | null }>({
  id: ['text', ({ message }) => message.id],
  order_id: ['text', ({ message }) => message.order_id],
  message: ['json', ({ message }) => JSON.stringify(message)],
  traceparent: ['text', ({ traceparent }) => traceparent],
});

export const parkCommands = async (
  client: Queryable,
  messages: readonly OrderMessage[],
  parkedAt: Date,
  traceparents: ReadonlyMap<string, string> | undefined,
): Promise<void> => {
  const rows = messages.map((message) => ({ message, traceparent: traceparents?.get(message.id) ?? null }));
  await client.query({
    name: 'park_commands',
    text: `
      insert into parked_commands (parked_at, ${parked.columns})
      select $1, t.* from ${parked.unnest(2)} as t
      on conflict (id) do nothing`,
    values: [parkedAt, ...parked.values(rows)],
  });
};

export const unparkCommands = async (client: Queryable, messageIds: readonly string[]): Promise<void> => {
  await client.query({
    name: 'unpark_commands',
    text: 'delete from parked_commands where id = any($1)',
    values: [arrayOf('text', messageIds)],
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

export const countParked = async (client: Queryable): Promise<number> => {
  const { rows } = await client.query<{ n: number }>({
    name: 'count_parked',
    text: 'select count(*) as n from parked_commands',
  });
  return rows[0]?.n ?? 0;
};
