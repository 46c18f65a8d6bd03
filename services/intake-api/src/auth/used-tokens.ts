import { usedTokensMax } from '@delivery/contracts';

/** How exact the time of a token's last use is. */
const noteEveryMs = 60_000;
/** Tokens used within this time are reported together. */
const collectMs = 5_000;

/**
 * Tells order-state which tokens were used: each at most once a minute, many at once.
 * @param report may fail: the token is reported again at its next use
 */
export const createUsedTokens = (deps: { report: (tokenHashes: string[]) => Promise<void>; now: () => number }) => {
  /** Only valid tokens, which are few. */
  const notedAtMs = new Map<string, number>();
  const pending = new Set<string>();
  const flush = async (): Promise<void> => {
    const tokenHashes = [...pending].slice(0, usedTokensMax);
    for (const tokenHash of tokenHashes) pending.delete(tokenHash);
    if (pending.size > 0) void flush();
    await deps.report(tokenHashes).catch(() => tokenHashes.forEach((tokenHash) => notedAtMs.delete(tokenHash)));
  };
  return (tokenHash: string): void => {
    if (deps.now() - (notedAtMs.get(tokenHash) ?? -Infinity) < noteEveryMs) return;
    notedAtMs.set(tokenHash, deps.now());
    pending.add(tokenHash);
    if (pending.size === 1) setTimeout(() => void flush(), collectMs).unref();
  };
};
