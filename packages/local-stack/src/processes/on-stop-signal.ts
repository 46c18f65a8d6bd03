const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A Ctrl-C under npm arrives twice: from the terminal, which signals the whole group, and handed on by npm. */
const echoMs = 500;

/**
 * Calls back once, at the first Ctrl-C, SIGTERM or closed terminal. One that comes later ends this process at once; its
 * guard then ends the children.
 */
export const onStopSignal = (stop: () => void): void => {
  const heed = createStopRequest({ stop, giveUp: () => process.exit(130), nowMs: () => performance.now() });
  for (const signal of stopSignals) process.on(signal, heed);
};

/** The reaction to each stop signal: stop, nothing while it is the same request, give up. */
export const createStopRequest = (deps: {
  stop: () => void;
  giveUp: () => void;
  nowMs: () => number;
}): (() => void) => {
  let requestedAtMs: number | undefined;
  return () => {
    if (requestedAtMs === undefined) {
      requestedAtMs = deps.nowMs();
      deps.stop();
    } else if (deps.nowMs() - requestedAtMs > echoMs) deps.giveUp();
  };
};
