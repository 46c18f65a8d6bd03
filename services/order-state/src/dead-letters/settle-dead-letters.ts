import type { DeadLetterGroup, DeadLettersDone } from '@delivery/contracts';
import type { Publisher } from '@delivery/messaging';
import { nilUuid, type Pool } from '@delivery/postgres';
import {
  countDeadLetters,
  deleteDeadLetters,
  markDeadLettersReplayed,
  readDeadLetters,
  type WholeDeadLetterRow,
} from './queries.js';

/**
 * Puts a dead letter back into the queue that it came from, confirmed. If it fails again, it returns with a new reason.
 */
export const createReplayDeadLetter =
  (publisher: Publisher) =>
  (letter: WholeDeadLetterRow): Promise<void> =>
    publisher.publish({
      exchange: '',
      routingKey: letter.queue,
      body: letter.body,
      messageId: letter.message_id,
      type: letter.type ?? '',
      correlationId: letter.correlation_id ?? undefined,
      headers: letter.traceparent === null ? {} : { traceparent: letter.traceparent },
    });

/** Messages of one group that a preview counts. */
export const countMax = 10_000;
/** Whole messages that are in memory at once. */
const replayStepMax = 50;
const deleteStepMax = 1_000;
/** How long one call goes on before it answers with the number that is left. */
const callMaxMs = 8_000;

export type SettleDeps = {
  pool: Pool;
  now: () => number;
  /** Puts the message back into its queue; resolves when the broker has confirmed it. */
  replayDeadLetter: (letter: WholeDeadLetterRow) => Promise<void>;
};

/**
 * Puts back the messages refused for one reason until `before`; erased messages stay. One that is refused again
 * meanwhile is not met twice. Dying in between puts a message back a second time, which handling stands.
 * @throws the publisher's error, once the messages that the broker has confirmed are off the list
 */
export const replayGroup = async (deps: SettleDeps, group: DeadLetterGroup, before: Date): Promise<DeadLettersDone> => {
  const untilMs = deps.now() + callMaxMs;
  let [done, afterId] = [0, nilUuid];
  do {
    const letters = await readDeadLetters(deps.pool, group, { before, afterId, rowMax: replayStepMax });
    done += await replayStep(deps, letters);
    afterId = letters.at(-1)?.id ?? '';
  } while (afterId !== '' && deps.now() < untilMs);
  const { messages, erased } = await countDeadLetters(deps.pool, group, before, countMax);
  return { done, remaining: messages - erased };
};

/** Deletes the dead letters of one reason until `before`, for good. */
export const deleteGroup = async (
  deps: Pick<SettleDeps, 'pool' | 'now'>,
  group: DeadLetterGroup,
  before: Date,
): Promise<DeadLettersDone> => {
  const untilMs = deps.now() + callMaxMs;
  let done = 0;
  for (let deleted = deleteStepMax; deleted === deleteStepMax && deps.now() < untilMs;) {
    deleted = await deleteDeadLetters(deps.pool, group, before, deleteStepMax);
    done += deleted;
  }
  const { messages } = await countDeadLetters(deps.pool, group, before, countMax);
  return { done, remaining: messages };
};

const replayStep = async (deps: SettleDeps, letters: readonly WholeDeadLetterRow[]): Promise<number> => {
  const published = await Promise.allSettled(letters.map((letter) => deps.replayDeadLetter(letter)));
  const confirmed = letters.filter((_, index) => published[index]?.status === 'fulfilled');
  await markDeadLettersReplayed(deps.pool, confirmed);
  const failed = published.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return confirmed.length;
};
