import type { OrderMessage } from '@delivery/contracts';
import type { Queryable } from './pool.js';
import { arrayOf, column } from './column.js';

export const parkCommands = async (
  client: Queryable,
  messages: readonly OrderMessage[],
  parkedAt: Date,
  traceparents: ReadonlyMap<string, string> | undefined,
): Promise<void> => {
  await client.query({
    name: 'park_commands',
    text: `
      insert into parked_commands (id, order_id, message, parked_at, traceparent)
      select id, order_id, message::json, $4, traceparent
      from unnest($1::text[], $2::text[], $3::text[], $5::text[]) as t (id, order_id, message, traceparent)
      on conflict (id) do nothing`,
    values: [
      column('text', messages, (message) => message.id),
      column('text', messages, (message) => message.order_id),
      column('text', messages, (message) => JSON.stringify(message)),
      parkedAt,
      column('text', messages, (message) => traceparents?.get(message.id) ?? null),
    ],
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
