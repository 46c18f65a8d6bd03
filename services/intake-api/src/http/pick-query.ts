import type { z } from 'zod';
import type { Query } from '@delivery/http-edge';

/** Only the parameters that the schema names: the credentials stay behind. */
export const pickQuery = (query: Query, { shape }: z.ZodObject): string => {
  const picked = new URLSearchParams();
  for (const name of Object.keys(shape)) {
    const value = query.get(name);
    if (value !== undefined) picked.set(name, value);
  }
  return picked.size === 0 ? '' : `?${picked.toString()}`;
};
