import { arrayOf, type Transaction } from '@delivery/postgres';
import { inDaysOrLive, readHistoryDays } from './history-days.js';

export type EventWebhook = { id: string; endpoint_id: string; webhook_id: string };

/** The deliveries of an order's events, by sequence: one for each endpoint that asked for the event. Replays are left out. @param client of one snapshot */
export const listEventWebhooks = async (
  client: Transaction,
  wanted: { orderId: string; sequences: readonly number[] },
): Promise<ReadonlyMap<number, EventWebhook[]>> => {
  if (wanted.sequences.length === 0) return new Map();
  const days = await readHistoryDays(client, [wanted.orderId]);
  const { rows } = await client.query<EventWebhook & { sequence: number }>(
    `select sequence, id, endpoint_id, webhook_id from all_deliveries
     where ${inDaysOrLive(days)} and order_id = $1 and replay_id is null and sequence = any($2) order by sequence, id`,
    [wanted.orderId, arrayOf('int', wanted.sequences)],
  );
  const webhooks = new Map<number, EventWebhook[]>();
  for (const { sequence, ...webhook } of rows) webhooks.set(sequence, [...(webhooks.get(sequence) ?? []), webhook]);
  return webhooks;
};
