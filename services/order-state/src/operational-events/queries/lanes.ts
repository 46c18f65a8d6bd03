import { arrayOf, type Queryable, relation, type Transaction } from '@delivery/postgres';
import { type DeliveryState, isSettled, type LaneEnd } from '../../ledger/rules/deliveries.js';
import type { NumberedLane, SubjectEndpoint } from '../rules/operational-events.js';

/** Has one process at a time write operational events. @returns false where another one is at it */
export const lockTelling = async (client: Transaction): Promise<boolean> => {
  const { rows } = await client.query<{ is_locked: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('operational events')) as is_locked`,
  );
  return rows[0]?.is_locked === true;
};

/** The endpoints as they are now; a purged one is not among them. */
export const readSubjects = async (
  client: Queryable,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, SubjectEndpoint>> => {
  const { rows } = await client.query<SubjectEndpoint & { id: string }>({
    name: 'read_subjects',
    text: 'select id, name, url, disabled_reason as "disabledReason" from endpoints where id = any($1)',
    values: [arrayOf('uuid', endpointIds)],
  });
  return new Map(rows.map((row) => [row.id, row]));
};

const numbered = relation<NumberedLane>({
  id: ['text', (lane) => lane.id],
  merchant_id: ['text', (lane) => lane.merchantId],
  endpoint_id: ['uuid', (lane) => lane.endpointId],
  last_sequence: ['int', (lane) => lane.count],
  digest_at: ['timestamptz', (lane) => lane.digestAtMs],
});

/**
 * Locks the heads of lanes, in order of id, and numbers their next events.
 * @returns the last sequence of each lane
 */
export const numberEvents = async (
  client: Transaction,
  lanes: readonly NumberedLane[],
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await client.query<{ id: string; last_sequence: number }>({
    name: 'number_operational_events',
    text: `
      insert into operational_lanes as l (${numbered.columns})
      select ${numbered.columns} from ${numbered.unnest(1)} as t (${numbered.columns}) order by id
      on conflict (id) do update
      set last_sequence = l.last_sequence + excluded.last_sequence, digest_at = coalesce(excluded.digest_at, l.digest_at)
      returning id, last_sequence`,
    values: numbered.values(lanes),
  });
  return new Map(rows.map((row) => [row.id, row.last_sequence]));
};

type Lane = { laneId: string; endpointId: string };
const lanes = relation<Lane>({
  lane_id: ['text', ({ laneId }) => laneId],
  endpoint_id: ['uuid', ({ endpointId }) => endpointId],
});

/** The last delivery of each of these lanes. Their heads are locked. */
export const readLastDeliveries = async (client: Transaction, wanted: readonly Lane[]): Promise<LaneEnd[]> => {
  type Row = { lane_id: string; endpoint_id: string; sequence: number; state: DeliveryState };
  const { rows } = await client.query<Row>({
    name: 'read_last_operational_deliveries',
    text: `
      select t.lane_id, t.endpoint_id, last.sequence, last.state
      from ${lanes.unnest(1)} as t (${lanes.columns}) cross join lateral (
        select d.sequence, d.state from deliveries d
        where d.order_id = t.lane_id and d.endpoint_id = t.endpoint_id and d.replay_id is null
        -- The order of the index, from its end.
        order by d.replay_id desc, d.sequence desc limit 1
      ) last`,
    values: lanes.values(wanted),
  });
  return rows.map(({ lane_id: orderId, endpoint_id: endpointId, sequence, state }) => ({
    orderId,
    endpointId,
    sequence,
    settled: isSettled(state),
  }));
};

/**
 * Purges operational events that were written before `before` and of which every delivery is settled, as `purgeOrders` does, and the heads of
 * lanes whose endpoint is gone with the last of its events.
 * @returns how many lanes it has looked at
 */
export const purgeOperationalEvents = async (client: Transaction, before: Date, purgeMax: number): Promise<number> => {
  const { rows } = await client.query<{ id: string }>({
    name: 'lock_operational_lanes_to_purge',
    text: `
      select l.id from operational_lanes l
      where exists (${purgeable('l.id', '$1')})
        or not exists (select from events e where e.order_id = l.id) and not exists (select from endpoints p where p.id = l.endpoint_id)
      order by l.id limit $2 for update skip locked`,
    values: [before, purgeMax],
  });
  if (rows.length === 0) return 0;
  const values = [
    arrayOf(
      'text',
      rows.map(({ id }) => id),
    ),
    before,
  ];
  await client.query({ name: 'purge_operational_events', text: purgeSql, values });
  return rows.length;
};

const purgeable = (laneId: string, before: string): string => `
  select e.order_id, e.sequence, e.position from events e
  where e.order_id = ${laneId} and e.created_at < ${before} and not exists (
    select from deliveries d
    where d.order_id = e.order_id and d.sequence = e.sequence and d.state in ('waiting', 'in_flight') offset 0)`;

const purgeSql = `
  with doomed as materialized (
    select e.* from unnest($1::text[]) l (id) cross join lateral (${purgeable('l.id', '$2')}) e
  ),
  deliveries_gone as (
    delete from deliveries d using doomed e where d.order_id = e.order_id and d.sequence = e.sequence returning d.id, d.mode
  ),
  attempts_gone as (
    delete from delivery_attempts where delivery_id = any(array(select id from deliveries_gone))
  ),
  events_gone as (
    delete from events e using doomed d where e.order_id = d.order_id and e.sequence = d.sequence
  ),
  feed_begins as (
    update feed_state set purged_position = gone.position
    from (select max(position) as position from doomed) gone where gone.position > purged_position
  ),
  counted as materialized (
    select count_ledger(count_name('purged', mode), n)
    from (select mode, count(*) as n from deliveries_gone group by mode order by mode) gone
  ),
  lanes_gone as (
    delete from operational_lanes l
    where l.id = any($1) and not exists (select from endpoints p where p.id = l.endpoint_id) and not exists (
      select from events e where e.order_id = l.id and not exists (
        select from doomed d where d.order_id = e.order_id and d.sequence = e.sequence))
  )
  select count(*) from counted`;
