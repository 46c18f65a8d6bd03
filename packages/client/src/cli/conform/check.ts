import type { Answer, Handled, Lab, ReceiverWord } from './lab.js';

/** One request, and its answer. */
export type Observation = {
  sent: string;
  wanted: string;
  came: string;
  isAnswered: boolean;
  /** `unseen`: the answer does not say it. */
  verdict: 'as_wanted' | 'otherwise' | 'unseen';
  /** The slowest answer's time, worth knowing also where it is as wanted. */
  slowest?: string;
};

export type CheckText = {
  id: string;
  title: string;
  /** The property that a pass shows. */
  promise: string;
  /** The consequence of a failure in production. */
  why: string;
  /** The remedy. */
  mend: string;
  /** The flag that has an optional check run; present while the flag is absent. */
  unused?: string;
};

/** `Place`: where it is made. */
export type Check<Place = Lab> = CheckText & { observe: (place: Place) => Promise<Observation[]> };

/** The request's name in the report. */
export type Probe = { sent: string; answer: Answer };

/** A 2xx: the service sends it no more. */
export const wantTaken = ({ sent, answer }: Probe): Observation => ({
  sent,
  wanted: 'a 2xx',
  came: describeAnswer(answer),
  isAnswered: answer.kind === 'answered',
  verdict: isTaken(answer) ? 'as_wanted' : 'otherwise',
});

/** A 4xx: neither taken, nor broken by it. */
export const wantRefused = ({ sent, answer }: Probe): Observation => ({
  sent,
  wanted: 'a 4xx',
  came: describeAnswer(answer),
  isAnswered: answer.kind === 'answered',
  verdict: answer.kind === 'answered' && isBetween(answer.status, 400) ? 'as_wanted' : 'otherwise',
});

/** A 2xx whose body says `handled` with this very word. */
export const wantHandled = ({ sent, answer }: Probe, word: Handled): Observation => {
  const wanted = `a 2xx with {"handled":"${word}"}`;
  return { ...wantTaken({ sent, answer }), wanted, verdict: judgeWord(answer, (handled) => handled === word) };
};

/** A 2xx whose body says `handled` with any other word. */
export const wantNotHandled = ({ sent, answer }: Probe, word: Handled): Observation => {
  const wanted = `a 2xx, and not {"handled":"${word}"}`;
  return { ...wantTaken({ sent, answer }), wanted, verdict: judgeWord(answer, (handled) => handled !== word) };
};

/**
 * With a 2xx the service takes the webhook as delivered, and ignores the header. @param alike a status that means the
 * same
 */
export const wantWord = ({ sent, answer }: Probe, word: ReceiverWord, alike?: number): Observation => {
  const isMeant = answer.kind === 'answered' && (answer.status === alike || (!isTaken(answer) && answer.word === word));
  return {
    ...wantTaken({ sent, answer }),
    wanted: `no 2xx, and webhook-delivery: ${word}`,
    verdict: isMeant ? 'as_wanted' : 'otherwise',
  };
};

/** The result of a check whose first request was not taken. */
export const unseenBecause = ({ sent, answer }: Probe): Observation => ({
  ...wantTaken({ sent, answer }),
  verdict: 'unseen',
});

export const isTaken = (answer: Answer): boolean => answer.kind === 'answered' && isBetween(answer.status, 200);

const describeAnswer = (answer: Answer): string => {
  if (answer.kind === 'none') return `no answer: ${answer.reason}`;
  const handled = answer.handled === undefined ? '' : `, handled: ${answer.handled}`;
  const word = answer.word === undefined ? '' : `, webhook-delivery: ${answer.word}`;
  return `${answer.status}${handled}${word}`;
};

const words: readonly string[] = ['first_time', 'repeat', 'gap', 'late'] satisfies Handled[];

const judgeWord = (answer: Answer, isWanted: (handled: string) => boolean): Observation['verdict'] => {
  if (answer.kind === 'none' || !isTaken(answer)) return 'otherwise';
  // A receiver may use `handled` for words of its own: they are no fault, and prove nothing.
  if (answer.handled === undefined || !words.includes(answer.handled)) return 'unseen';
  return isWanted(answer.handled) ? 'as_wanted' : 'otherwise';
};

/** @param hundred 200: 2xx */
const isBetween = (status: number, hundred: number): boolean => status >= hundred && status < hundred + 100;
