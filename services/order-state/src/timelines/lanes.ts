import type { LaneDelivery, OrderLanes, WaitReason } from '@delivery/contracts';
import type { RowOf } from '@delivery/postgres';
import { maskUrl } from '../endpoints/rules/webhook-url.js';
import {
  type LaneAttemptRow,
  type LaneDeliveryRow,
  type LaneEndpointRow,
  laneRowMax,
  type LaneRows,
} from './queries.js';

/**
 * Why a delivery waits, from what releasing would answer; `null` if it is settled. Pure.
 * @param headSequence of the first one in its lane that is not settled
 */
const explainWait = (
  row: LaneDeliveryRow,
  endpoint: LaneEndpointRow,
  headSequence: number,
  nowMs: number,
): RowOf<WaitReason> | null => {
  if (row.state === 'in_flight') {
    if (row.visible_until !== null) return until('ack', row.visible_until);
    return reason(row.published ? 'answer' : 'publish');
  }
  if (row.state !== 'waiting') return null;
  if (endpoint.waits_for === 'held')
    return { ...reason('held'), detail: endpoint.status === 'deleted' ? 'deleted' : endpoint.disabled_reason };
  if (!row.gate_open) return { ...reason('predecessor'), sequence: headSequence };
  if (row.due_at.getTime() > nowMs) return until('retry', row.due_at);
  return endpoint.waits_for === 'release' ? reason('release') : until(endpoint.waits_for, endpoint.wake_at);
};

const reason = (why: WaitReason['reason']): RowOf<WaitReason> => ({
  reason: why,
  sequence: null,
  until: null,
  detail: null,
});

const until = (why: WaitReason['reason'], at: Date | null): RowOf<WaitReason> => ({ ...reason(why), until: at });

type ShownDelivery = ReturnType<typeof shownOf>;

/** Live deliveries by sequence, each replay's behind them. */
const compare = (one: ShownDelivery, other: ShownDelivery): number =>
  Number(one.replay_id !== null) - Number(other.replay_id !== null) ||
  (one.replay_id ?? '').localeCompare(other.replay_id ?? '') ||
  one.sequence - other.sequence;

/** For each webhook of an order its state and the reason why it waits; each lane beside the row of its endpoint. */
export const toLanes = ({ endpoints, deliveries, attempts }: LaneRows, nowMs: number) => {
  const ofEndpoint = groupBy(deliveries.slice(0, laneRowMax), (row) => row.endpoint_id);
  const ofDelivery = groupBy(attempts.slice(0, laneRowMax), (row) => row.delivery_id);
  return endpoints.map((endpoint) => {
    const rows = ofEndpoint.get(endpoint.id) ?? [];
    const heads = findHeads(rows);
    const shown = rows.map((row) => ({
      ...shownOf(row, endpoint),
      waits_for: explainWait(row, endpoint, heads.get(row.replay_id) ?? row.sequence, nowMs),
      attempts: (ofDelivery.get(row.id) ?? []).map(toAttempt),
    }));
    return { row: endpoint, lane: { endpoint: toEndpoint(endpoint), deliveries: shown.sort(compare) } };
  });
};

/** There is more than is shown. */
export const isTruncated = ({ deliveries, attempts }: LaneRows): boolean =>
  deliveries.length > laneRowMax || attempts.length > laneRowMax;

/** The first unsettled delivery of each lane, live or a replay's. */
const findHeads = (rows: readonly LaneDeliveryRow[]): Map<string | null, number> => {
  const heads = new Map<string | null, number>();
  for (const { replay_id, sequence, settled_at } of rows) {
    if (settled_at !== null) continue;
    heads.set(replay_id, Math.min(sequence, heads.get(replay_id) ?? sequence));
  }
  return heads;
};

const shownOf = (
  delivery: LaneDeliveryRow,
  endpoint: LaneEndpointRow,
): RowOf<Omit<LaneDelivery, 'waits_for' | 'attempts'>> => {
  const {
    endpoint_id: _,
    gate_open: _isOpen,
    published: _sent,
    due_at: _due,
    visible_until: _taken,
    ...row
  } = delivery;
  return { ...row, state: row.state === 'waiting' && endpoint.status === 'disabled' ? 'held' : row.state };
};

const toAttempt = (row: LaneAttemptRow): RowOf<LaneDelivery['attempts'][number]> => {
  const { delivery_id: _, ...attempt } = row;
  return attempt;
};

const toEndpoint = (row: LaneEndpointRow): OrderLanes['lanes'][number]['endpoint'] => {
  const {
    owner_id: _,
    size: _size,
    in_flight: _count,
    probe_at: _probe,
    waits_for: _reason,
    wake_at: _wake,
    ...endpoint
  } = row;
  return { ...endpoint, url: row.url && maskUrl(row.url) };
};

const groupBy = <Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> => {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
};
