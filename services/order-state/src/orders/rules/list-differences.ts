import type { OrderContent, OrderSubmitted } from '@delivery/contracts';
import { canonicalJson, normalizeOrder } from './content-hash.js';

type Content = OrderSubmitted['payload'];

/**
 * The fields in which two orders differ, compared in the form that their hashes are made of.
 * @returns RFC 6901 pointers into the body of a create: names of known fields and places in lists, never a value. All of
 * `external_data` is the merchant's own, names included: it is one pointer.
 */
export const listDifferences = (one: Content, other: Content): string[] => {
  const inOrder = listContentDifferences(one.order, other.order);
  const isSameData = canonicalJson(one.external_data) === canonicalJson(other.external_data);
  return isSameData ? inOrder : [...inOrder, '/external_data'];
};

/** The same without `external_data`. */
export const listContentDifferences = (one: OrderContent, other: OrderContent): string[] =>
  differencesAt('', normalizeOrder(one), normalizeOrder(other));

/** A field that only one of them has is named, but not its content. */
export const differencesAt = (pointer: string, one: unknown, other: unknown): string[] => {
  if (!isNested(one) || !isNested(other)) return one === other ? [] : [pointer];
  const [ours, theirs] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  const names = new Set([...ours.keys(), ...theirs.keys()]);
  return [...names].flatMap((name) => differencesAt(`${pointer}/${name}`, ours.get(name), theirs.get(name)));
};

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
