import type { EndpointType, LaneDelivery, OrderLanes, WaitReason } from '@delivery/contracts';
import { maskUrl } from '../endpoints/rules/webhook-url.js';
import {
  type LaneAttemptRow,
  type LaneDeliveryRow,
  type LaneEndpointRow,
  laneRowMax,
  type LaneRows,
} from './queries.js';

/** The data on which the reason depends. Times are milliseconds since the epoch. */
type LaneState = {
  state: 'waiting' | 'in_flight' | 'delivered' | 'exhausted' | 'skipped';
  gateOpen: boolean;
  published: boolean;
  notBeforeMs: number;
  /** For a taken delivery: until when other polls do not get it. */
  visibleUntilMs: number | null;
  /** The first one in its lane that is not settled. */
  headSequence: number;
  endpoint: {
    isActive: boolean;
    type: EndpointType;
    disabledReason: string | null;
    size: number;
    inFlight: number;
    probeAtMs: number | null;
    pacedUntilMs: number | null;
  };
};

/** Why a delivery waits, as the rules of releasing have it; `null` where it is settled. Pure. */
const explainWait = (lane: LaneState, nowMs: number): WaitReason | null => {
  const { endpoint } = lane;
  if (lane.state === 'in_flight') {
    if (lane.visibleUntilMs !== null) return until('ack', lane.visibleUntilMs);
    return reason(lane.published ? 'answer' : 'publish');
  }
  if (lane.state !== 'waiting') return null;
  if (!endpoint.isActive) return { ...reason('held'), detail: endpoint.disabledReason };
  if (!lane.gateOpen) return { ...reason('predecessor'), sequence: lane.headSequence };
  if (lane.notBeforeMs > nowMs) return until('retry', lane.notBeforeMs);
  if (endpoint.type === 'pull') return reason('fetch');
  if (endpoint.probeAtMs !== null) return until('probe', endpoint.probeAtMs);
  if (endpoint.inFlight >= endpoint.size) return reason('window');
  if (endpoint.pacedUntilMs !== null && endpoint.pacedUntilMs > nowMs) return until('pace', endpoint.pacedUntilMs);
  return reason('release');
};

const reason = (why: WaitReason['reason']): WaitReason => ({ reason: why, sequence: null, until: null, detail: null });

const until = (why: WaitReason['reason'], ms: number): WaitReason => ({
  ...reason(why),
  until: new Date(ms).toISOString(),
});

type Lane = OrderLanes['lanes'][number];

/** Live deliveries by sequence, each replay's behind them. */
const sortLane = (deliveries: readonly LaneDelivery[]): Lane['deliveries'] =>
  [...deliveries].sort(
    (one, other) =>
      Number(one.replay_id !== null) - Number(other.replay_id !== null) ||
      (one.replay_id ?? '').localeCompare(other.replay_id ?? '') ||
      one.sequence - other.sequence,
  );

/** A lane, beside the row of its endpoint. */
type LaneOfRow = { row: LaneEndpointRow; lane: OrderLanes['lanes'][number] };

/** For each webhook of an order its state and the reason why it waits. */
export const toLanes = ({ endpoints, deliveries, attempts }: LaneRows, nowMs: number): LaneOfRow[] => {
  const ofEndpoint = groupBy(deliveries.slice(0, laneRowMax), (row) => row.endpoint_id);
  const ofDelivery = groupBy(attempts.slice(0, laneRowMax), (row) => row.delivery_id);
  return endpoints.map((endpoint) => {
    const rows = ofEndpoint.get(endpoint.id) ?? [];
    const heads = findHeads(rows);
    const toDelivery = (row: LaneDeliveryRow): LaneDelivery => ({
      ...shownOf(row, endpoint),
      waits_for: explainWait(toLaneState(row, endpoint, heads.get(row.replay_id) ?? row.sequence), nowMs),
      attempts: (ofDelivery.get(row.id) ?? []).map(toAttempt),
    });
    return { row: endpoint, lane: { endpoint: toEndpoint(endpoint), deliveries: sortLane(rows.map(toDelivery)) } };
  });
};

/** There is more than is shown. */
export const isTruncated = ({ deliveries, attempts }: LaneRows): boolean =>
  deliveries.length > laneRowMax || attempts.length > laneRowMax;

const toLaneState = (row: LaneDeliveryRow, endpoint: LaneEndpointRow, headSequence: number): LaneState => ({
  state: row.state,
  gateOpen: row.gate_open,
  published: row.published,
  notBeforeMs: row.due_at.getTime(),
  visibleUntilMs: row.visible_until?.getTime() ?? null,
  headSequence,
  endpoint: {
    isActive: endpoint.status === 'active',
    type: endpoint.type,
    disabledReason: endpoint.status === 'deleted' ? 'deleted' : endpoint.disabled_reason,
    size: endpoint.size,
    inFlight: endpoint.in_flight,
    probeAtMs: endpoint.probe_at?.getTime() ?? null,
    pacedUntilMs: endpoint.paced_until?.getTime() ?? null,
  },
});

/** The first unsettled delivery of each lane, live or a replay's. */
const findHeads = (rows: readonly LaneDeliveryRow[]): Map<string | null, number> => {
  const heads = new Map<string | null, number>();
  for (const { replay_id, sequence, settled_at } of rows) {
    if (settled_at !== null) continue;
    heads.set(replay_id, Math.min(sequence, heads.get(replay_id) ?? sequence));
  }
  return heads;
};

const shownOf = (row: LaneDeliveryRow, endpoint: LaneEndpointRow): Omit<LaneDelivery, 'waits_for' | 'attempts'> => ({
  id: row.id,
  webhook_id: row.webhook_id,
  sequence: row.sequence,
  event: row.event,
  state: row.state === 'waiting' && endpoint.status === 'disabled' ? 'held' : row.state,
  replay_id: row.replay_id,
  attempt_count: row.attempt_count,
  received_at: toIso(row.received_at),
  applied_at: toIso(row.applied_at),
  created_at: row.created_at.toISOString(),
  released_at: toIso(row.released_at),
  settled_at: toIso(row.settled_at),
});

const toAttempt = (row: LaneAttemptRow): LaneDelivery['attempts'][number] => ({
  attempt: row.attempt,
  at: row.at.toISOString(),
  duration_ms: row.duration_ms,
  status_code: row.status_code,
  error_code: row.error_code,
  error_detail: row.error_detail,
  response_excerpt: row.response_excerpt,
});

const toEndpoint = (row: LaneEndpointRow): OrderLanes['lanes'][number]['endpoint'] => ({
  id: row.id,
  type: row.type,
  name: row.name,
  url: row.url === null ? null : maskUrl(row.url),
  status: row.status,
  disabled_reason: row.disabled_reason,
  health: row.health,
});

const groupBy = <Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> => {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
};

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;
