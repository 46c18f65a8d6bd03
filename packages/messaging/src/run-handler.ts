import { backoffDelayMs } from './backoff.js';
import type { ConsumeSession, Delivered } from './consume-session.js';
import type { ConsumerState } from './consumer-state.js';
import { publishDeadLetter } from './dead-letter.js';
import { delay } from './delay.js';
import { sortByDisposition, type Sorted } from './disposition.js';
import { OutageError } from './errors.js';

/**
 * Handles and settles. After the session's end nothing is settled: the broker has given the messages to others.
 * @returns what the handler wants to see again
 */
export const runHandler = async (
  state: ConsumerState,
  session: ConsumeSession,
  delivered: Delivered[],
): Promise<readonly Delivered[]> => {
  let sorted: Sorted<Delivered> | undefined;
  try {
    sorted = await handleThroughOutages(state, session, delivered);
  } catch (error) {
    return afterUnknownError(state, session, delivered, error);
  }
  if (!sorted) return [];
  session.ack(sorted.acked);
  for (const item of sorted.requeued) void requeueLater(state, session, item);
  await Promise.all(sorted.dead.map(({ item, reason }) => buryAndAck(state, session, item, reason)));
  return sorted.kept;
};

const isGivenUp = (state: ConsumerState, session: ConsumeSession): boolean =>
  session.isOver() || state.stopping.signal.aborted;

const handleThroughOutages = async (
  state: ConsumerState,
  session: ConsumeSession,
  delivered: Delivered[],
): Promise<Sorted<Delivered> | undefined> => {
  const messages = delivered.map(({ message }) => message);
  for (let attempt = 0; !isGivenUp(state, session); attempt += 1) {
    try {
      return sortByDisposition(delivered, await state.options.handle(messages));
    } catch (error) {
      if (!(error instanceof OutageError)) throw error;
      await state.outage.sitOut(error, attempt);
    }
  }
  return undefined;
};

/**
 * A fault nobody foresaw. Alone each message shows whether it is the one; that one is requeued, more slowly each time,
 * while the others go on, until the queue's delivery limit makes it a dead letter.
 */
const afterUnknownError = async (
  state: ConsumerState,
  session: ConsumeSession,
  delivered: Delivered[],
  error: unknown,
): Promise<readonly Delivered[]> => {
  const { logger, queue } = state.options;
  const [first] = delivered;
  const messageId = first?.message.properties.messageId;
  const deliveryCount = first?.message.deliveryCount;
  logger.error({ queue, messages: delivered.length, messageId, deliveryCount, err: error }, 'consumer.handler_failed');
  if (first && delivered.length === 1) {
    void requeueLater(state, session, first);
    return [];
  }
  const kept: Delivered[] = [];
  for (const item of delivered) kept.push(...(await runHandler(state, session, [item])));
  return kept;
};

/** The message stays unacknowledged while it waits, and uses up a place of the prefetch: a storm of them slows itself. */
const requeueLater = async (state: ConsumerState, session: ConsumeSession, item: Delivered): Promise<void> => {
  // Narrow, it would use up the only place; a new consumer counts anew.
  if (session.intake() === 'narrow' && !isGivenUp(state, session)) state.changeIntake(session, 'paused');
  const waitMs = backoffDelayMs(item.message.deliveryCount, state.options.requeueDelay, Math.random());
  await delay(waitMs, state.stopping.signal);
  session.requeue([item]);
};

const buryAndAck = async (
  state: ConsumerState,
  session: ConsumeSession,
  item: Delivered,
  reason: string,
): Promise<void> => {
  const { publisher, queue, logger, outageBackoff } = state.options;
  const { message } = item;
  const { messageId, type } = message.properties;
  for (let attempt = 0; !session.isOver(); attempt += 1) {
    try {
      await publishDeadLetter(publisher, { queue, message, reason });
      session.ack([item]);
      return logger.warn({ queue, messageId, type, reason, attempt }, 'consumer.dead_lettered');
    } catch (error) {
      if (attempt === 0) logger.error({ queue, messageId, type, reason, err: error }, 'consumer.dead_letter_delayed');
      // Stopping: unacknowledged it is redelivered, and refused again.
      if (state.stopping.signal.aborted) return;
      await delay(backoffDelayMs(attempt, outageBackoff, Math.random()), state.stopping.signal);
    }
  }
};
