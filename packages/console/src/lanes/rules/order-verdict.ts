import type { EndpointType, LaneDelivery, WaitReason } from '@delivery/contracts';

/** One endpoint's deliveries of an order, as both apps have them. */
export type Lane = {
  endpoint: {
    id: string;
    type: EndpointType;
    name: string | null;
    url: string | null;
    status: 'active' | 'disabled' | 'deleted';
  };
  deliveries: LaneDelivery[];
};

type Attempt = LaneDelivery['attempts'][number];

/** How often in a row the newest answer came. */
export type Failing = { attempt: Attempt; times: number };

export type OrderVerdict =
  | { kind: 'nothing' }
  | { kind: 'done'; delivered: number }
  | { kind: 'lost'; exhausted: number; skipped: number }
  | { kind: 'waits'; head: LaneDelivery; waits: WaitReason; failing: Failing | null; last: number; others: number };

/** Of a lane's live deliveries, the first that is not settled: all behind it wait for it. */
export const headOf = ({ deliveries }: Lane): LaneDelivery | undefined =>
  deliveries.find(({ replay_id, waits_for }) => replay_id === null && waits_for !== null);

/** How many of its lane wait for it. */
export const countBehind = ({ deliveries }: Lane, head: LaneDelivery): number =>
  deliveries.filter(
    ({ replay_id, waits_for }) =>
      replay_id === head.replay_id && waits_for?.reason === 'predecessor' && waits_for.sequence === head.sequence,
  ).length;

const failingOf = ({ attempts }: LaneDelivery): Failing | null => {
  const attempt = attempts.at(-1);
  if (!attempt || attempt.error_code === null) return null;
  const different = attempts.findLastIndex(
    ({ status_code, error_code }) => status_code !== attempt.status_code || error_code !== attempt.error_code,
  );
  return { attempt, times: attempts.length - 1 - different };
};

/** What a support person wants to know first. Of several lanes that wait: the one whose head has waited longest. Pure. */
export const findVerdict = (lanes: readonly Lane[]): OrderVerdict => {
  const all = lanes.flatMap(({ deliveries }) => deliveries);
  if (all.length === 0) return { kind: 'nothing' };
  const heads = lanes
    .flatMap((lane) => headOf(lane) ?? [])
    .sort((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
  const [head] = heads;
  if (head?.waits_for) {
    const last = Math.max(...all.map(({ sequence }) => sequence));
    return { kind: 'waits', head, waits: head.waits_for, failing: failingOf(head), last, others: heads.length - 1 };
  }
  const live = all.filter(({ replay_id }) => replay_id === null);
  const count = (state: LaneDelivery['state']): number => live.filter((delivery) => delivery.state === state).length;
  const [exhausted, skipped] = [live.filter((delivery) => isLost(delivery, all)).length, count('skipped')];
  return exhausted + skipped > 0 ? { kind: 'lost', exhausted, skipped } : { kind: 'done', delivered: live.length };
};

/** Given up, and not delivered by a replay since. */
export const isLost = (delivery: LaneDelivery, lane: readonly LaneDelivery[]): boolean =>
  delivery.state === 'exhausted' &&
  !lane.some(({ webhook_id, state }) => webhook_id === delivery.webhook_id && state === 'delivered');
