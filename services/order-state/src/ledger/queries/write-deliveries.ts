import type { DeliveryAttempted, MerchantMode } from '@delivery/contracts';
import { arrayOf, type Queryable, queryRows, relation } from '@delivery/postgres';
import type { DeliveryUpdate, GivenUp } from '../rules/attempts.js';
import { type DeliveryState, isSettled, type LaneEnd, type LiveDelivery } from '../rules/deliveries.js';
import { inDays, readPartitionDays } from './partition-days.js';

/**
 * The last delivery of each of these orders to each endpoint that is not deleted, of those that have not left for a
 * day: one of each is read, however many an order has. Stable only while the orders are locked.
 */
export const readLaneEnds = async (client: Queryable, orderIds: readonly string[]): Promise<LaneEnd[]> => {
  const rows = await queryRows<{
    order_id: string;
    endpoint_id: string;
    sequence: number;
    state: DeliveryState;
  }>(client, {
    name: 'read_lane_ends',
    text: `
      with of_systems as materialized (
        select e.id, e.mode from courier_systems s join endpoints e on e.owner_id = s.id and e.status <> 'deleted'
      ),
      of_platforms as materialized (
        select ms.id as merchant_id, e.id
        from merchants ms join endpoints e on e.owner_id = ms.platform_owner_id and e.status <> 'deleted'
        where ms.id in (select merchant_id from orders where id = any($1))
      )
      select o.id as order_id, e.id as endpoint_id, last.sequence, last.state
      from orders o
      cross join lateral (
        select id from endpoints where owner_id = o.merchant_id and status <> 'deleted'
        union all
        select id from of_systems where mode = o.mode
        union all
        select id from of_platforms where merchant_id = o.merchant_id
      ) e
      cross join lateral (
        select d.sequence, d.state from webhook_deliveries d
        where d.order_id = o.id and d.endpoint_id = e.id and d.replay_id is null
        -- The order of the index, from its end.
        order by d.replay_id desc, d.sequence desc limit 1
      ) last
      where o.id = any($1)`,
    values: [arrayOf('text', orderIds)],
  });
  return rows.map((row) => ({
    orderId: row.order_id,
    endpointId: row.endpoint_id,
    sequence: row.sequence,
    settled: isSettled(row.state),
  }));
};

type Row = {
  id: string;
  order_id: string;
  endpoint_id: string;
  order_merchant_id: string | null;
  mode: MerchantMode;
  replay_id: string | null;
  sequence: number;
  state: DeliveryState;
  generation: number;
  attempt_count: number;
  schedule_base: number;
  attempts_before: number;
  tried_since: Date | null;
  held_ms: number;
  give_up_after: number | null;
  not_before: Date;
  released_at: Date | null;
};

/** With what its endpoint `e` says of when it is given up. */
const columns = `d.id, d.order_id, d.endpoint_id, d.order_merchant_id, d.mode, d.replay_id, d.sequence, d.state,
  d.generation, d.attempt_count, d.schedule_base, d.attempts_before, d.tried_since, d.not_before, d.released_at,
  coalesce(e.held_ms, 0) as held_ms, e.give_up_after`;
/** A settled delivery may have outlived its endpoint. */
const joinEndpoint = 'left join endpoints e on e.id = d.endpoint_id';

/** For a `with`: the heads of lanes $1, each in order of id. Heads of operational events are not orders. */
const lockHeads = `
  orders_locked as materialized (select 1 from orders where id = any($1) order by id for no key update),
  others_locked as materialized (select 1 from operational_lanes where id = any($1) order by id for no key update)`;
const areHeadsLocked = '(select count(*) from orders_locked) + (select count(*) from others_locked) >= 0';

/**
 * Locks orders, and then deliveries of theirs that have not left for a day, each in id order: no other transaction may
 * touch these lanes meanwhile. A row that is locked after a wait is read as it is then.
 */
export const lockDeliveries = async (
  client: Queryable,
  orderIds: readonly string[],
  deliveryIds: readonly string[],
): Promise<Map<string, LiveDelivery>> => {
  const rows = await queryRows<Row>(client, {
    name: 'lock_deliveries',
    text: `
      with ${lockHeads}
      select ${columns} from webhook_deliveries d ${joinEndpoint}
      where d.id = any($2) and ${areHeadsLocked} order by d.id for no key update of d`,
    values: [arrayOf('text', orderIds), arrayOf('uuid', deliveryIds)],
  });
  return toDeliveries(rows);
};

/** Settled deliveries of the orders that have moved to a day. They no longer change. */
export const readArchived = async (
  client: Queryable,
  orderIds: readonly string[],
  deliveryIds: readonly string[],
): Promise<Map<string, LiveDelivery>> => {
  const days = await readPartitionDays(client, orderIds);
  const rows = await queryRows<Row>(
    client,
    `select ${columns} from all_webhook_deliveries d ${joinEndpoint} where ${inDays(days, 'd')} and d.id = any($1)`,
    [arrayOf('uuid', deliveryIds)],
  );
  return toDeliveries(rows);
};

const toDeliveries = (rows: readonly Row[]): Map<string, LiveDelivery> =>
  new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        orderId: row.order_id,
        endpointId: row.endpoint_id,
        orderMerchantId: row.order_merchant_id,
        mode: row.mode,
        replayId: row.replay_id,
        sequence: row.sequence,
        state: row.state,
        generation: row.generation,
        attemptCount: row.attempt_count,
        scheduleBase: row.schedule_base,
        attemptsBefore: row.attempts_before,
        triedSinceMs: row.tried_since?.getTime() ?? null,
        heldMs: row.held_ms,
        giveUpAfterMs: row.give_up_after === null ? null : row.give_up_after * 1_000,
        notBeforeMs: row.not_before.getTime(),
        releasedAtMs: row.released_at?.getTime() ?? null,
      },
    ]),
  );

/**
 * Locks orders, and other heads of lanes, whose content the caller does not need: no other transaction touches these
 * lanes meanwhile.
 */
export const lockLanes = async (client: Queryable, orderIds: readonly string[]): Promise<void> => {
  await client.query({
    name: 'lock_lanes',
    text: `with ${lockHeads} select 1 where ${areHeadsLocked}`,
    values: [arrayOf('text', orderIds)],
  });
};

const updated = relation<DeliveryUpdate>({
  id: ['uuid', (update) => update.id],
  state: ['text', (update) => update.state],
  attempt_count: ['int', (update) => update.attemptCount],
  schedule_base: ['int', (update) => update.scheduleBase],
  tried_since: ['timestamptz', (update) => update.triedSinceMs],
  not_before: ['timestamptz', (update) => update.notBeforeMs],
  last_error_code: ['text', (update) => update.lastErrorCode],
  settled_at: ['timestamptz', (update) => update.settledAtMs],
});

const attemptRows = relation<DeliveryAttempted>({
  order_id: ['text', (attempt) => attempt.order_id],
  delivery_id: ['uuid', (attempt) => attempt.delivery_id],
  generation: ['int', (attempt) => attempt.generation],
  attempt: ['int', (attempt) => attempt.attempt],
  at: ['timestamptz', (attempt) => Date.parse(attempt.occurred_at)],
  duration_ms: ['real', (attempt) => attempt.duration_ms],
  status_code: ['int', (attempt) => attempt.status_code],
  error_code: ['text', (attempt) => attempt.error_code],
  error_detail: ['text', (attempt) => attempt.error_detail ?? null],
  response_excerpt: ['text', (attempt) => attempt.response_excerpt],
});

/**
 * Writes the changes of attempts, and appends these to the log: the same one reported twice is one row. A settled
 * delivery leaves for the day of its order, where that has one. For an order whose customer's data was erased, the
 * receiver's answer is not kept: the database may have more events than the caller named. The caller has locked the
 * orders.
 */
export const updateDeliveries = async (
  client: Queryable,
  updates: readonly DeliveryUpdate[],
  logged: readonly DeliveryAttempted[],
): Promise<void> => {
  const values = [...updated.values(updates), ...attemptRows.values(logged)];
  await client.query({ name: 'update_deliveries', text: updateSql, values });
};

/** The columns that an attempt changes, and those that it does not. */
const changing = 'state, attempt_count, schedule_base, tried_since, not_before, last_error_code, settled_at';
const lasting = `order_id, endpoint_id, owner_id, order_merchant_id, mode, sequence, previous_sequence, event,
  webhook_id, gate_open, generation, attempts_before, released_at, published, visible_until, created_at, replay_id,
  origin_id`;

/**
 * Content that was erased never comes back, where `erased_at` may become null again: the answer may be to a request of
 * before.
 */
const isAnswerKept = '(o.id is null or o.content is not null)';

const updateSql = `
  with changes as (
    select t.id, t.state, t.attempt_count, t.schedule_base, t.tried_since,
      coalesce(t.not_before, d.not_before) as not_before, t.last_error_code, t.settled_at,
           o.partition_day, coalesce(t.settled_at is not null and o.partition_day > 'epoch', false) as leaves,
           ${lasting.replace(/\w+/g, 'd.$&')}
    from ${updated.unnest(1)} as t (${updated.columns})
      join webhook_deliveries d on d.id = t.id
      -- A delivery also settles if its order is gone.
      left join orders o on o.id = d.order_id
  ),
  logged as (
    insert into all_attempts
      (delivery_id, generation, attempt, at, duration_ms, status_code, error_code, error_detail,
        response_excerpt, partition_day)
    select t.delivery_id, t.generation, t.attempt, t.at, t.duration_ms, t.status_code, t.error_code,
           case when ${isAnswerKept} then t.error_detail end, case when ${isAnswerKept} then t.response_excerpt end,
           coalesce(o.partition_day, 'epoch')
    from ${attemptRows.unnest(updated.columnCount + 1)} as t (${attemptRows.columns})
      left join orders o on o.id = t.order_id
    -- Not of an order that is gone.
    where o.id is not null or exists (select from operational_lanes l where l.id = t.order_id offset 0)
    on conflict do nothing
  ),
  gone as (
    delete from webhook_deliveries d using changes c where d.id = c.id and c.leaves returning 1
  ),
  settled as (
    insert into all_webhook_deliveries (id, ${changing}, partition_day, ${lasting})
    select id, ${changing}, partition_day, ${lasting} from changes where leaves and (select count(*) from gone) > 0
  )
  update webhook_deliveries d
  set state = c.state, attempt_count = c.attempt_count, schedule_base = c.schedule_base,
    tried_since = c.tried_since, not_before = c.not_before,
      last_error_code = c.last_error_code, settled_at = c.settled_at
  from changes c
  where d.id = c.id and not c.leaves`;

const rows = relation<GivenUp>({
  endpoint_id: ['uuid', ({ endpointId }) => endpointId],
  count: ['int', ({ count }) => count],
  // An array's text, because a column of arrays would be one array.
  delivery_ids: ['text', ({ deliveryIds }) => `{${deliveryIds.join(',')}}`],
  error_code: ['text', ({ errorCode }) => errorCode],
});

/** Keeps what was given up for the next digest. */
export const insertUndigested = async (client: Queryable, givenUp: readonly GivenUp[], at: Date): Promise<void> => {
  await client.query({
    name: 'insert_pending_digests',
    text: `
      insert into pending_digests (at, endpoint_id, count, delivery_ids, error_code)
      select $1, endpoint_id, count, delivery_ids::uuid[], error_code from ${rows.unnest(2)} as t (${rows.columns})`,
    values: [at, ...rows.values(givenUp)],
  });
};
