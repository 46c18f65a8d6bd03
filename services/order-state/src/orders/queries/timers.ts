import {
  type MerchantMode,
  type OrderListEntry,
  type OrderStatus,
  orderStatuses,
  platformOwnerId,
} from '@delivery/contracts';
import { arrayOf, type Queryable, queryRow, queryRows, queryValue, relation, type RowOf } from '@delivery/postgres';
import type { MerchantsOf } from '../../merchants/queries.js';
import type { KeptProblem } from '../rules/order.js';
import type { NewTimer, OrderTimer, TimerPlan, TimerStep } from '../rules/order-timers.js';
import { type Due, nextDueStep, renderDue } from '../rules/times.js';

const inserted = relation<NewTimer>({
  order_id: ['text', ({ orderId }) => orderId],
  merchant_id: ['text', ({ merchantId }) => merchantId],
  step: ['text', ({ step }) => step],
  at: ['timestamptz', ({ atMs }) => atMs],
});

/**
 * Beside the rows of `orders`, in their transaction. An existing timer starts again, because its order's content has
 * changed.
 */
export const insertTimers = async (client: Queryable, timers: readonly NewTimer[]): Promise<void> => {
  await client.query({
    name: 'insert_timers',
    text: `
      insert into order_timers (${inserted.columns}) select * from ${inserted.unnest(1)}
      on conflict (order_id, subject) do update set step = excluded.step, at = excluded.at, taken_until = null`,
    values: inserted.values(timers),
  });
};

/** Their customers' data is erased in this transaction, and what was sent of them is to be erased elsewhere. */
export const insertErasedTimers = async (client: Queryable, orderIds: readonly string[], at: Date): Promise<void> => {
  await client.query({
    name: 'insert_erased_timers',
    text: `
      insert into order_timers (order_id, merchant_id, step, at) select id, merchant_id, 'erased', $2
        from orders where id = any($1)
      on conflict (order_id, subject) do update set at = excluded.at, taken_until = null`,
    values: [arrayOf('text', orderIds), at],
  });
};

type Row = { order_id: string; merchant_id: string; step: TimerStep; at: Date } &
  // Null: no order any more.
  (
    | ({
        status: OrderStatus;
        courier_system_id: string | null;
        claim_id: string | null;
        problems: KeptProblem[] | null;
      } & DueColumns)
    | { status: null }
  );
// Null: it has no delivery_time any more.
type DueColumns = { ready_by: Date; picked_up_by: Date; delivered_by: Date } | { ready_by: null };

/**
 * A process that takes timers and dies leaves them to the others after that time; so does one that meets a locked
 * order.
 */
export const timerTakenMs = 30_000;

/** Replicas' readings of the database's clock differ by less. */
const clockSlackMs = 10_000;

/**
 * No other process looks at it. One that is taken for longer than a process takes it was taken before the clock was set
 * back. $1 is now.
 */
const isFree = `coalesce(taken_until not between $1 and $1::timestamptz + interval '${timerTakenMs + clockSlackMs} ms',
  true)`;

/**
 * Locks timers whose time has come, which no other process looks at, in turns of merchants: one with ten thousand of
 * them holds up of no other process. Each merchant that has a timer costs two looks into the index.
 */
export const lockDueTimers = async (client: Queryable, now: Date, timerMax: number): Promise<OrderTimer[]> => {
  const rows = await queryRows<Row>(client, {
    name: 'lock_due_timers',
    text: `
      with recursive waiting (merchant_id) as (
        (select merchant_id from order_timers order by merchant_id limit 1)
        union all
        select (select t.merchant_id from order_timers t where t.merchant_id > w.merchant_id
          order by t.merchant_id limit 1)
        from waiting w where w.merchant_id is not null
      ), due as materialized (
        select t.order_id from waiting w cross join lateral (
          select order_id, row_number() over (order by at) as turn from (
            select order_id, at from order_timers
            where merchant_id = w.merchant_id and at <= $1 and ${isFree}
            order by at limit $2) oldest
        ) t
        order by t.turn limit $2
      )
      select t.order_id, t.merchant_id, t.step, t.at, o.status, o.courier_system_id, o.claim_id,
        o.problems, o.ready_by, o.picked_up_by, o.delivered_by
      from order_timers t left join orders o on o.id = t.order_id
      where t.order_id = any(array(select order_id from due))
        -- No condition of an index: the planner would read all timers whose time has come.
        and least(t.at, $1) = t.at and ${isFree}
        -- Not one that was set after this statement began, which does not see what the order has become: it comes with
        -- the next look.
        and t.ctid = (select ctid from order_timers seen where seen.order_id = t.order_id and seen.subject = t.subject)
      for update of t skip locked`,
    values: [now, timerMax],
  });
  return rows.map(toTimer);
};

const toTimer = (row: Row): OrderTimer => ({
  orderId: row.order_id,
  merchantId: row.merchant_id,
  step: row.step,
  atMs: row.at.getTime(),
  order:
    row.status === null
      ? null
      : {
          status: row.status,
          courierSystemId: row.courier_system_id,
          claimId: row.claim_id,
          problems: row.problems ?? [],
          due: toDue(row),
        },
});

const toDue = (row: DueColumns): Due | null =>
  row.ready_by && {
    ready_by: row.ready_by.getTime(),
    picked_up_by: row.picked_up_by.getTime(),
    delivered_by: row.delivered_by.getTime(),
  };

const taken = relation<OrderTimer>({
  order_id: ['text', ({ orderId }) => orderId],
  step: ['text', ({ step }) => step],
});

export const takeTimers = async (client: Queryable, timers: readonly OrderTimer[], until: Date): Promise<void> => {
  await client.query({
    name: 'take_timers',
    text: `
      update order_timers t set taken_until = $3
      from ${taken.unnest(1)} as taken (${taken.columns}) where t.order_id = taken.order_id and t.step = taken.step`,
    values: [...taken.values(timers), until],
  });
};

export type SetTimer = { timer: OrderTimer; next: TimerPlan['next'] };

const set = relation<SetTimer>({
  order_id: ['text', ({ timer }) => timer.orderId],
  step: ['text', ({ timer }) => timer.step],
  at: ['timestamptz', ({ timer }) => timer.atMs],
  next_step: ['text', ({ next }) => next?.step ?? null],
  next_at: ['timestamptz', ({ next }) => next?.atMs ?? null],
});

/** Only those that are as they were looked at: another process may have done the same. */
export const setTimers = async (client: Queryable, timers: readonly SetTimer[]): Promise<void> => {
  await client.query({
    name: 'set_timers',
    text: `
      with looked as (
        select * from ${set.unnest(1)} as t (${set.columns})
      ), done as (
        delete from order_timers t using looked l
        where l.next_step is null and t.order_id = l.order_id and t.step = l.step and t.at = l.at
      )
      update order_timers t set step = l.next_step, at = l.next_at, taken_until = null
      from looked l where l.next_step is not null and t.order_id = l.order_id and t.step = l.step and t.at = l.at`,
    values: set.values(timers),
  });
};

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

/** Columns of orders `o`, without the values of the last event. */
export const etaAlone = `(o.eta::jsonb - 'announced')`;

/** Condition for orders `o`. Its first part uses the index: no step's time is before `ready_by`. */
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

export const toOrderTimes = (row: OrderTimesRow): RowOf<Pick<OrderListEntry, 'due' | 'late_since'>> => {
  const { ready_by, picked_up_by, delivered_by } = row;
  const due = ready_by && picked_up_by && delivered_by && renderDue({ ready_by, picked_up_by, delivered_by });
  return { due, late_since: row.late_since };
};

/** Beyond this a count says "many": a glance must cost little. */
const countMax = 10_000;

/** How many orders of a merchant are late. */
export const countLateOrders = async (client: Queryable, merchantId: string): Promise<number> =>
  (await queryValue<number>(
    client,
    `select count(*)::int as late from (
       select 1 from orders o where o.merchant_id = $1 and ${isDueBefore('now()')} limit $2) late`,
    [merchantId, countMax],
  )) ?? 0;

const isWithoutCourier = 'o.is_open and o.no_courier_since is not null';

/** Open orders of a merchant that no courier's system has taken in time. */
export const countOrdersWithoutCourier = async (client: Queryable, merchantId: string): Promise<number> =>
  (await queryValue<number>(
    client,
    `select count(*)::int as counted from (
       select from orders o
       where o.mode in ('live', 'sandbox') and o.merchant_id = $1 and ${isWithoutCourier} limit $2) waiting`,
    [merchantId, countMax],
  )) ?? 0;

const ofPlatform = 'from merchants ms join orders o on o.merchant_id = ms.id where ms.platform_owner_id = $1';

/** Orders under way of all merchants of a platform, and those of them that are late. */
export const countPlatformOrders = async (
  client: Queryable,
  { platformId, mode }: MerchantsOf,
): Promise<{ under_way: number; late: number }> =>
  (await queryRow<{ under_way: number; late: number }>(
    client,
    `select (select count(*)::int from (select 1 ${ofPlatform} and o.final_at is null limit $2) under_way) as under_way,
       (select count(*)::int from (select 1 ${ofPlatform} and ${isDueBefore('now()')} limit $2) late) as late`,
    [platformOwnerId(platformId, mode), countMax],
  )) ?? { under_way: 0, late: 0 };

const troubles = { late: isDueBefore('now()'), without_courier: isWithoutCourier } as const;
export type OrderTrouble = keyof typeof troubles;

const troubledOf = (mode: MerchantMode, trouble: OrderTrouble): string => `
  (select count(*)::int from (select 1 from orders o
    where o.mode = '${mode}' and ${troubles[trouble]} limit $1) found)`;

/** An `in` of SQL: orders of a mode that have a trouble, 10,000 at most. @param more of orders `o` */
export const troubledOrders = (mode: string, trouble: OrderTrouble, more = 'true'): string =>
  `(select o.id from orders o where o.mode = ${mode} and ${troubles[trouble]} and ${more} limit ${countMax})`;

/** How many orders of all merchants have a trouble, by mode, each counted to the same bound. */
export const countAllTroubled = async (
  client: Queryable,
  trouble: OrderTrouble,
): Promise<Record<MerchantMode, number>> =>
  (await queryRow<Record<MerchantMode, number>>(client, {
    name: `count_all_${trouble}`,
    text: `select ${troubledOf('live', trouble)} as live, ${troubledOf('sandbox', trouble)} as sandbox`,
    values: [countMax],
  })) ?? { live: 0, sandbox: 0 };
