import type { OrderStatus } from '@delivery/contracts';
import type { Transaction } from '@delivery/postgres';
import { type HistoryDay, inDays, readHistoryDays } from '../../ledger/queries/history-days.js';

export type CommandRow = {
  at: Date;
  id: string;
  type: string;
  outcome: 'applied' | 'unchanged' | 'refused' | 'parked';
  code: string | null;
  detail: string | null;
  after_sequence: number | null;
  occurred_at: Date;
  payload: unknown;
};
export type EventRow = { at: Date; sequence: number; event: string; status: OrderStatus };

/** What was asked of an order, and what happened to it. At most one row too many of each. */
export const readStory = async (
  client: Transaction,
  orderId: string,
  rowMax: number,
): Promise<{ commands: CommandRow[]; events: EventRow[] }> => {
  const values = [orderId, rowMax + 1];
  const days = await readHistoryDays(client, [orderId]);
  const commands = await client.query<CommandRow>(commandsSql(days), values);
  const events = await client.query<EventRow>(eventsSql, values);
  return { commands: commands.rows, events: events.rows };
};

/** What is parked has no outcome yet; its message may hold more than a timeline may show. */
const commandsSql = (days: readonly HistoryDay[]): string => `
  select decided_at as at, id, type, outcome, code, detail, after_sequence, occurred_at, payload
  from all_commands where ${inDays(days)} and order_id = $1
  union all
  select parked_at, message->>'id', message->>'type', 'parked', null, null, null, 
    coalesce((message->>'occurred_at')::timestamptz, parked_at), null
  from parked_commands where order_id = $1
  order by at, id limit $2`;

const eventsSql = `
  select created_at as at, sequence, event, body::json->>'status' as status from events_of(array[$1]) order by sequence limit $2`;
