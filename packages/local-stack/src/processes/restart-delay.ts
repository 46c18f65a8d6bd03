export type RestartPolicy = {
  initialDelayMs: number;
  delayMaxMs: number;
  /** A process that lived this long was healthy: its next restart starts over with the initial delay. */
  healthyAfterMs: number;
  /** So many early deaths in a row and it is left down. */
  attemptMax: number;
};

export const defaultRestartPolicy: RestartPolicy = {
  initialDelayMs: 200,
  delayMaxMs: 10_000,
  healthyAfterMs: 15_000,
  attemptMax: 8,
};

/** How many early deaths in a row there are now, counting one that came after `livedMs`. */
export const countEarlyDeaths = (policy: RestartPolicy, before: number, livedMs: number): number =>
  livedMs >= policy.healthyAfterMs ? 1 : before + 1;

/** Milliseconds to wait before the next start, doubling; undefined: give up. */
export const restartDelayMs = (policy: RestartPolicy, earlyDeaths: number): number | undefined =>
  earlyDeaths > policy.attemptMax
    ? undefined
    : Math.min(policy.initialDelayMs * 2 ** (earlyDeaths - 1), policy.delayMaxMs);
