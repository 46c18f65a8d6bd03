const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls back once, at the first Ctrl-C, SIGTERM or closed terminal. A second signal ends this process at once; its guard
 * then ends the children.
 */
export const onStopSignal = (stop: (signal: NodeJS.Signals) => void): void => {
  let stopping = false;
  for (const signal of stopSignals) {
    process.on(signal, () => {
      if (stopping) process.exit(130);
      stopping = true;
      stop(signal);
    });
  }
};
