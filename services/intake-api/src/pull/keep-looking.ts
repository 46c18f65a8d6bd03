import { type Answer, type AnswerLater, ClientDisconnectedError, type Outcome } from '@delivery/http-edge';
import type { Call } from '../routes/call.js';
import type { LongPoll, LongPolls, Polled, WaitEnd } from './long-polls.js';
import type { PollSlots } from './poll-slots.js';

/**
 * The result of a look: an answer, or when to look again. `otherwise` answers where that time does not come: the wait
 * is over, or the service stops. It may throw a ProblemError.
 */
export type Looked = { answer: Answer } | { again: 'when_woken' | 'after'; ms: number; otherwise: () => Answer };

export type Look = (longPoll: LongPoll) => Promise<Looked>;

type Poll = { polls: LongPolls; longPoll: LongPoll; look: Look; leave: () => void };

/**
 * Takes a slot, and looks until there is an answer. Between two looks no function waits: ten thousand polls are ten
 * thousand small records, and not as many stacks of variables.
 * @throws ProblemError where no slot is free
 */
export const keepLooking = (
  { polls, slots }: { polls: LongPolls; slots: PollSlots },
  { callerId, onClosing }: Pick<Call, 'callerId' | 'onClosing'>,
  polled: Polled,
  look: Look,
): AnswerLater => {
  slots.take(callerId);
  const longPoll = polls.enter(polled);
  const stopListening = onClosing({
    halfClosed: () => polls.endWait(longPoll),
    disconnected: () => polls.leaveEarly(longPoll),
  });
  const leave = (): void => {
    stopListening();
    polls.leave(longPoll);
    slots.giveBack(callerId);
  };
  return (settle) => void lookAgain({ polls, longPoll, look, leave }, settle);
};

type Settle = (outcome: Outcome) => void;

const lookAgain = async (poll: Poll, settle: Settle): Promise<void> => {
  const { polls, longPoll, look } = poll;
  polls.beginLook(longPoll);
  const looked = await look(longPoll).catch((error: unknown) => ({ error }));
  // The event that woke it still waits: for its next look, or for another poll once it leaves.
  if ('error' in looked || ('again' in looked && looked.again === 'after')) polls.passOn(longPoll);
  if (longPoll.isDisconnected) return end(poll, settle, { error: clientDisconnected() });
  if (!('again' in looked)) return end(poll, settle, looked);
  const { again, ms, otherwise } = looked;
  const goOn = (how: WaitEnd): void => {
    if (how === 'disconnected') end(poll, settle, { error: clientDisconnected() });
    else if (how === (again === 'after' ? 'over' : 'woken')) void lookAgain(poll, settle);
    else end(poll, settle, outcomeOf(otherwise));
  };
  polls.wait(longPoll, again === 'after' ? 'pause' : 'wakeable', ms, goOn);
};

const end = ({ leave }: Poll, settle: Settle, outcome: Outcome): void => {
  leave();
  settle(outcome);
};

const clientDisconnected = (): ClientDisconnectedError =>
  new ClientDisconnectedError('the client disconnected before it was answered');

const outcomeOf = (answer: () => Answer): Outcome => {
  try {
    return { answer: answer() };
  } catch (error) {
    return { error };
  }
};
