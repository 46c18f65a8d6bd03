import { arrayOf, type Queryable } from '@delivery/postgres';
import { type HistoryDay, inDays } from './history-days.js';

/** The merchant's newest deliveries whose attempts are looked at. */
const measuredMax = 500;

/** How long the endpoints of a merchant took to answer of late, in milliseconds in the mean, by endpoint. */
export const readAnswerTimes = async (client: Queryable, merchantId: string): Promise<ReadonlyMap<string, number>> => {
  const newest = await readNewest(client, merchantId);
  const days = [...new Set(newest.map(({ day }) => day))];
  const { rows } = await client.query<{ endpoint_id: string; answer_ms: number }>(
    `select n.endpoint_id, avg(duration_ms) as answer_ms
     from unnest($1::uuid[], $2::uuid[]) as n (id, endpoint_id)
       cross join lateral (
         select duration_ms from all_attempts where ${inDays(days)} and delivery_id = n.id
         order by generation desc limit 1) a
     group by n.endpoint_id`,
    [
      arrayOf(
        'uuid',
        newest.map(({ id }) => id),
      ),
      arrayOf(
        'uuid',
        newest.map(({ endpoint_id }) => endpoint_id),
      ),
    ],
  );
  return new Map(rows.map(({ endpoint_id, answer_ms }) => [endpoint_id, answer_ms]));
};

const readNewest = async (client: Queryable, merchantId: string) => {
  const { rows } = await client.query<{ id: string; endpoint_id: string; day: HistoryDay }>({
    name: 'read_newest_deliveries',
    text: `
      select d.id, d.endpoint_id, o.history_day::text as day
      from (
        select id, endpoint_id, order_id from all_deliveries where merchant_id = $1 order by id desc limit ${measuredMax}
      ) d join orders o on o.id = d.order_id`,
    values: [merchantId],
  });
  return rows;
};
