import type { DirectoryEntry } from '@delivery/contracts';
import { temporarilyUnavailable } from '@delivery/service-kit';
import type { Buckets } from '../rate-limit/buckets.js';

export const negativeCacheMs = 5_000;
const negativeCacheMax = 10_000;
/** Look-ups one address may cause: far above any mistake, far below what order-state would notice. */
export const lookUpsPerMinute = 60;

/**
 * Asks order-state once about a token that the directory does not know (a merchant made within the last second),
 * before it is refused. Strangers cannot turn this into load: equal questions are asked once, unknown tokens are
 * remembered for a while, and each address has a budget. Where it cannot be asked, what the directory knows is the
 * answer; before the first snapshot that is nothing, and nobody is refused for it: rejects with 503.
 */
export const createTokenLookUp = (deps: {
  fetchEntry: (tokenHash: string) => Promise<DirectoryEntry | undefined>;
  apply: (entries: readonly DirectoryEntry[]) => void;
  /** Whether the directory has ever been whole. */
  isLoaded: () => boolean;
  buckets: Buckets;
  now: () => number;
  onFailure: (error: unknown) => void;
}) => {
  const unknownUntilMs = new Map<string, number>();
  const running = new Map<string, Promise<DirectoryEntry | undefined>>();

  const ask = async (tokenHash: string): Promise<DirectoryEntry | undefined> => {
    try {
      const entry = await deps.fetchEntry(tokenHash);
      if (entry) deps.apply([entry]);
      else remember(unknownUntilMs, tokenHash, deps.now() + negativeCacheMs);
      return entry;
    } catch (error) {
      // order-state is away. The token is asked about again the next time.
      deps.onFailure(error);
      return refuseUnlessLoaded(deps, error);
    } finally {
      running.delete(tokenHash);
    }
  };

  return async (tokenHash: string, address: string): Promise<DirectoryEntry | undefined> => {
    if ((unknownUntilMs.get(tokenHash) ?? 0) > deps.now()) return undefined;
    const alreadyAsked = running.get(tokenHash);
    if (alreadyAsked) return alreadyAsked;
    if (!deps.buckets.take(address, lookUpsPerMinute).allowed) return refuseUnlessLoaded(deps);
    const asked = ask(tokenHash);
    running.set(tokenHash, asked);
    return asked;
  };
};

const refuseUnlessLoaded = ({ isLoaded }: { isLoaded: () => boolean }, cause?: unknown): undefined => {
  if (!isLoaded()) throw temporarilyUnavailable('Merchants cannot be told apart yet. Try again.', cause);
};

const remember = (unknownUntilMs: Map<string, number>, tokenHash: string, untilMs: number): void => {
  const oldest = unknownUntilMs.size >= negativeCacheMax ? unknownUntilMs.keys().next() : undefined;
  if (oldest && !oldest.done) unknownUntilMs.delete(oldest.value);
  unknownUntilMs.set(tokenHash, untilMs);
};
