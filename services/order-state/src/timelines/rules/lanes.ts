import type { EndpointType, LaneDelivery, OrderLanes, WaitReason } from '@delivery/contracts';

/** The data on which the reason depends. Times are milliseconds since the epoch. */
export type LaneState = {
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
export const explainWait = (lane: LaneState, nowMs: number): WaitReason | null => {
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
export const sortLane = (deliveries: readonly LaneDelivery[]): Lane['deliveries'] =>
  [...deliveries].sort(
    (one, other) =>
      Number(one.replay_id !== null) - Number(other.replay_id !== null) ||
      (one.replay_id ?? '').localeCompare(other.replay_id ?? '') ||
      one.sequence - other.sequence,
  );
