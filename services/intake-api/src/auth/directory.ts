import type { CourierSystemEntry, DirectoryEntry, PlatformEntry } from '@delivery/contracts';

type Entry = { version: number };

/** All merchants, couriers' systems or platforms in memory: who may call, found by a key of theirs. Holds no token. */
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

const createDirectory = <E extends Entry>(
  idOf: (entry: E) => string,
  keysOf: (entry: E) => readonly string[],
): Directory<E> => {
  const applyEntry = ({ byId, byKey }: Index<E>, entry: E): void => {
    const known = byId.get(idOf(entry));
    // A look-up may answer with something newer than the page of changes that follows it.
    if (known && known.version > entry.version) return;
    if (known) keysOf(known).forEach((key) => byKey.delete(key));
    byId.set(idOf(entry), entry);
    keysOf(entry).forEach((key) => byKey.set(key, entry));
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

export const createDirectories = () => ({
  merchants: createDirectory<DirectoryEntry>(
    (entry) => entry.merchant_id,
    (entry) => [...entry.token_hashes, ...entry.oauth_clients.map((client) => client.client_id)],
  ),
  couriers: createDirectory<CourierSystemEntry>(
    (entry) => entry.courier_system_id,
    (entry) => entry.token_hashes,
  ),
  platforms: createDirectory<PlatformEntry>(
    (entry) => entry.platform_id,
    (entry) => entry.tokens.map(({ hash }) => hash),
  ),
});
export type Directories = ReturnType<typeof createDirectories>;

const createIndex = <E>(): Index<E> => ({ byId: new Map(), byKey: new Map() });
