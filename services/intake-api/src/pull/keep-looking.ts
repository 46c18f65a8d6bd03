import { type Answer, type AnswerLater, ClientGoneError, type Outcome } from '@delivery/http-edge';
import type { Call } from '../routes/handle-call.js';
import type { PollPlaces } from './poll-places.js';
import type { Visit, WaitEnd, WaitingRoom } from './waiting-room.js';

/**
 * What a look came to: an answer, or when to look again. `otherwise` answers where that time does not come: the wait is over,
 * or the service stops. It may throw a ProblemError.
 */
export type Looked = { answer: Answer } | { again: 'when_woken' | 'after'; ms: number; otherwise: () => Answer };

export type Look = (visit: Visit) => Promise<Looked>;

type Poll = { room: WaitingRoom; visit: Visit; look: Look; leave: () => void };

/**
 * Takes a place, and looks until there is an answer. Between two looks no function waits: ten thousand polls are ten thousand
 * small records, and not as many stacks of variables.
 * @param key what the poll is about @throws ProblemError where there is no place
 */
export const keepLooking = (
  { room, places }: { room: WaitingRoom; places: PollPlaces },
  { merchant, onClosing }: Pick<Call, 'merchant' | 'onClosing'>,
  key: string,
  look: Look,
): AnswerLater => {
  const merchantId = merchant.merchant_id;
  places.take(merchantId);
  const visit = room.enter(key);
  const stopListening = onClosing({ halfClosed: () => room.endWait(visit), gone: () => room.leaveEarly(visit) });
  const leave = (): void => {
    stopListening();
    room.leave(visit);
    places.giveBack(merchantId);
  };
  return (settle) => void takeALook({ room, visit, look, leave }, settle);
};

type Settle = (outcome: Outcome) => void;

const takeALook = async (poll: Poll, settle: Settle): Promise<void> => {
  const { room, visit, look } = poll;
  room.beginLook(visit);
  const looked = await look(visit).catch((error: unknown) => ({ error }));
  if (visit.isGone) return end(poll, settle, { error: clientGone() });
  if (!('again' in looked)) return end(poll, settle, looked);
  const { again, ms, otherwise } = looked;
  const goOn = (how: WaitEnd): void => {
    if (how === 'gone') end(poll, settle, { error: clientGone() });
    else if (how === (again === 'after' ? 'over' : 'woken')) void takeALook(poll, settle);
    else end(poll, settle, outcomeOf(otherwise));
  };
  room.sit(visit, again === 'after' ? 'deaf' : 'hears', ms, goOn);
};

const end = ({ leave }: Poll, settle: Settle, outcome: Outcome): void => {
  leave();
  settle(outcome);
};

const clientGone = (): ClientGoneError => new ClientGoneError('the client went away before its answer');

const outcomeOf = (answer: () => Answer): Outcome => {
  try {
    return { answer: answer() };
  } catch (error) {
    return { error };
  }
};
