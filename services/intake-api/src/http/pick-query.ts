import type { Query } from '@delivery/http-edge';

/** Only the named parameters: the credentials stay behind. */
export const pickQuery = (query: Query, names: readonly string[]): string => {
  const picked = new URLSearchParams();
  for (const name of names) {
    const value = query.get(name);
    if (value !== undefined) picked.set(name, value);
  }
  return picked.size === 0 ? '' : `?${picked.toString()}`;
};
