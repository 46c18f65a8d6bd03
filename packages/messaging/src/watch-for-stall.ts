export type StallWatch = {
  /** The caller waits for an answer from now on. */
  noteWaiting: () => void;
  /** An answer came: the time begins anew. */
  noteProgress: () => void;
  stop: () => void;
};

type StallWatchOptions = {
  limitMs: number;
  /** Whether something is still waited for. */
  isWaiting: () => boolean;
  /** Whether it could not come at present, and the other side has said so. */
  isExcused: () => boolean;
  onStall: () => void;
};

/** The limit is counted in so many ticks of a timer. */
const ticksMax = 5;

/**
 * Calls `onStall` once, when something has been waited for during `limitMs` and nothing has come. It counts ticks
 * instead of reading a clock: a process that was itself suspended wakes with one tick, and with its sockets still to be
 * read. While nothing is waited for nothing ticks.
 */
export const watchForStall = ({ limitMs, isWaiting, isExcused, onStall }: StallWatchOptions): StallWatch => {
  let ticks = 0;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  const rest = (): void => {
    clearInterval(timer);
    timer = undefined;
    ticks = 0;
  };
  const stop = (): void => {
    isOver = true;
    rest();
  };
  const tick = (): void => {
    if (!isWaiting()) return rest();
    ticks = isExcused() ? 0 : ticks + 1;
    if (ticks <= ticksMax) return;
    stop();
    onStall();
  };

  return {
    noteWaiting: () => {
      if (!isOver) timer ??= setInterval(tick, limitMs / ticksMax).unref();
    },
    noteProgress: () => {
      ticks = 0;
    },
    stop,
  };
};
