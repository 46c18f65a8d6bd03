import { type DeliveryAttempted, type PulledMessage, schemaVersion, type TakePoll } from '@delivery/contracts';
import { buildHeaders, type OpenSecrets } from '@delivery/webhooks';
import { liveSecrets } from '../../endpoints/rules/secrets.js';
import type { DeliveryState } from './deliveries.js';
import type { Taken } from './releases.js';
import { takenMax, type Window } from './window.js';

type PlacedPoll = TakePoll & { place: number };
type Wanted = {
  rooms: { endpointId: string; room: number }[];
  shares: { place: number; endpointId: string; firstTurn: number; lastTurn: number; visibleUntilMs: number }[];
};

/** Messages that polls which came together get at most, so that their answer has a bound. */
const messagesMax = 1_000;
/** However many they are, each poll gets as many. */
const pollShareMin = 10;

/**
 * Which poll gets what of the endpoints whose windows are given: polls of one endpoint share its turns, in the order in
 * which they came, and no two get the same.
 */
export const sharePolls = (
  polls: readonly PlacedPoll[],
  windows: readonly Pick<Window, 'endpointId' | 'inFlight'>[],
  nowMs: number,
): Wanted => {
  const pollMax = Math.max(pollShareMin, Math.floor(messagesMax / Math.max(1, polls.length)));
  const wanted: Wanted = { rooms: [], shares: [] };
  for (const { endpointId, inFlight } of windows) {
    let turns = 0;
    for (const poll of polls.filter(({ endpoint_id }) => endpoint_id === endpointId)) {
      const firstTurn = turns + 1;
      turns += Math.min(poll.limit, pollMax);
      const visibleUntilMs = nowMs + poll.visibility_ms;
      wanted.shares.push({ place: poll.place, endpointId, firstTurn, lastTurn: turns, visibleUntilMs });
    }
    const room = Math.min(turns, takenMax - inFlight);
    if (room > 0) wanted.rooms.push({ endpointId, room });
  }
  return wanted;
};

/** The webhook as it would have been posted: the same headers, the same bytes. */
export const toPulledMessage = (
  taken: Taken,
  openSecrets: OpenSecrets,
  nowMs: number,
): { message: PulledMessage } | { fault: string } => {
  const opened = openSecrets({
    endpoint_id: taken.endpoint_id,
    sealed_secrets: liveSecrets(taken.secrets, nowMs),
  });
  if ('fault' in opened) return opened;
  const attempt = taken.attempt_count + 1;
  const headers = buildHeaders(
    {
      ...taken,
      attempt,
      merchant: taken.merchant ?? undefined,
      mode: taken.mode === 'sandbox' ? taken.mode : undefined,
    },
    { body: Buffer.from(taken.body, 'utf8'), keys: opened.keys, now: new Date(nowMs) },
  );
  const visible_until = taken.visible_until.toISOString();
  return { message: { id: taken.id, attempt, headers, body: taken.body, visible_until } };
};

/** A delivery that a poll took, now or before. Times are milliseconds since the epoch. */
export type TakenDelivery = {
  id: string;
  orderId: string;
  endpointId: string;
  ownerId: string;
  state: DeliveryState;
  generation: number;
  attemptCount: number;
  /** The revision of its endpoint when it was taken, or an older one. */
  revision: number;
  releasedAtMs: number | null;
  visibleUntilMs: number;
};

/** The attempt that an ack stands for: the same as a 2xx for any attempt. */
export const ackedAttempt = (delivery: TakenDelivery, nowMs: number): DeliveryAttempted => ({
  ...attemptOf(delivery, nowMs),
  outcome: 'delivered',
  error_code: null,
  duration_ms: Math.max(0, nowMs - (delivery.releasedAtMs ?? nowMs)),
});

/** The attempt that the end of its visibility stands for: a failed one. */
export const expiredAttempt = (delivery: TakenDelivery, nowMs: number): DeliveryAttempted => ({
  ...attemptOf(delivery, nowMs),
  outcome: 'failed',
  error_code: 'not_acked',
  duration_ms: Math.max(0, delivery.visibleUntilMs - (delivery.releasedAtMs ?? delivery.visibleUntilMs)),
});

/** The fields that do not depend on how it ended. */
type Attempted = Omit<DeliveryAttempted, 'outcome' | 'error_code' | 'duration_ms'>;

const attemptOf = (delivery: TakenDelivery, nowMs: number): Attempted => ({
  schema_version: schemaVersion,
  type: 'delivery.attempted',
  delivery_id: delivery.id,
  order_id: delivery.orderId,
  endpoint_id: delivery.endpointId,
  owner_id: delivery.ownerId,
  generation: delivery.generation,
  // Once it expired, the attempt is counted: an ack that comes late is of that one.
  attempt: Math.max(1, delivery.attemptCount + (delivery.state === 'in_flight' ? 1 : 0)),
  revision: delivery.revision,
  occurred_at: new Date(delivery.releasedAtMs ?? nowMs).toISOString(),
  status_code: null,
  unreachable: false,
  response_excerpt: null,
});
