import type { EndpointType, LaneDelivery } from '@delivery/contracts';

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

/** How one endpoint fared with an order. */
export type Receiver = {
  lane: Lane;
  state: 'lost' | 'waits' | 'heard' | 'skipped';
  /** Given up, and not delivered by a replay since. */
  lost: readonly LaneDelivery[];
  /** How many of the lost ones a replay is sending again. */
  again: number;
  waiting: number;
  skipped: number;
  /** The first one that is not settled. */
  head: LaneDelivery | undefined;
  /** Of what was given up, else of what waits. */
  failing: Failing | null;
};

/** Of a lane's live deliveries, the first that is not settled: all behind it wait for it. */
const headOf = ({ deliveries }: Lane): LaneDelivery | undefined =>
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

const ranks: Readonly<Record<Receiver['state'], number>> = { lost: 0, waits: 1, skipped: 2, heard: 3 };

/** How each endpoint fared, the worst first: one that lost something, one that fails, one that waits. Pure. */
export const findReceivers = (lanes: readonly Lane[]): Receiver[] => {
  const rank = ({ state, failing }: Receiver): number => ranks[state] + (state === 'waits' && failing ? 0 : 0.5);
  return lanes
    .filter(({ deliveries }) => deliveries.length > 0)
    .map(toReceiver)
    .sort((one, other) => rank(one) - rank(other));
};

const toReceiver = (lane: Lane): Receiver => {
  const live = lane.deliveries.filter(({ replay_id }) => replay_id === null);
  const lost = live.filter((delivery) => isLost(delivery, lane.deliveries));
  const again = lost.filter(({ webhook_id }) =>
    lane.deliveries.some((each) => each.webhook_id === webhook_id && each.waits_for !== null),
  ).length;
  const waiting = live.filter(({ waits_for }) => waits_for !== null).length;
  const skipped = live.filter(({ state }) => state === 'skipped').length;
  const head = headOf(lane);
  const told = lost.at(-1) ?? head;
  const failing = told ? failingOf(told) : null;
  return {
    lane,
    state: stateOf({ lost: lost.length, waiting, skipped }),
    lost,
    again,
    waiting,
    skipped,
    head,
    failing,
  };
};

const stateOf = ({ lost, waiting, skipped }: Record<'lost' | 'waiting' | 'skipped', number>): Receiver['state'] => {
  if (lost > 0) return 'lost';
  if (waiting > 0) return 'waits';
  return skipped > 0 ? 'skipped' : 'heard';
};

/** Given up, and not delivered by a replay since. */
export const isLost = (delivery: LaneDelivery, lane: readonly LaneDelivery[]): boolean =>
  delivery.state === 'exhausted' &&
  !lane.some(({ webhook_id, state }) => webhook_id === delivery.webhook_id && state === 'delivered');
