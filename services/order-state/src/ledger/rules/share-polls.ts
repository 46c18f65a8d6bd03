import type { TakePoll } from '@delivery/contracts';
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
 * Which poll gets what of the endpoints whose windows are given: polls of one endpoint share its turns, in the order in which
 * they came, and no two get the same.
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
