/** What the directory holds: who may call, found by a key of theirs, such as the hash of a token. Holds no token. */
type Entry = { token_hashes: readonly string[]; version: number };

/** All merchants, or all couriers' systems, in memory. */
export type Directory<E extends Entry> = {
  /** By the hash of a token, or by another key. */
  findByKey: (key: string) => E | undefined;
  findById: (id: string) => E | undefined;
  /** Replaces the known entry of each; an entry older than the known one is dropped. */
  apply: (entries: readonly E[]) => void;
  /** Forgets everything else: a snapshot is the whole truth. */
  replaceAll: (entries: readonly E[]) => void;
  size: () => number;
};

type Index<E> = { byId: Map<string, E>; byKey: Map<string, E> };

/** @param keysOf beside the hashes of its tokens */
export const createDirectory = <E extends Entry>(
  idOf: (entry: E) => string,
  keysOf: (entry: E) => readonly string[] = () => [],
): Directory<E> => {
  const allKeysOf = (entry: E): string[] => [...entry.token_hashes, ...keysOf(entry)];
  const applyEntry = ({ byId, byKey }: Index<E>, entry: E): void => {
    const known = byId.get(idOf(entry));
    // A look-up may answer with something newer than the page of changes that follows it.
    if (known && known.version > entry.version) return;
    if (known) allKeysOf(known).forEach((key) => byKey.delete(key));
    byId.set(idOf(entry), entry);
    allKeysOf(entry).forEach((key) => byKey.set(key, entry));
  };
  let index: Index<E> = createIndex();
  return {
    findByKey: (key) => index.byKey.get(key),
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

const createIndex = <E>(): Index<E> => ({ byId: new Map(), byKey: new Map() });
