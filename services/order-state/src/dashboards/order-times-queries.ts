import { type OrderPart, orderParts, type OrderTimesGroup, type OrderTimesRow } from '@delivery/contracts';
import { arrayOf, type Columns, type Queryable, queryCount, queryRows, relation } from '@delivery/postgres';
import type { PartitionDay } from '../ledger/queries/partition-days.js';
import { namedOrDefaultRef } from '../merchants/store-queries.js';
import { type CountedTimes, createDayTeller } from './rules/count-order-times.js';

type DayTimes = CountedTimes & { day: string };

const sumColumns = ['orders', ...orderParts.flatMap((part) => [`${part}_orders`, `${part}_seconds`])];

const columnsOf = (part: OrderPart): Columns<DayTimes> => ({
  [`${part}_orders`]: ['int', ({ parts }) => parts[part].orders],
  // As text, because a sum may exceed an int.
  [`${part}_seconds`]: ['text', ({ parts }) => String(parts[part].seconds)],
});

const counted = relation<DayTimes>({
  merchant_id: ['text', ({ merchantId }) => merchantId],
  day: ['text', ({ day }) => day],
  store_ref: ['text', ({ storeRef }) => storeRef],
  courier_system_id: ['text', ({ courierSystemId }) => courierSystemId ?? ''],
  orders: ['int', ({ orders }) => orders],
  ...orderParts.reduce<Columns<DayTimes>>((columns, part) => ({ ...columns, ...columnsOf(part) }), {}),
});

/**
 * Adds one process's sums to those of others. In the order of the key: two processes at once do not wait for each other
 * in a circle. A store that the merchant does not have counts as none, so that invented names make no rows.
 */
export const addOrderTimes = async (client: Queryable, times: readonly CountedTimes[]): Promise<void> => {
  const zones = await readTimeZones(client, [...new Set(times.map(({ merchantId }) => merchantId))]);
  const tellDay = createDayTeller();
  const ofDays = times.map((one) => ({ ...one, day: tellDay(zones.get(one.merchantId), one.atMs) }));
  await client.query({
    name: 'add_order_times',
    text: `
      insert into order_times as o (${counted.columns})
      select t.merchant_id, t.day::date, coalesce(s.ref, ''), t.courier_system_id,
        ${sumColumns.map((name) => `sum(t.${name}::bigint)`).join(', ')}
      from ${counted.unnest(1)} as t (${counted.columns})
        left join stores s on s.merchant_id = t.merchant_id
          and s.ref = ${namedOrDefaultRef('t.store_ref', 't.merchant_id')}
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (merchant_id, day, store_ref, courier_system_id)
      do update set ${sumColumns.map((name) => `${name} = o.${name} + excluded.${name}`).join(', ')}`,
    values: counted.values(ofDays),
  });
};

const readTimeZones = async (
  client: Queryable,
  merchantIds: readonly string[],
): Promise<Map<string, string | null>> => {
  const rows = await queryRows<{ id: string; time_zone: string | null }>(client, {
    name: 'read_time_zones',
    text: 'select id, time_zone from merchants where id = any($1)',
    values: [arrayOf('text', merchantIds)],
  });
  return new Map(rows.map(({ id, time_zone: timeZone }) => [id, timeZone]));
};

/** The name of system `s`, with its id if another system has the same name. */
const systemLabel = `s.name || case when exists (
    select from courier_systems c join owners x on x.id = c.id where x.name = s.name and x.id <> s.id)
  then ' (' || s.id || ')' else '' end`;

const groupColumns: Readonly<Record<OrderTimesGroup, string>> = {
  day: `t.day::text`,
  month: `to_char(t.day, 'YYYY-MM')`,
  store: `nullif(t.store_ref, '')`,
  courier_system: systemLabel,
};

const sumOfPart = (part: OrderPart): string =>
  `json_build_object('orders', sum(t.${part}_orders)::int, 'seconds', sum(t.${part}_seconds)::float8) as ${part}`;

export type OrderTimesOf = {
  merchantId: string;
  from: string;
  to: string;
  by: OrderTimesGroup;
  storeRef: string | undefined;
  courierSystem: string | undefined;
};

/**
 * One row for each group in which orders ended: days and months oldest first, no store and no courier's system last.
 */
export const readOrderTimes = (client: Queryable, of: OrderTimesOf): Promise<OrderTimesRow[]> =>
  queryRows(
    client,
    `select ${groupColumns[of.by]} as "group", sum(t.orders)::int as orders, ${orderParts.map(sumOfPart).join(', ')}
     from order_times t left join owners s on s.id = t.courier_system_id
     where t.merchant_id = $1 and t.day between $2::date and $3::date and ($4::text is null or t.store_ref = $4)
       and ($5::text is null or ${systemLabel} = $5)
     group by 1 order by 1`,
    [of.merchantId, of.from, of.to, of.storeRef ?? null, of.courierSystem ?? null],
  );

/** @returns how many rows were purged */
export const purgeOrderTimes = (client: Queryable, before: PartitionDay, purgeMax: number): Promise<number> =>
  queryCount(client, {
    name: 'purge_order_times',
    text: `
      delete from order_times where ctid = any(array(
        select ctid from order_times where day < $1::date order by day limit $2 for update skip locked))`,
    values: [before, purgeMax],
  });
