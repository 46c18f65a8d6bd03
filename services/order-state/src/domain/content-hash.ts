import { createHmac } from 'node:crypto';
import type { OrderContent } from '@delivery/contracts';
import type { ContentHasher } from './decide.js';

/**
 * Keyed hash of what an order says: the normalised known fields, in a fixed key order, and the raw `external_data`.
 * Keyed, because it outlives the erasure of the customer's data and must not allow guessing it.
 * @param keyOf asked at each hash: the key is in the database, which may not have answered yet when this is composed
 */
export const createContentHasher =
  (keyOf: () => Buffer): ContentHasher =>
  ({ payload: { order, external_data } }) =>
    hashContent(keyOf(), order, external_data);

const hashContent = (key: Buffer, content: OrderContent, externalData: string): Buffer =>
  createHmac('sha256', key).update(canonicalize(content)).update('\0').update(externalData).digest();

/** JSON with sorted keys and without absent or null members: equal content gives equal text. */
const canonicalize = (content: OrderContent): string => JSON.stringify(withSortedKeys(content));

const withSortedKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const sorted: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value).sort(byName)) {
    if (member !== null && member !== undefined) sorted[name] = withSortedKeys(member);
  }
  return sorted;
};

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);
