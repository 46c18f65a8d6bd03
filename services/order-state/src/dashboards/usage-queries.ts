import type { MerchantMode } from '@delivery/contracts';
import { type Queryable, relation } from '@delivery/postgres';
import type { CountedUsage } from './rules/count-usage.js';

const counted = relation<CountedUsage>({
  merchant_id: ['text', ({ ownerId }) => ownerId],
  month: ['text', ({ month }) => `${month}-01`],
  orders_created: ['int', ({ ordersCreated }) => ordersCreated],
  orders_delivered: ['int', ({ ordersDelivered }) => ordersDelivered],
  orders_canceled: ['int', ({ ordersCanceled }) => ordersCanceled],
  orders_returned: ['int', ({ ordersReturned }) => ordersReturned],
  webhook_attempts: ['int', ({ webhookAttempts }) => webhookAttempts],
  webhooks_delivered: ['int', ({ webhooksDelivered }) => webhooksDelivered],
  webhooks_exhausted: ['int', ({ webhooksExhausted }) => webhooksExhausted],
});

const countColumns = [
  'orders_created',
  'orders_delivered',
  'orders_canceled',
  'orders_returned',
  'webhook_attempts',
  'webhooks_delivered',
  'webhooks_exhausted',
] as const;

/** Adds one process's counts to those of others. In the order of the key: two processes at once do not wait for each other in a circle. */
export const addUsage = async (client: Queryable, usage: readonly CountedUsage[]): Promise<void> => {
  await client.query({
    name: 'add_usage',
    text: `
      insert into merchant_usage as u (${counted.columns})
      select merchant_id, month::date, ${countColumns.join(', ')} from ${counted.unnest(1)} as t (${counted.columns}) order by 1, 2
      on conflict (merchant_id, month) do update set ${countColumns.map((name) => `${name} = u.${name} + excluded.${name}`).join(', ')}`,
    values: counted.values(usage),
  });
};

export type UsageRow = Record<(typeof countColumns)[number], number> & {
  month: string;
  merchant_id: string;
  name: string;
  reference: string | null;
  mode: MerchantMode;
  platform_id: string;
  platform_name: string;
};

const columns = `
  to_char(u.month, 'YYYY-MM') as month, u.merchant_id, m.name, m.reference, m.mode, m.platform_id, p.name as platform_name,
  ${countColumns.map((name) => `u.${name}`).join(', ')}`;
const source = `merchant_usage u join merchants m on m.id = u.merchant_id join platforms p on p.id = m.platform_id`;

/** Which merchants: all of a mode, or those of one platform. */
export type UsageOf = { platformId: string | null; mode: MerchantMode };

/** A month of the merchants in whose it something happened, in order of id. */
export const listUsage = async (
  client: Queryable,
  { platformId, mode }: UsageOf,
  page: { month: string; afterId: string; rowMax: number },
): Promise<UsageRow[]> => {
  const { rows } = await client.query<UsageRow>(
    `select ${columns} from ${source}
     where u.month = $1::date and m.mode = $2 and u.merchant_id > $3 ${platformId === null ? '' : 'and m.platform_id = $5'}
     order by u.merchant_id limit $4`,
    [`${page.month}-01`, mode, page.afterId, page.rowMax, ...(platformId === null ? [] : [platformId])],
  );
  return rows;
};

/** The months of a merchant, the newest first. */
export const readUsageOf = async (client: Queryable, merchantId: string, monthMax: number): Promise<UsageRow[]> => {
  const { rows } = await client.query<UsageRow>(
    `select ${columns} from ${source} where u.merchant_id = $1 order by u.month desc limit $2`,
    [merchantId, monthMax],
  );
  return rows;
};
