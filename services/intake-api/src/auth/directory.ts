import type { DirectoryEntry } from '@delivery/contracts';

/** All merchants in memory, found by the hash of a token. Holds no token. */
export type Directory = {
  findByTokenHash: (tokenHash: string) => DirectoryEntry | undefined;
  /** Replaces the known entry of each merchant; an entry older than the known one is dropped. */
  apply: (entries: readonly DirectoryEntry[]) => void;
  /** Forgets everything else: a snapshot is the whole truth. */
  replaceAll: (entries: readonly DirectoryEntry[]) => void;
  size: () => number;
};

type Index = { byMerchant: Map<string, DirectoryEntry>; byTokenHash: Map<string, DirectoryEntry> };

export const createDirectory = (): Directory => {
  let index = createIndex();
  return {
    findByTokenHash: (tokenHash) => index.byTokenHash.get(tokenHash),
    apply: (entries) => entries.forEach((entry) => applyEntry(index, entry)),
    replaceAll: (entries) => {
      const next = createIndex();
      entries.forEach((entry) => applyEntry(next, entry));
      index = next;
    },
    size: () => index.byMerchant.size,
  };
};

const createIndex = (): Index => ({ byMerchant: new Map(), byTokenHash: new Map() });

const applyEntry = ({ byMerchant, byTokenHash }: Index, entry: DirectoryEntry): void => {
  const known = byMerchant.get(entry.merchant_id);
  // A look-up may answer with something newer than the page of changes that follows it.
  if (known && known.version > entry.version) return;
  known?.token_hashes.forEach((tokenHash) => byTokenHash.delete(tokenHash));
  byMerchant.set(entry.merchant_id, entry);
  entry.token_hashes.forEach((tokenHash) => byTokenHash.set(tokenHash, entry));
};
