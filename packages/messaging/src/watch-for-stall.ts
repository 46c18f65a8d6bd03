export type StallWatch = {
  /** What is waited for comes: the count begins anew. */
  noteProgress: () => void;
  stop: () => void;
};

type StallWatchOptions = {
  limitMs: number;
  /** Whether something is waited for, and could come. */
  isWaiting: () => boolean;
  onStall: () => void;
};

/** The limit is counted in so many ticks of a timer. */
const ticksMax = 5;

/**
 * Calls `onStall` once, when something has been waited for during `limitMs` and nothing has come. It counts ticks instead
 * of reading a clock: a process that was itself suspended wakes with one tick, and with its sockets still to be read.
 */
export const watchForStall = ({ limitMs, isWaiting, onStall }: StallWatchOptions): StallWatch => {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks = isWaiting() ? ticks + 1 : 0;
    if (ticks <= ticksMax) return;
    clearInterval(timer);
    onStall();
  }, limitMs / ticksMax);
  timer.unref();
  return {
    noteProgress: () => {
      ticks = 0;
    },
    stop: () => clearInterval(timer),
  };
};
