import type { DirectoryEntry } from '@delivery/contracts';
import { type Buckets, type ProblemError, temporarilyUnavailable } from '@delivery/http-edge';

const negativeCacheMs = 5_000;
const negativeCacheMax = 10_000;
/** Look-ups one address may cause: far above any mistake, far below what order-state would notice. */
export const lookUpsPerMinute = 60;

/**
 * Asks order-state once about a token or a client that the directory does not know (a merchant made within the last
 * second), before it is refused. Unknown callers cannot turn this into load: concurrent look-ups of one token share a
 * request, unknown tokens are remembered for a while, and each address has a budget. Rejects with 503 while order-state
 * cannot be asked: the token may belong to a merchant that only other replicas know yet.
 */
export const createTokenLookUp = (deps: {
  fetchEntry: (tokenHash: string) => Promise<DirectoryEntry | undefined>;
  apply: (entries: readonly DirectoryEntry[]) => void;
  /** Whether the directory knows every merchant but those of the last moment. */
  isCurrent: () => boolean;
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
      throw cannotTell(error);
    } finally {
      running.delete(tokenHash);
    }
  };

  return async (tokenHash: string, address: string): Promise<DirectoryEntry | undefined> => {
    if ((unknownUntilMs.get(tokenHash) ?? 0) > deps.now()) return undefined;
    const alreadyAsked = running.get(tokenHash);
    if (alreadyAsked) return alreadyAsked;
    if (!deps.buckets.take(address, lookUpsPerMinute).allowed) {
      if (deps.isCurrent()) return undefined;
      throw cannotTell();
    }
    const asked = ask(tokenHash);
    running.set(tokenHash, asked);
    return asked;
  };
};

const cannotTell = (cause?: unknown): ProblemError =>
  temporarilyUnavailable('Authentication is temporarily unavailable. Try again.', cause);

const remember = (unknownUntilMs: Map<string, number>, tokenHash: string, untilMs: number): void => {
  const oldest = unknownUntilMs.size >= negativeCacheMax ? unknownUntilMs.keys().next() : undefined;
  if (oldest && !oldest.done) unknownUntilMs.delete(oldest.value);
  unknownUntilMs.set(tokenHash, untilMs);
};
