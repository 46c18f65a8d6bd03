import type { LaneDelivery } from '@delivery/contracts';

/** `waited` ends now: the delivery is not settled. */
type Stage = 'applied' | 'released' | 'posted' | 'answered' | 'settled' | 'waited';
export type TimeSlice = { stage: Stage; ms: number };
export type TimeSplit = { fromMs: number; totalMs: number; slices: TimeSlice[] };

type Timed = Pick<
  LaneDelivery,
  'received_at' | 'applied_at' | 'created_at' | 'released_at' | 'settled_at' | 'replay_id' | 'state' | 'attempts'
>;

/**
 * Where the time of a delivery went, in whole milliseconds that add up to the total. Clocks of several machines: what is told to be
 * before its cause took no time. Pure.
 */
export const splitTime = (delivery: Timed, nowMs: number): TimeSplit => {
  const points = pointsOf(delivery, nowMs).flatMap(({ stage, at }) => (at === null ? [] : [{ stage, atMs: toMs(at) }]));
  const fromMs = toMs(startOf(delivery));
  let reachedMs = fromMs;
  const slices = points.map(({ stage, atMs }) => {
    const ms = Math.max(0, atMs - reachedMs);
    reachedMs += ms;
    return { stage, ms };
  });
  return { fromMs, totalMs: reachedMs - fromMs, slices };
};

/** A replayed delivery begins with its replay, as the event's cause is long ago. */
const startOf = ({ replay_id, received_at, applied_at, created_at }: Timed): string =>
  replay_id === null ? (received_at ?? applied_at ?? created_at) : created_at;

const pointsOf = (delivery: Timed, nowMs: number): { stage: Stage; at: string | number | null }[] => {
  const { replay_id, received_at, applied_at, released_at, settled_at, state } = delivery;
  // While one is under way, its attempts are those of its releases before.
  const attempt = state === 'in_flight' ? undefined : delivery.attempts.at(-1);
  const postedMs = attempt ? Date.parse(attempt.at) : null;
  return [
    { stage: 'applied', at: replay_id === null && received_at !== null ? applied_at : null },
    { stage: 'released', at: released_at },
    { stage: 'posted', at: postedMs },
    { stage: 'answered', at: attempt && postedMs !== null ? postedMs + Math.round(attempt.duration_ms) : null },
    settled_at === null ? { stage: 'waited', at: nowMs } : { stage: 'settled', at: settled_at },
  ];
};

const toMs = (at: string | number): number => (typeof at === 'number' ? at : Date.parse(at));

/** The first of the longest; undefined: nothing took any time. */
export const slowestOf = ({ slices }: TimeSplit): TimeSlice | undefined => {
  const longestMs = Math.max(...slices.map(({ ms }) => ms));
  return longestMs > 0 ? slices.find(({ ms }) => ms === longestMs) : undefined;
};
