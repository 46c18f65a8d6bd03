/** A merchant's recent tests. Times are milliseconds since the epoch; null: none. */
export type TestPace = {
  /** The endpoint's test under way has ended by then. */
  underWayUntilMs: number | null;
  /** Each test uses up an interval of the merchant's time: until then it is used up. */
  usedUntilMs: number | null;
};

/** Longer than the longest attempt and its report. A test whose result is lost holds up the next one for no longer. */
const underWayMaxMs = 15_000;
export const testsPerMinute = 10;
const intervalMs = 60_000 / testsPerMinute;

/** How long a merchant waits until it may test the endpoint: one test of an endpoint at a time, and ten a minute of all. */
export const testWaitMs = ({ underWayUntilMs, usedUntilMs }: TestPace, nowMs: number): number => {
  const untilUnusedMs = (usedUntilMs ?? nowMs) + intervalMs - (nowMs + 60_000);
  return Math.max(0, (underWayUntilMs ?? nowMs) - nowMs, untilUnusedMs);
};

export const paceWithTest = ({ usedUntilMs }: TestPace, nowMs: number): TestPace => ({
  underWayUntilMs: nowMs + underWayMaxMs,
  usedUntilMs: Math.max(usedUntilMs ?? nowMs, nowMs) + intervalMs,
});
