/**
 * How much a consumer takes from its queue. `narrow`: one message at a time. `wide`: the whole prefetch.
 * `paused`: nothing. `changing`: on the way between two of them.
 */
export type Intake = 'paused' | 'narrow' | 'wide' | 'changing';

export type ConsumerView = {
  intake: Intake;
  /** In hand and not started. */
  ordinaryCount: number;
  /** Delivered before so often that they may be what killed a process. In hand and not started. */
  suspectCount: number;
  /** Calls of the handler under way, and how many may be. */
  runningCount: number;
  runningMax: number;
  /** Delivered and not settled, and how many may be. */
  inHandCount: number;
  inHandMax: number;
};

export type ConsumerStep =
  'widen' | 'narrow' | 'pause' | 'run-ordinary' | 'run-suspect' | 'return-spare-suspects' | 'wait';

/**
 * What to do next, asked after every event. A consumer starts narrow, because a queue redelivers first what a killed
 * process had in hand: the suspect is then met alone. Met later, in the middle of others, it waits until they are
 * finished and spare suspects are given back; so whatever it does to this process, only its own count goes up.
 */
export const planConsumerStep = (view: ConsumerView): ConsumerStep => {
  const hasRoom = view.runningCount < view.runningMax;
  if (view.suspectCount > 0 && view.intake === 'wide') return 'pause';
  if (view.suspectCount === 0 && view.ordinaryCount > 0 && view.intake === 'narrow') return 'widen';
  if (view.ordinaryCount > 0) return hasRoom ? 'run-ordinary' : 'wait';
  if (view.runningCount > 0 || view.intake === 'changing' || view.intake === 'wide') return 'wait';
  if (view.suspectCount > 1) return 'return-spare-suspects';
  if (view.suspectCount === 1) return 'run-suspect';
  return view.intake === 'paused' && view.inHandCount < view.inHandMax ? 'narrow' : 'wait';
};
