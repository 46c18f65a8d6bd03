/** How long a key is left alone: twice as long after each failure. */
const asideMs = { min: 10_000, max: 3_600_000 };

/** Called with what was set aside, or is left alone for a while. `loop`: which queue or loop met it. */
export type OnSetAside = (
  loop: string,
  aside: readonly { orderId?: string; endpointId?: string; reason: string }[],
) => void;

export type Aside = {
  /** Leaves it alone for a while: what was done for it took too long, or failed. */
  add: (key: string) => void;
  has: (key: string) => boolean;
  /** The keys that are left alone now. */
  keys: () => string[];
};

/**
 * Items that a loop skips for a while, so that one endpoint or delivery does not stop it for all others. Kept in
 * memory, because the ledger says what is due: another replica, or this one after a restart, learns it anew. A clock
 * that is set back changes nothing.
 */
export const createAside = (): Aside => {
  const now = (): number => performance.now();
  const known = new Map<string, { untilMs: number; forMs: number }>();
  const has = (key: string): boolean => (known.get(key)?.untilMs ?? 0) > now();
  /** It has gone well since, or was not needed, for as long as it was left alone. */
  const forget = (): void => {
    for (const [key, { untilMs, forMs }] of known) if (untilMs + forMs < now()) known.delete(key);
  };
  return {
    add: (key) => {
      forget();
      const before = known.get(key);
      const forMs = before ? Math.min(asideMs.max, 2 * before.forMs) : asideMs.min;
      known.set(key, { untilMs: now() + forMs, forMs });
    },
    has,
    keys: () => [...known.keys()].filter(has),
  };
};
