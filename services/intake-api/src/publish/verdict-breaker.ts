/** `probe` waits like `wait`, alone, to see whether verdicts come again. */
export type WaitMode = 'wait' | 'probe' | 'skip';

export type VerdictWait = { mode: WaitMode; sinceMs: number };

export type VerdictBreaker = {
  enter: () => VerdictWait;
  /** A verdict came in time. */
  noteVerdict: (wait: VerdictWait) => void;
  /** A verdict came after its request had been answered. */
  noteLateVerdict: () => void;
  noteTimeout: (wait: VerdictWait) => void;
  /** The wait ended without saying anything about verdicts: the broker did not confirm. */
  noteAbandoned: (wait: VerdictWait) => void;
  isSkipping: () => boolean;
};

const timeoutsBeforeSkipping = 3;
export const probeIntervalMs = 1_000;

/**
 * Decides whether a request waits for its verdict. While order-state is away waiting only slows merchants down: after
 * three timeouts in a row, during none of which any verdict came, no request waits but one probe a second. A verdict
 * for any merchant, in time or late, shows that order-state is up, so the backlog of one merchant ends no other's
 * waits. A late verdict makes the next request probe at once. It does not end the skipping by itself: while the
 * backlog of an outage is worked off late verdicts come in crowds, and every request would again wait without an
 * answer.
 */
export const createVerdictBreaker = (now: () => number): VerdictBreaker => {
  let timeoutsInARow = 0;
  let probeRunning = false;
  let nextProbeAtMs = 0;
  let lastVerdictAtMs = -Infinity;
  const isSkipping = () => timeoutsInARow >= timeoutsBeforeSkipping;
  const endProbe = ({ mode }: VerdictWait) => {
    if (mode === 'probe') probeRunning = false;
  };
  const enterAs = (): WaitMode => {
    if (!isSkipping()) return 'wait';
    if (probeRunning || now() < nextProbeAtMs) return 'skip';
    probeRunning = true;
    nextProbeAtMs = now() + probeIntervalMs;
    return 'probe';
  };
  return {
    isSkipping,
    enter: () => ({ mode: enterAs(), sinceMs: now() }),
    noteVerdict: (wait) => {
      timeoutsInARow = 0;
      lastVerdictAtMs = now();
      endProbe(wait);
    },
    noteLateVerdict: () => {
      nextProbeAtMs = 0;
      lastVerdictAtMs = now();
    },
    noteTimeout: (wait) => {
      endProbe(wait);
      if (lastVerdictAtMs > wait.sinceMs) return;
      timeoutsInARow += 1;
      if (timeoutsInARow === timeoutsBeforeSkipping) nextProbeAtMs = now() + probeIntervalMs;
    },
    noteAbandoned: endProbe,
  };
};
