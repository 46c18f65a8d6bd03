/** `probe` waits like `wait`, alone, to see whether verdicts come again. */
export type WaitMode = 'wait' | 'probe' | 'skip';

export type VerdictBreaker = {
  enter: () => WaitMode;
  /** A verdict came in time. */
  noteVerdict: (mode: WaitMode) => void;
  /** A verdict came after its request had been answered. */
  noteLateVerdict: () => void;
  noteTimeout: (mode: WaitMode) => void;
  /** The wait ended without saying anything about verdicts: the broker did not confirm. */
  noteAbandoned: (mode: WaitMode) => void;
  isSkipping: () => boolean;
};

const timeoutsBeforeSkipping = 3;
export const probeIntervalMs = 1_000;

/**
 * Decides whether a request waits for its verdict. While order-state is away, or works off a backlog, waiting only
 * slows merchants down: after three timeouts in a row nobody waits but one probe a second. A late verdict lets
 * the next request probe at once. It does not end the skipping by itself: while a backlog is worked off late verdicts
 * come in crowds, and every request would wait in vain again.
 */
export const createVerdictBreaker = (now: () => number): VerdictBreaker => {
  let timeoutsInARow = 0;
  let probeRunning = false;
  let nextProbeAtMs = 0;
  const isSkipping = () => timeoutsInARow >= timeoutsBeforeSkipping;
  const endProbe = (mode: WaitMode) => {
    if (mode === 'probe') probeRunning = false;
  };
  return {
    isSkipping,
    enter: () => {
      if (!isSkipping()) return 'wait';
      if (probeRunning || now() < nextProbeAtMs) return 'skip';
      probeRunning = true;
      nextProbeAtMs = now() + probeIntervalMs;
      return 'probe';
    },
    noteVerdict: (mode) => {
      timeoutsInARow = 0;
      endProbe(mode);
    },
    noteLateVerdict: () => {
      nextProbeAtMs = 0;
    },
    noteTimeout: (mode) => {
      timeoutsInARow += 1;
      if (timeoutsInARow === timeoutsBeforeSkipping) nextProbeAtMs = now() + probeIntervalMs;
      endProbe(mode);
    },
    noteAbandoned: endProbe,
  };
};
