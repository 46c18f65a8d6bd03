import type { Transaction } from '@delivery/postgres';
import { inDays, readHistoryDays } from '../../ledger/sql/history-days.js';

/** An event (`kind` 0) or a refused command (`kind` 1) at its place among an order's events. */
export type OrderEventRow = {
  position: number;
  kind: 0 | 1;
  at: Date;
  /** `at` as ISO 8601 in full precision, for the cursor. */
  at_text: string;
  id: string;
  /** The event, or the type of the refused command. */
  name: string;
  /** The webhook's body, as text. */
  body: string | null;
  code: string | null;
  detail: string | null;
};

export type OrderEventPosition = { position: number; kind: number; atText: string; id: string };

/** What happened to one order after a position, oldest first. @param client of one snapshot */
export const listOrderEvents = async (
  client: Transaction,
  page: { orderId: string; after: OrderEventPosition; rowMax: number },
): Promise<OrderEventRow[]> => {
  const days = await readHistoryDays(client, [page.orderId]);
  const { rows } = await client.query<OrderEventRow>(
    `select *, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at_text from (
       select sequence as position, 0 as kind, created_at as at, '' as id, event as name, body,
              null as code, null as detail
       from events_of(array[$1])
       union all
       select after_sequence, 1, decided_at, id, type, null, code, detail
       from all_commands where ${inDays(days)} and order_id = $1 and outcome = 'refused'
     ) happened
     where (position, kind, at, id) > ($2::int, $3::int, $4::timestamptz, $5::text)
     order by position, kind, at, id limit $6`,
    [page.orderId, page.after.position, page.after.kind, page.after.atText, page.after.id, page.rowMax],
  );
  return rows;
};
