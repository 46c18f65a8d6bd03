/** Reports of one merchant that go at once after a rest, and how many a second from then on. */
const burst = 50;
const perSecond = 10;
const costMs = 1_000 / perSecond;

export type MerchantPace = {
  /** Gives the next turn of the merchant away. @returns when it is, milliseconds since the epoch */
  reserve: (merchantId: string, nowMs: number) => number;
  /** Merchants who have used up some of their burst: nothing is kept of the others. */
  size: () => number;
};

/**
 * Bounds the reports of one merchant's couriers, however many orders it has and however fast its clock runs. Kept is the time at
 * which the burst will be whole again, as in GCRA; a turn is reserved once and not asked for again.
 */
export const createMerchantPace = (): MerchantPace => {
  const wholeAtMs = new Map<string, number>();
  let forgetAtMs = 0;

  const forget = (nowMs: number): void => {
    if (nowMs < forgetAtMs) return;
    forgetAtMs = nowMs + burst * costMs;
    for (const [merchantId, atMs] of wholeAtMs) if (atMs <= nowMs) wholeAtMs.delete(merchantId);
  };

  return {
    reserve: (merchantId, nowMs) => {
      forget(nowMs);
      const atMs = Math.max(wholeAtMs.get(merchantId) ?? 0, nowMs) + costMs;
      wholeAtMs.set(merchantId, atMs);
      return Math.max(nowMs, atMs - burst * costMs);
    },
    size: () => wholeAtMs.size,
  };
};
