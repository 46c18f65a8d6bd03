const shortMs = 2_000;
const backoffMaxMs = 30_000;

/**
 * Waits twice as long after each failure in a row, so that a service that comes back does not get all pages' calls at once. What is
 * seldom asked for is soon asked for again.
 */
export const delayAfter = (everyMs: number, failures: number): number =>
  failures === 0 ? everyMs : Math.min(backoffMaxMs, Math.min(everyMs, shortMs) * 2 ** Math.min(failures, 10));
