import { type ConsumerStep, planConsumerStep } from './consume-plan.js';
import { type ConsumeSession, type Delivered, openConsumeSession } from './consume-session.js';
import type { Consumer, ConsumerState, ConsumerStateOptions } from './consumer-state.js';
import { createDeferred } from './deferred.js';
import { settlesWithin } from './delay.js';
import type { Link } from './link.js';
import { createOutagePause } from './outage-pause.js';
import { runHandler } from './run-handler.js';

/** Takes messages from one queue through every reconnect. What differs between consumers is how many at once. */
export const startConsumer = (options: ConsumerStateOptions): Consumer => {
  const state = createEngine(options);
  let drained: Promise<void> | undefined;
  const drain = (limits: { timeoutMs: number }) => (drained ??= drainEngine(state, limits.timeoutMs));
  options.connection.join({ setUp: (link) => setUpEngine(state, link), drain });
  return {
    load: () => ({
      waiting: allWaiting(state).length,
      running: state.runningCount,
    }),
    isInOutage: state.outage.isOn,
    drain,
  };
};

const allWaiting = ({ kept, ordinary, suspectsAgain, suspects }: ConsumerState): readonly Delivered[] => [
  ...kept,
  ...ordinary,
  ...suspectsAgain,
  ...suspects,
];

const createEngine = (given: ConsumerStateOptions): ConsumerState => {
  const options = {
    isolateFromDeliveryCount: 3,
    requeueDelay: { minMs: 1_000, maxMs: 60_000 },
    keptDelayMs: 500,
    outageBackoff: { minMs: 100, maxMs: 5_000 },
    inHandMax: 10 * given.prefetch,
    ...given,
  };
  const stopping = new AbortController();
  const outage = createOutagePause({
    queue: options.queue,
    logger: options.logger,
    backoff: options.outageBackoff,
    signal: stopping.signal,
    onOver: () => schedulePump(state),
  });
  const state: ConsumerState = {
    options,
    session: undefined,
    ordinary: [],
    suspects: [],
    suspectsAgain: [],
    kept: [],
    keptTimer: undefined,
    runningCount: 0,
    startedInTurn: 0,
    isPumpScheduled: false,
    intakeChange: Promise.resolve(),
    stopping,
    outage,
    changeIntake: (session, to) => changeIntake(state, session, to),
    idle: undefined,
  };
  return state;
};

const setUpEngine = async (state: ConsumerState, link: Link): Promise<void> => {
  const isStopping = () => state.stopping.signal.aborted;
  if (isStopping()) return;
  // What the last link delivered is the broker's again: it comes anew, to us or to another replica.
  forgetWaiting(state);
  const { queue, prefetch } = state.options;
  const onDelivered = (delivered: Delivered) => {
    (isSuspect(state, delivered) ? state.suspects : state.ordinary).push(delivered);
    schedulePump(state);
  };
  const session = await openConsumeSession({ link, queue, prefetch, onDelivered });
  if (isStopping()) return session.close();
  state.session = session;
  // During an outage nothing is taken: each redelivery would count, and a long outage must not use up the limit.
  if (!state.outage.isOn()) await session.changeIntake('narrow');
  schedulePump(state);
};

const forgetWaiting = (state: ConsumerState): void => {
  state.ordinary = [];
  state.suspects = [];
  state.suspectsAgain = [];
  state.kept = [];
};

const isSuspect = (state: ConsumerState, { message }: Delivered): boolean =>
  message.deliveryCount >= state.options.isolateFromDeliveryCount;

/** Once per turn: everything that one read of the socket brought is in hand before the first batch is cut. */
const schedulePump = (state: ConsumerState): void => {
  if (state.isPumpScheduled) return;
  state.isPumpScheduled = true;
  queueMicrotask(() => {
    state.isPumpScheduled = false;
    pump(state);
  });
};

/**
 * Calls of a handler begun in one turn of the event loop. What begins together waits together: a thousand at once outlive
 * the young generation, and collecting them costs more than handling them. The rest waits as it came from the broker.
 */
const startsPerTurnMax = 16;

const pump = (state: ConsumerState): void => {
  for (;;) {
    const { session } = state;
    if (!session || session.isOver() || state.stopping.signal.aborted || state.outage.isOn()) return;
    const step = planConsumerStep({
      intake: session.intake(),
      ordinaryCount: state.ordinary.length,
      suspectCount: Math.max(state.suspects.length, state.suspectsAgain.length),
      runningCount: state.runningCount,
      runningMax: state.options.runningMax,
      inHandCount: session.inHandCount(),
      inHandMax: state.options.inHandMax,
    });
    if (step === 'wait' || state.startedInTurn >= startsPerTurnMax) return;
    takeStep(state, session, step);
  }
};

const takeStep = (state: ConsumerState, session: ConsumeSession, step: Exclude<ConsumerStep, 'wait'>): void => {
  switch (step) {
    case 'widen':
      return changeIntake(state, session, 'wide');
    case 'narrow':
      return changeIntake(state, session, 'narrow');
    case 'pause':
      return changeIntake(state, session, 'paused');
    case 'return-spare-suspects':
      return session.requeue(state.suspects.splice(1));
    case 'run-suspect':
      return run(state, session, (state.suspects.length > 0 ? state.suspects : state.suspectsAgain).splice(0, 1));
    case 'run-ordinary':
      return run(state, session, [...takeKeptFirst(state), ...state.ordinary.splice(0, state.options.takeMax)]);
  }
};

/** Batches are handled one after the other: what is kept goes first in each, so that nothing that came later overtakes it. */
const takeKeptFirst = (state: ConsumerState): Delivered[] => (state.options.runningMax > 1 ? [] : takeKept(state));

const takeKept = (state: ConsumerState): Delivered[] => {
  const again = state.kept.filter((delivered) => !isSuspect(state, delivered));
  state.kept = state.kept.filter((delivered) => isSuspect(state, delivered));
  return again;
};

/** What is kept comes again by itself, also where nothing else comes. */
const keepForLater = (state: ConsumerState, session: ConsumeSession, kept: readonly Delivered[]): void => {
  if (kept.length === 0 || session.isOver() || state.stopping.signal.aborted) return;
  state.kept.push(...kept);
  // Narrow, it would use up the only place; a new consumer counts anew.
  if (session.intake() === 'narrow') state.changeIntake(session, 'paused');
  if (session.intake() === 'wide' && isCrowdedByKept(state, session)) state.changeIntake(session, 'wide');
  armKeptTimer(state);
};

/** Whether what is kept leaves the present consumer less than half of its prefetch, and there is room for a whole one. */
const isCrowdedByKept = ({ kept, options }: ConsumerState, session: ConsumeSession): boolean =>
  2 * session.countOfPresentConsumer(kept) > options.prefetch &&
  session.inHandCount() + options.prefetch <= options.inHandMax;

const armKeptTimer = (state: ConsumerState): void => {
  state.keptTimer ??= setTimeout(() => {
    state.keptTimer = undefined;
    state.ordinary.unshift(...takeKept(state));
    if (state.suspectsAgain.length === 0) state.suspectsAgain.push(...state.kept.splice(0, 1));
    if (state.kept.length > 0) armKeptTimer(state);
    schedulePump(state);
  }, state.options.keptDelayMs);
};

const changeIntake = (state: ConsumerState, session: ConsumeSession, to: 'paused' | 'narrow' | 'wide'): void => {
  state.intakeChange = session.changeIntake(to).then(() => schedulePump(state), session.link.fail);
};

const run = (state: ConsumerState, session: ConsumeSession, delivered: Delivered[]): void => {
  state.runningCount += 1;
  state.startedInTurn += 1;
  if (state.startedInTurn === 1) pumpNextTurn(state);
  runHandler(state, session, delivered)
    .then((kept) => keepForLater(state, session, kept))
    .catch(session.link.fail)
    .finally(() => {
      state.runningCount -= 1;
      if (state.runningCount === 0) state.idle?.resolve();
      schedulePump(state);
    });
};

/** After the sockets have been read, so that what has been answered meanwhile ends before more begins. */
const pumpNextTurn = (state: ConsumerState): void => {
  setImmediate(() => {
    state.startedInTurn = 0;
    pump(state);
  });
};

const drainEngine = async (state: ConsumerState, timeoutMs: number): Promise<void> => {
  state.stopping.abort();
  clearTimeout(state.keptTimer);
  state.idle = createDeferred();
  if (state.runningCount === 0) state.idle.resolve();
  const idle = state.idle.promise;
  await settlesWithin(Promise.all([idle, giveBackUnstarted(state)]), timeoutMs);
  await state.session?.close();
};

/** Another replica can have at once what this one will not start. */
const giveBackUnstarted = async (state: ConsumerState): Promise<void> => {
  await state.intakeChange;
  const { session } = state;
  if (!session || session.isOver()) return;
  changeIntake(state, session, 'paused');
  await state.intakeChange;
  session.requeue(allWaiting(state));
  forgetWaiting(state);
};
