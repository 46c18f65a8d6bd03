import { planConsumerStep, type ConsumerStep } from './consume-plan.js';
import { openConsumeSession, type ConsumeSession, type Delivered } from './consume-session.js';
import { settlesWithin } from './delay.js';
import { createDeferred } from './deferred.js';
import type { Consumer, Engine, EngineOptions } from './engine.js';
import type { Link } from './link.js';
import { createOutageGate } from './outage-gate.js';
import { runHandler } from './run-handler.js';

/** Takes messages from one queue through every reconnect. What differs between consumers is how many at once. */
export const startConsumer = (options: EngineOptions): Consumer => {
  const engine = createEngine(options);
  let drained: Promise<void> | undefined;
  const drain = (limits: { timeoutMs: number }) => (drained ??= drainEngine(engine, limits.timeoutMs));
  options.connection.join({ setUp: (link) => setUpEngine(engine, link), drain });
  return {
    load: () => ({
      waiting: allWaiting(engine).length,
      running: engine.runningCount,
    }),
    isInOutage: engine.outage.isOn,
    drain,
  };
};

const allWaiting = ({ kept, ordinary, suspectsAgain, suspects }: Engine): readonly Delivered[] => [
  ...kept,
  ...ordinary,
  ...suspectsAgain,
  ...suspects,
];

const createEngine = (given: EngineOptions): Engine => {
  const options = {
    isolateFromDeliveryCount: 3,
    requeueDelay: { minMs: 1_000, maxMs: 60_000 },
    keptDelayMs: 500,
    outageBackoff: { minMs: 100, maxMs: 5_000 },
    inHandMax: 10 * given.prefetch,
    ...given,
  };
  const stopping = new AbortController();
  const outage = createOutageGate({
    queue: options.queue,
    logger: options.logger,
    backoff: options.outageBackoff,
    signal: stopping.signal,
    onOver: () => schedulePump(engine),
  });
  const engine: Engine = {
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
    changeIntake: (session, to) => changeIntake(engine, session, to),
    idle: undefined,
  };
  return engine;
};

const setUpEngine = async (engine: Engine, link: Link): Promise<void> => {
  const isStopping = () => engine.stopping.signal.aborted;
  if (isStopping()) return;
  // What the last link delivered is the broker's again: it comes anew, to us or to another replica.
  forgetWaiting(engine);
  const { queue, prefetch } = engine.options;
  const onDelivered = (delivered: Delivered) => {
    (isSuspect(engine, delivered) ? engine.suspects : engine.ordinary).push(delivered);
    schedulePump(engine);
  };
  const session = await openConsumeSession({ link, queue, prefetch, onDelivered });
  if (isStopping()) return session.close();
  engine.session = session;
  // During an outage nothing is taken: each redelivery would count, and a long outage must not use up the limit.
  if (!engine.outage.isOn()) await session.changeIntake('narrow');
  schedulePump(engine);
};

const forgetWaiting = (engine: Engine): void => {
  engine.ordinary = [];
  engine.suspects = [];
  engine.suspectsAgain = [];
  engine.kept = [];
};

const isSuspect = (engine: Engine, { message }: Delivered): boolean =>
  message.deliveryCount >= engine.options.isolateFromDeliveryCount;

/** Once per turn: everything that one read of the socket brought is in hand before the first batch is cut. */
const schedulePump = (engine: Engine): void => {
  if (engine.isPumpScheduled) return;
  engine.isPumpScheduled = true;
  queueMicrotask(() => {
    engine.isPumpScheduled = false;
    pump(engine);
  });
};

/**
 * Calls of a handler begun in one turn of the event loop. What begins together waits together: a thousand at once outlive
 * the young generation, and collecting them costs more than handling them. The rest waits as it came from the broker.
 */
const startsPerTurnMax = 16;

const pump = (engine: Engine): void => {
  for (;;) {
    const { session } = engine;
    if (!session || session.isOver() || engine.stopping.signal.aborted || engine.outage.isOn()) return;
    const step = planConsumerStep({
      intake: session.intake(),
      ordinaryCount: engine.ordinary.length,
      suspectCount: Math.max(engine.suspects.length, engine.suspectsAgain.length),
      runningCount: engine.runningCount,
      runningMax: engine.options.runningMax,
      inHandCount: session.inHandCount(),
      inHandMax: engine.options.inHandMax,
    });
    if (step === 'wait' || engine.startedInTurn >= startsPerTurnMax) return;
    takeStep(engine, session, step);
  }
};

const takeStep = (engine: Engine, session: ConsumeSession, step: Exclude<ConsumerStep, 'wait'>): void => {
  switch (step) {
    case 'widen':
      return changeIntake(engine, session, 'wide');
    case 'narrow':
      return changeIntake(engine, session, 'narrow');
    case 'pause':
      return changeIntake(engine, session, 'paused');
    case 'return-spare-suspects':
      return session.requeue(engine.suspects.splice(1));
    case 'run-suspect':
      return run(engine, session, (engine.suspects.length > 0 ? engine.suspects : engine.suspectsAgain).splice(0, 1));
    case 'run-ordinary':
      return run(engine, session, [...takeKeptFirst(engine), ...engine.ordinary.splice(0, engine.options.takeMax)]);
  }
};

/** Batches are handled one after the other: what is kept goes first in each, so that nothing that came later overtakes it. */
const takeKeptFirst = (engine: Engine): Delivered[] => (engine.options.runningMax > 1 ? [] : takeKept(engine));

const takeKept = (engine: Engine): Delivered[] => {
  const again = engine.kept.filter((delivered) => !isSuspect(engine, delivered));
  engine.kept = engine.kept.filter((delivered) => isSuspect(engine, delivered));
  return again;
};

/** What is kept comes again by itself, also where nothing else comes. */
const keepForLater = (engine: Engine, session: ConsumeSession, kept: readonly Delivered[]): void => {
  if (kept.length === 0 || session.isOver() || engine.stopping.signal.aborted) return;
  engine.kept.push(...kept);
  // Narrow, it would use up the only place; a new consumer counts anew.
  if (session.intake() === 'narrow') engine.changeIntake(session, 'paused');
  if (session.intake() === 'wide' && isCrowdedByKept(engine, session)) engine.changeIntake(session, 'wide');
  armKeptTimer(engine);
};

/** Whether what is kept leaves the present consumer less than half of its prefetch, and there is room for a whole one. */
const isCrowdedByKept = ({ kept, options }: Engine, session: ConsumeSession): boolean =>
  2 * session.countOfPresentConsumer(kept) > options.prefetch &&
  session.inHandCount() + options.prefetch <= options.inHandMax;

const armKeptTimer = (engine: Engine): void => {
  engine.keptTimer ??= setTimeout(() => {
    engine.keptTimer = undefined;
    engine.ordinary.unshift(...takeKept(engine));
    if (engine.suspectsAgain.length === 0) engine.suspectsAgain.push(...engine.kept.splice(0, 1));
    if (engine.kept.length > 0) armKeptTimer(engine);
    schedulePump(engine);
  }, engine.options.keptDelayMs);
};

const changeIntake = (engine: Engine, session: ConsumeSession, to: 'paused' | 'narrow' | 'wide'): void => {
  engine.intakeChange = session.changeIntake(to).then(() => schedulePump(engine), session.link.fail);
};

const run = (engine: Engine, session: ConsumeSession, delivered: Delivered[]): void => {
  engine.runningCount += 1;
  engine.startedInTurn += 1;
  if (engine.startedInTurn === 1) pumpNextTurn(engine);
  runHandler(engine, session, delivered)
    .then((kept) => keepForLater(engine, session, kept))
    .catch(session.link.fail)
    .finally(() => {
      engine.runningCount -= 1;
      if (engine.runningCount === 0) engine.idle?.resolve();
      schedulePump(engine);
    });
};

/** After the sockets have been read, so that what has been answered meanwhile ends before more begins. */
const pumpNextTurn = (engine: Engine): void => {
  setImmediate(() => {
    engine.startedInTurn = 0;
    pump(engine);
  });
};

const drainEngine = async (engine: Engine, timeoutMs: number): Promise<void> => {
  engine.stopping.abort();
  clearTimeout(engine.keptTimer);
  engine.idle = createDeferred();
  if (engine.runningCount === 0) engine.idle.resolve();
  const idle = engine.idle.promise;
  await settlesWithin(Promise.all([idle, giveBackUnstarted(engine)]), timeoutMs);
  await engine.session?.close();
};

/** Another replica can have at once what this one will not start. */
const giveBackUnstarted = async (engine: Engine): Promise<void> => {
  await engine.intakeChange;
  const { session } = engine;
  if (!session || session.isOver()) return;
  changeIntake(engine, session, 'paused');
  await engine.intakeChange;
  session.requeue(allWaiting(engine));
  forgetWaiting(engine);
};
