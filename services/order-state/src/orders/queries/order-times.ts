import { type MerchantMode, type OrderListEntry, type OrderStatus, orderStatuses } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';
import { nextDueStep, renderDue } from '../rules/due.js';

/** For an `in` of SQL. */
export const listedStatuses = (statuses: readonly OrderStatus[]): string =>
  statuses.map((status) => `'${status}'`).join(', ');

const statusesBefore = (step: string): string =>
  listedStatuses(orderStatuses.filter((status) => nextDueStep[status] === step));

/** The time of the step that an order `o` should come to next; null: it has none, or is final. */
const nextDueAt = `
  case
    when o.status in (${statusesBefore('ready_by')}) then o.ready_by
    when o.status in (${statusesBefore('picked_up_by')}) then o.picked_up_by
    when o.status in (${statusesBefore('delivered_by')}) then o.delivered_by
  end`;

/** Of orders `o`: without what was last told of it. */
export const etaAlone = `(o.eta::jsonb - 'told')`;

/** Of orders `o`. The first condition is the index's: no step's time is before `ready_by`. */
export const isDueBefore = (at: string): string => `o.final_at is null and o.ready_by < ${at} and ${nextDueAt} < ${at}`;

/** By the clock of the database. */
export const orderTimesColumns = `
  o.ready_by, o.picked_up_by, o.delivered_by, case when ${nextDueAt} < now() then ${nextDueAt} end as late_since`;

export type OrderTimesRow = {
  ready_by: Date | null;
  picked_up_by: Date | null;
  delivered_by: Date | null;
  late_since: Date | null;
};

export const toOrderTimes = (row: OrderTimesRow): Pick<OrderListEntry, 'due' | 'late_since'> => {
  const { ready_by, picked_up_by, delivered_by } = row;
  const due = ready_by && picked_up_by && delivered_by && renderDue({ ready_by, picked_up_by, delivered_by });
  return { due, late_since: row.late_since?.toISOString() ?? null };
};

/** Beyond this a count says "many": a glance must cost little. */
const countMax = 10_000;

/** How many orders of a merchant are late. */
export const countLateOrders = async (client: Queryable, merchantId: string): Promise<number> => {
  const { rows } = await client.query<{ late: number }>(
    `select count(*)::int as late from (
       select 1 from orders o where o.merchant_id = $1 and ${isDueBefore('now()')} limit $2) late`,
    [merchantId, countMax],
  );
  return rows[0]?.late ?? 0;
};

const lateOf = (mode: MerchantMode): string => `
  (select count(*)::int from (select 1 from orders o where o.mode = '${mode}' and ${isDueBefore('now()')} limit $1) late) as ${mode}`;

/** How many orders of all merchants are late, by mode, each counted to the same bound. */
export const countAllLateOrders = async (client: Queryable): Promise<Record<MerchantMode, number>> => {
  const { rows } = await client.query<Record<MerchantMode, number>>({
    name: 'count_all_late_orders',
    text: `select ${lateOf('live')}, ${lateOf('sandbox')}`,
    values: [countMax],
  });
  return rows[0] ?? { live: 0, sandbox: 0 };
};
