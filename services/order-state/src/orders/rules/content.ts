import { createHmac } from 'node:crypto';
import type { ExternalOrder, OrderContent, OrderSubmitted } from '@delivery/contracts';

export type ContentHasher = (message: OrderSubmitted) => Buffer;

/**
 * Keyed hash of an order's content: the known fields, in a fixed key order, and `external_data`, both in one form of
 * the many that say the same. Keyed, because it outlives the erasure of the customer's data and must not allow guessing
 * it.
 * @param keyOf asked at each hash: the key is in the database, which may not have answered yet when this is composed
 */
export const createContentHasher = (keyOf: () => Buffer): ContentHasher => {
  // A create that comes again is asked about more than once, and may be large.
  const known = new WeakMap<OrderSubmitted, Buffer>();
  return (message) => {
    const { order, external_data: externalData, handover } = message.payload;
    const hash =
      known.get(message) ??
      createHmac('sha256', keyOf())
        .update(canonicalText(normalizeOrder(handover ? { ...order, handover } : order)))
        .update('\0')
        .update(canonicalJson(externalData))
        .digest();
    known.set(message, hash);
    return hash;
  };
};

/** An empty list, object or text says as much as an absent one, and an instant has one text. */
const normalizeOrder = (order: OrderContent & Pick<ExternalOrder, 'handover'>): unknown =>
  withoutEmpty({ ...order, delivery_time: order.delivery_time && instantOf(order.delivery_time) });

/** As the text that nearly all senders use. */
const instantOf = (dateTime: string): string => new Date(dateTime).toISOString().replace('.000Z', 'Z');

const withoutEmpty = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(withoutEmpty);
  const kept = Object.entries(value)
    .map(([name, member]): [string, unknown] => [name, withoutEmpty(member)])
    .filter(([, member]) => member !== undefined && member !== null && member !== '');
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
};

/**
 * Canonical form of valid JSON text: equal for all texts with equal meaning, with any order of members, spaces and
 * escapes.
 */
const canonicalJson = (json: string): string => canonicalText(JSON.parse(withExactNumbers(json)));

/** A number that a double may not hold counts by its digits, else two that differ behind the 15th would be equal. */
const withExactNumbers = (json: string): string =>
  mayBeInexact.test(json) ? json.replace(stringOrNumber, keepOrQuote) : json;

const mayBeInexact = /[\d.]{16}|\d[eE]/;
const stringOrNumber = /("(?:[^"\\]|\\.)*")|-?\d[\d.eE+-]*/g;

const keepOrQuote = (token: string, string: string | undefined): string =>
  string ?? (isExact(token) ? token : `{"number":"${token}"}`);

const isExact = (number: string): boolean => !/[\d.]{16}/.test(number) && Number.isFinite(Number(number));

/** JSON with sorted names, and without spaces. */
const canonicalText = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  const members = Object.entries(value).sort(byName);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`).join()}}`;
};

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

type Content = OrderSubmitted['payload'];

/**
 * The fields in which two orders differ, compared in the form that their hashes are made of.
 * @returns RFC 6901 pointers into the body of a create: names of known fields and places in lists, never a value.
 * All of `external_data` is the merchant's own, names included: it is one pointer.
 */
export const listDifferences = (one: Content, other: Content): string[] => {
  const inOrder = listContentDifferences(one.order, other.order);
  const isSameData = canonicalJson(one.external_data) === canonicalJson(other.external_data);
  return isSameData ? inOrder : [...inOrder, '/external_data'];
};

/** Without `external_data`. */
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
