/** What the directory holds: who may call, found by the hash of a token. Holds no token. */
type Entry = { token_hashes: readonly string[]; version: number };

/** All merchants, or all couriers' systems, in memory. */
export type Directory<E extends Entry> = {
  findByTokenHash: (tokenHash: string) => E | undefined;
  findById: (id: string) => E | undefined;
  /** Replaces the known entry of each; an entry older than the known one is dropped. */
  apply: (entries: readonly E[]) => void;
  /** Forgets everything else: a snapshot is the whole truth. */
  replaceAll: (entries: readonly E[]) => void;
  size: () => number;
};

type Index<E> = { byId: Map<string, E>; byTokenHash: Map<string, E> };

export const createDirectory = <E extends Entry>(idOf: (entry: E) => string): Directory<E> => {
  const applyEntry = ({ byId, byTokenHash }: Index<E>, entry: E): void => {
    const known = byId.get(idOf(entry));
    // A look-up may answer with something newer than the page of changes that follows it.
    if (known && known.version > entry.version) return;
    known?.token_hashes.forEach((tokenHash) => byTokenHash.delete(tokenHash));
    byId.set(idOf(entry), entry);
    entry.token_hashes.forEach((tokenHash) => byTokenHash.set(tokenHash, entry));
  };
  let index: Index<E> = createIndex();
  return {
    findByTokenHash: (tokenHash) => index.byTokenHash.get(tokenHash),
    findById: (id) => index.byId.get(id),
    apply: (entries) => entries.forEach((entry) => applyEntry(index, entry)),
    replaceAll: (entries) => {
      const next: Index<E> = createIndex();
      entries.forEach((entry) => applyEntry(next, entry));
      index = next;
    },
    size: () => index.byId.size,
  };
};

const createIndex = <E>(): Index<E> => ({ byId: new Map(), byTokenHash: new Map() });
