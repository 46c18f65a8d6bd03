import type { Queryable, Transaction } from '@delivery/postgres';
import type { SentAttempt, SentDelivery } from '../rules/rebuild-request.js';
import { inDays, inDaysOrLive, isOfKeptOrder, lookByDelivery, readHistoryDays } from './history-days.js';

/** What all attempts of a delivery have in common. An endpoint that was purged is as good as changed. */
export const readSentDelivery = async (
  client: Queryable,
  merchantId: string,
  deliveryId: string,
): Promise<SentDelivery | undefined> => {
  const [sent] = await lookByDelivery([deliveryId], async (inDays) => {
    const { rows } = await client.query<SentDelivery>(sentDeliverySql(inDays), [deliveryId, merchantId]);
    return rows;
  });
  return sent;
};

const sentDeliverySql = (inDays: string): string => `
  select d.order_id, d.endpoint_id, d.webhook_id, v.body, v.traceparent, d.mode, o.erased_at, coalesce(e.type, 'push') as type, e.url,
    e.header->>'name' as header_name,
    case when e.id is null then now()
      -- Of another address or header: what else is changed shows in no request. An older line does not say what it was.
      else (select at from endpoint_log where endpoint_id = e.id and what = 'changed'
            and (reason is null or reason ~ 'url|header') order by id desc limit 1)
    end as changed_at
  from all_deliveries d
    join orders o on o.id = d.order_id
    cross join lateral event_at(d.order_id, d.sequence) v
    left join endpoints e on e.id = d.endpoint_id
  where ${inDays} and d.id = $1 and d.merchant_id = $2 and ${isOfKeptOrder}`;

/** Attempts of a delivery of the order, and of its replays, the newest first. @param client of one snapshot */
export const readSentAttempts = async (
  client: Transaction,
  { orderId, deliveryId }: { orderId: string; deliveryId: string },
  rowMax: number,
): Promise<SentAttempt[]> => {
  const days = await readHistoryDays(client, [orderId]);
  const { rows } = await client.query<SentAttempt>(
    `select a.attempt, a.at, d.sequence, d.previous_sequence, d.replay_id
     from all_deliveries d join all_attempts a on a.delivery_id = d.id and ${inDays(days, 'a')}
     where ${inDaysOrLive(days, 'd')} and (d.id = $1 or d.origin_id = $1) order by a.at desc, d.id desc, a.generation desc limit $2`,
    [deliveryId, rowMax],
  );
  return rows;
};
