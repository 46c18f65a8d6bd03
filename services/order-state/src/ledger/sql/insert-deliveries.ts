import { type MerchantMode, merchantModes } from '@delivery/contracts';
import { type Queryable, relation, together } from '@delivery/postgres';
import type { NewDelivery } from '../rules/delivery.js';
import type { Release } from '../rules/release.js';
import { wakeWindows } from './window-wakes.js';

const created = relation<NewDelivery>({
  id: ['uuid', (delivery) => delivery.id],
  order_id: ['text', (delivery) => delivery.orderId],
  endpoint_id: ['uuid', (delivery) => delivery.endpointId],
  merchant_id: ['text', (delivery) => delivery.merchantId],
  mode: ['text', (delivery) => delivery.mode],
  sequence: ['int', (delivery) => delivery.sequence],
  previous_sequence: ['int', (delivery) => delivery.previousSequence],
  event: ['text', (delivery) => delivery.event],
  webhook_id: ['text', (delivery) => delivery.webhookId],
  gate_open: ['boolean', (delivery) => delivery.gateOpen],
  created_at: ['timestamptz', (delivery) => delivery.createdAtMs],
});

/** How many are owed, by mode. */
const owed = relation<{ mode: MerchantMode; count: number }>({
  mode: ['text', ({ mode }) => mode],
  n: ['int', ({ count }) => count],
});

const countOwed = (deliveries: readonly NewDelivery[]) =>
  owed.values(
    merchantModes
      .map((mode) => ({ mode, count: deliveries.filter((delivery) => delivery.mode === mode).length }))
      .filter(({ count }) => count > 0),
  );

/** Counted by intent: of what was planned, not of what was written. */
const matched = `matched as materialized (
    select count_ledger(count_name('matched', mode), n) from ${owed.unnest(2)} as t (${owed.columns})
  )`;
const isMatched = '(select count(*) from matched) > 0';
const firstColumn = 2 + owed.columnCount;

/**
 * Writes the deliveries, and counts them as matched: the audit's side that is counted by intent. Their windows are locked.
 * A delivery with an open gate goes out at once, as `in_flight`, where its window has room and nothing is due before it:
 * nothing is where `wake_at` is not, because whoever leaves room in a window says there when its next delivery is due.
 * The others wait, see `window_wake_at`.
 */
export const insertDeliveries = async (
  client: Queryable,
  deliveries: readonly NewDelivery[],
  nowMs: number,
): Promise<Release[]> => {
  const { rows } = await client.query<Released>({
    name: 'insert_deliveries',
    text: insertSql,
    values: [new Date(nowMs), ...countOwed(deliveries), ...created.values(deliveries)],
  });
  const released = new Map(rows.map((row) => [row.id, row]));
  const goOn = new Set(deliveries.filter(({ gateOpen }) => !gateOpen).map(chainOf));
  return deliveries.flatMap((delivery) => {
    const row = released.get(delivery.id);
    return row ? [toRelease(delivery, row, !goOn.has(chainOf(delivery)))] : [];
  });
};

const chainOf = ({ orderId, endpointId }: NewDelivery): string => `${endpointId} ${orderId}`;

/**
 * The same without the windows, which somebody may hold: all of them wait, and the relay is told where to look. It skips what
 * is held, and comes again.
 */
export const insertWaitingDeliveries = async (
  client: Queryable,
  deliveries: readonly NewDelivery[],
  nowMs: number,
): Promise<void> => {
  const due = deliveries.filter(({ gateOpen }) => gateOpen).map(({ endpointId }) => endpointId);
  await together({
    inserted: client.query({
      name: 'insert_waiting_deliveries',
      text: `
        with ${matched}
        insert into deliveries (${created.columns}, state, not_before)
        select t.*, 'waiting', $1 from ${created.unnest(firstColumn)} as t (${created.columns}) where ${isMatched}`,
      values: [new Date(nowMs), ...countOwed(deliveries), ...created.values(deliveries)],
    }),
    woken: wakeWindows(client, due, new Date(nowMs)),
  });
};

type Released = Pick<Release, 'id' | 'url' | 'secrets' | 'header' | 'misbehaves'> & { leaves_room: boolean };

const insertSql = `
  with fresh as (
    select t.*, w.url, w.secrets, w.header, w.misbehaves,
           t.gate_open and t.place <= w.room as goes, t.due < w.room as leaves_room
    from (
      select t.*, row_number() over (partition by t.endpoint_id, t.gate_open order by t.id) as place,
             count(*) over (partition by t.endpoint_id, t.gate_open) as due
      from ${created.unnest(firstColumn)} as t (${created.columns})
    ) t
    join (
      select w.endpoint_id, e.url, e.secrets, e.header, e.misbehaviour is not null as misbehaves, case
               when w.wake_at <= $1 then 0
               else window_room(e.status = 'active', w.size, w.in_flight, w.probe_at, e.max_per_second, w.paced_to, $1)
             end as room
      from endpoint_windows w join endpoints e on e.id = w.endpoint_id
    ) w using (endpoint_id)
  ),
  ${matched},
  inserted as (
    insert into deliveries (${created.columns}, state, not_before, generation, released_at)
    select ${created.columns}, case when goes then 'in_flight' else 'waiting' end, $1, goes::int, case when goes then $1 end
    from fresh where ${isMatched}
  ),
  saved as (
    update endpoint_windows w
    set in_flight = w.in_flight + f.gone,
        paced_to = pace_after(e.max_per_second, w.paced_to, f.gone, $1),
        -- Of a pull endpoint it tells when the next one is due by time; who waits for these is told after COMMIT.
        wake_at = case when w.size = 0 then w.wake_at else window_wake_at(
          e.status = 'active', w.size, w.in_flight + f.gone, w.probe_at, e.max_per_second,
          pace_after(e.max_per_second, w.paced_to, f.gone, $1),
          case when f.gone < f.due then least(w.wake_at, $1) else w.wake_at end) end
    from (
      select endpoint_id, count(*) as due, (count(*) filter (where goes))::int as gone
      from fresh where gate_open group by endpoint_id
    ) f join endpoints e on e.id = f.endpoint_id
    where w.endpoint_id = f.endpoint_id
  )
  select id, url, secrets, header, misbehaves, leaves_room from fresh where goes`;

const toRelease = (
  delivery: NewDelivery,
  { url, secrets, header, misbehaves, leaves_room: leavesRoom }: Released,
  isLast: boolean,
): Release => ({
  id: delivery.id,
  order_id: delivery.orderId,
  endpoint_id: delivery.endpointId,
  merchant_id: delivery.merchantId,
  mode: delivery.mode,
  sequence: delivery.sequence,
  previous_sequence: delivery.previousSequence,
  event: delivery.event,
  webhook_id: delivery.webhookId,
  generation: 1,
  attempt_count: 0,
  schedule_base: 0,
  replay_id: null,
  body: delivery.body,
  traceparent: delivery.traceparent,
  url,
  secrets,
  header,
  misbehaves,
  report_may_wait: leavesRoom && isLast,
});
