const backoffMaxMs = 30_000;

/** Waits twice as long after each failure in a row, so that a service that comes back does not get all pages' calls at once. */
export const delayAfter = (everyMs: number, failures: number): number =>
  failures === 0 ? everyMs : Math.min(backoffMaxMs, everyMs * 2 ** Math.min(failures, 10));
