import {
  ackThisTurn,
  closeSession,
  type ConsumeSession,
  type Delivered,
  isOver,
  openSession,
  requeueNow,
  setPrefetch,
} from './consume-session.js';
import type { BatchConsumerOptions, Consumer, MessageConsumerOptions } from './consumer-options.js';
import {
  addWaiting,
  createState,
  cutAnew,
  isStopping,
  type StartConsumerOptions,
  type State,
  takeAllWaiting,
} from './consumer-state.js';
import { type Disposition, requeue } from './disposition.js';
import { OutageError, PublishNotConfirmedError } from './errors.js';
import type { Link } from './link.js';
import { type ReceivedMessage, toDeadLetter, withoutProperties } from './message.js';
import { backOff, type OutageWait, sitOut } from './sit-out.js';
import { settlesWithin } from './waiting.js';

/** Independent messages, handled side by side; each is settled when its own handler is done. */
export const createMessageConsumer = ({ handle, ...options }: MessageConsumerOptions): Consumer =>
  startConsumer({
    ...options,
    runningMax: options.prefetch,
    takeMax: 1,
    handle: (messages) => Promise.all(messages.map(handle)),
  });

/** Natural batches: alone a message waits for nothing, under load the batches grow by themselves. */
export const createBatchConsumer = ({ handleBatch, batchMax, ...options }: BatchConsumerOptions): Consumer =>
  startConsumer({ ...options, runningMax: 1, takeMax: batchMax ?? options.prefetch, handle: handleBatch });

/**
 * Takes messages from one queue through every reconnect. Each event (a delivery, the end of a handler's call, a new
 * prefetch, the end of an outage) leads to `pump`, which first sets how much is taken and then starts what may run.
 *
 * `x-delivery-count` rises each time that a quorum queue takes a message back: because its process died, its connection
 * or channel ended, or it was rejected. RabbitMQ 3.10 to 4.2 count every return, 4.3 neither `basic.nack` nor the
 * consumer timeout. A death raises the count of all that was in hand, so a message that kills its process, and those
 * around it, soon reach `isolateFromDeliveryCount`. From then on each of them is handled with nothing else in hand, and
 * a death raises one count only. This holds across restarts, because the queue redelivers returned messages first and a
 * new consumer begins with a prefetch of 1. At `giveUpFromDeliveryCount` the message is ended with a reason, long
 * before the queue's own delivery limit.
 */
const startConsumer = (given: StartConsumerOptions): Consumer => {
  const state = createState(given);
  let drained: Promise<void> | undefined;
  const drain = (limits: { timeoutMs: number }) => (drained ??= drainConsumer(state, limits.timeoutMs));
  given.connection.join({ setUp: (link) => setUpConsumer(state, link), drain });
  return {
    load: () => ({ waiting: state.waiting.size() + state.waitingAlone.length, running: state.running.size }),
    isInOutage: () => state.outage !== undefined,
    outageMs: () =>
      state.outageSinceMs === undefined || (!state.outage && state.running.size === 0)
        ? 0
        : performance.now() - state.outageSinceMs,
    drain,
  };
};

const setUpConsumer = async (state: State, link: Link): Promise<void> => {
  if (isStopping(state)) return;
  // The broker has requeued the messages of the last link: they come anew, to this replica or another.
  takeAllWaiting(state);
  if (!state.outage) state.outageSinceMs = undefined;
  const onDelivered = (delivered: Delivered) => {
    addWaiting(state, delivered);
    schedulePump(state);
  };
  const session = await openSession({ link, queue: state.options.queue, onDelivered });
  if (isStopping(state)) return closeSession(session);
  state.session = session;
  // During an outage nothing is taken: each redelivery would count, and a long outage must not use up the limit.
  if (!state.outage) await setPrefetch(session, 1);
  schedulePump(state);
};

/** Once per turn: everything that one read of the socket brought is in hand before the first batch is cut. */
const schedulePump = (state: State): void => {
  if (state.isPumpScheduled) return;
  state.isPumpScheduled = true;
  queueMicrotask(() => {
    state.isPumpScheduled = false;
    pump(state);
  });
};

const pump = (state: State): void => {
  for (;;) {
    const { session } = state;
    if (!session || isOver(session) || isStopping(state) || state.outage) return;
    const prefetch = wantedPrefetch(state, session);
    if (prefetch !== undefined && prefetch !== session.prefetch) changePrefetch(state, session, prefetch);
    const batch = takeBatch(state, session);
    if (!batch) return;
    run(state, session, batch);
  }
};

/**
 * One message at first: after a death that is most likely the one at fault. The whole prefetch as soon as an ordinary
 * one has come. Nothing while one waits to be handled alone, and until it is done; then one again, if those that wait
 * for their requeue leave room for it. `undefined`: as it is.
 */
const wantedPrefetch = (state: State, session: ConsumeSession): number | undefined => {
  if (session.prefetch === 'changing') return undefined;
  const { waiting, waitingAlone, options } = state;
  if (waitingAlone.length > 0) return 0;
  if (waiting.size() > 0) return options.prefetch;
  // Handled messages are acknowledged at the end of the turn, after this look, which is the last one.
  const inHand = session.outstanding.size - session.settled.size;
  const mayTakeOne = state.running.size === 0 && inHand < options.prefetch;
  return session.prefetch === 0 && mayTakeOne ? 1 : undefined;
};

const changePrefetch = (state: State, session: ConsumeSession, prefetch: number): void => {
  state.prefetchChange = setPrefetch(session, prefetch).then(() => schedulePump(state), session.link.fail);
};

/**
 * Calls of a handler begun in one turn of the event loop. Calls that begin together wait together: a thousand at once
 * outlive the young generation, and collecting them costs more than handling them. The rest waits as it came from the
 * broker.
 */
const startsPerTurnMax = 16;

const takeBatch = (state: State, session: ConsumeSession): Delivered[] | undefined => {
  const { waiting, waitingAlone, running, options } = state;
  if (state.startedInTurn >= startsPerTurnMax) return undefined;
  if (waiting.size() > 0) return running.size < options.runningMax ? waiting.takeBatch() : undefined;
  const mayRunAlone = waitingAlone.length > 0 && running.size === 0 && session.prefetch === 0;
  return mayRunAlone ? waitingAlone.splice(0, 1) : undefined;
};

const run = (state: State, session: ConsumeSession, delivered: readonly Delivered[]): void => {
  state.startedInTurn += 1;
  if (state.startedInTurn === 1) pumpNextTurn(state);
  const call: Promise<void> = handle(state, session, delivered)
    .catch(session.link.fail)
    .finally(() => {
      state.running.delete(call);
      schedulePump(state);
    });
  state.running.add(call);
};

/** After the sockets have been read, so that calls whose answers have come end before more begin. */
const pumpNextTurn = (state: State): void => {
  setImmediate(() => {
    state.startedInTurn = 0;
    pump(state);
  });
};

/** Handles and settles. After the session's end nothing is settled: the broker has given the messages to others. */
const handle = async (state: State, session: ConsumeSession, given: readonly Delivered[]): Promise<void> => {
  let delivered = given;
  let until = state.stopping.signal;
  for (let attempt = 0; !isOver(session) && !until.aborted; attempt += 1) {
    let dispositions: readonly Disposition[];
    try {
      dispositions = await callHandler(state, delivered);
    } catch (error) {
      if (!(error instanceof OutageError)) return retryEachAlone(state, session, delivered, error);
      until = (error.isHalfDone ? state.drained : state.stopping).signal;
      if (error.done) delivered = await settleDone(state, session, delivered, error.done);
      await (state.outage ??= beginOutage(state, error, { attempt, until }));
      if (error.done && !isOver(session) && !until.aborted) delivered = joinOthers(state, session, delivered);
      continue;
    }
    state.outageSinceMs = undefined;
    return settle(state, session, delivered, dispositions);
  }
};

/** Several calls may meet the same outage: it begins with the first of them, and all go on when it is over. */
const beginOutage = async (state: State, error: OutageError, wait: OutageWait): Promise<void> => {
  state.outageSinceMs ??= performance.now();
  await sitOut(state.options, error, wait);
  state.outage = undefined;
  schedulePump(state);
};

const callHandler = async ({ options }: State, delivered: readonly Delivered[]): Promise<readonly Disposition[]> => {
  const messages = delivered.map(({ message }) => message);
  // The first stands for all: a message that has come so often is alone.
  const [first] = messages;
  if (first && first.deliveryCount >= options.giveUpFromDeliveryCount) return [await options.giveUp(first)];
  const dispositions = await options.handle(messages);
  if (dispositions.length === messages.length) return dispositions;
  throw new Error(`the handler returned ${dispositions.length} dispositions for ${messages.length} messages`);
};

/**
 * An unexpected error. Alone each message shows whether it is the one at fault; that one is requeued, the others go on.
 */
const retryEachAlone = async (
  state: State,
  session: ConsumeSession,
  delivered: readonly Delivered[],
  error: unknown,
): Promise<void> => {
  const { logger, queue } = state.options;
  const [first] = delivered;
  const messageId = first?.message.properties.messageId;
  const deliveryCount = first?.message.deliveryCount;
  logger.error({ queue, messages: delivered.length, messageId, deliveryCount, err: error }, 'consumer.handler_failed');
  if (first && delivered.length === 1) return void requeueLater(state, session, first);
  for (const item of delivered) await handle(state, session, [item]);
};

/** @returns the others */
const settleDone = async (
  state: State,
  session: ConsumeSession,
  delivered: readonly Delivered[],
  done: ReadonlyMap<ReceivedMessage, Disposition>,
): Promise<readonly Delivered[]> => {
  const [settled, left]: [Delivered[], Delivered[]] = [[], []];
  const dispositions: Disposition[] = [];
  for (const item of delivered) {
    const disposition = done.get(item.message);
    if (!disposition) left.push(item);
    else {
      settled.push(item);
      dispositions.push(disposition);
    }
  }
  await settle(state, session, settled, dispositions);
  return left;
};

const joinOthers = (state: State, session: ConsumeSession, left: readonly Delivered[]): Delivered[] => {
  const { prefetch } = state.options;
  if (session.prefetch !== prefetch && session.prefetch !== 'changing') changePrefetch(state, session, prefetch);
  return cutAnew(state, left);
};

const settle = async (
  state: State,
  session: ConsumeSession,
  delivered: readonly Delivered[],
  dispositions: readonly Disposition[],
): Promise<void> => {
  const deadLetters: Promise<void>[] = [];
  delivered.forEach((item, index) => {
    const disposition = dispositions[index] ?? requeue;
    switch (disposition.kind) {
      case 'ack':
        return ackThisTurn(session, item);
      case 'requeue':
        return void requeueLater(state, session, item);
      case 'dead-letter':
        return void deadLetters.push(publishAndAck(state, session, item, disposition.reason));
    }
  });
  await Promise.all(deadLetters);
};

/**
 * The message stays unacknowledged while it waits, and holds its place of the prefetch: a storm of them slows itself.
 */
const requeueLater = async (state: State, session: ConsumeSession, item: Delivered): Promise<void> => {
  await backOff(state.stopping.signal, state.options.requeueDelay, item.message.deliveryCount);
  requeueNow(session, [item]);
  schedulePump(state);
};

const publishAndAck = async (state: State, session: ConsumeSession, item: Delivered, reason: string): Promise<void> => {
  const { publisher, queue, logger, outageBackoff } = state.options;
  let { message } = item;
  const { messageId, type } = message.properties;
  for (let attempt = 0; !isOver(session); attempt += 1) {
    try {
      await publisher.publish(toDeadLetter({ queue, message, reason }, new Date()));
      ackThisTurn(session, item);
      return logger.warn({ queue, messageId, type, reason, attempt }, 'consumer.dead_lettered');
    } catch (error) {
      if (error instanceof PublishNotConfirmedError && error.reason === 'unencodable')
        message = withoutProperties(message);
      if (attempt === 0) logger.error({ queue, messageId, type, reason, err: error }, 'consumer.dead_letter_delayed');
      // Stopping: unacknowledged it is redelivered, and refused again.
      if (isStopping(state)) return;
      await backOff(state.stopping.signal, outageBackoff, attempt);
    }
  }
};

const drainConsumer = async (state: State, timeoutMs: number): Promise<void> => {
  state.stopping.abort();
  const { drained, session } = state;
  void session?.link.lost.then(() => drained.abort());
  await settlesWithin(Promise.all([...state.running, giveBackWaiting(state)]), timeoutMs);
  drained.abort();
  if (session) await closeSession(session);
};

/** Requeues the messages that this replica will not start, so that another gets them at once. */
const giveBackWaiting = async (state: State): Promise<void> => {
  await state.prefetchChange;
  const { session } = state;
  if (!session || isOver(session)) return;
  changePrefetch(state, session, 0);
  await state.prefetchChange;
  requeueNow(session, takeAllWaiting(state));
};
