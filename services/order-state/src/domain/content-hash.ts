import { createHmac, hkdfSync } from 'node:crypto';
import type { OrderContent } from '@delivery/contracts';
import type { ContentHasher } from './decide.js';

/** Hashes with a key derived from each of `secretsKeys`, the current one first. */
export const createContentHasher = (secretsKeys: readonly [Buffer, ...Buffer[]]): ContentHasher => {
  const derive = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'order content hash', 32));
  const [current, ...previous] = secretsKeys;
  const currentKey = derive(current);
  const previousKeys = previous.map(derive);
  return ({ payload: { order, external_data } }) => [
    hashContent(currentKey, order, external_data),
    ...previousKeys.map((key) => hashContent(key, order, external_data)),
  ];
};

/**
 * Keyed hash of what an order says: the normalised known fields, in a fixed key order, and the raw `external_data`.
 * Keyed, because it outlives the erasure of the customer's data and must not allow guessing it.
 */
const hashContent = (key: Buffer, content: OrderContent, externalData: string): Buffer =>
  createHmac('sha256', key).update(canonicalize(content)).update('\0').update(externalData).digest();

/** JSON with sorted keys and without absent or null members: equal content gives equal text. */
const canonicalize = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== null && member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalize(member)}`);
  return `{${members.join(',')}}`;
};
