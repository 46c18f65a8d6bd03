import { createHmac } from 'node:crypto';
import type { OrderContent, OrderSubmitted } from '@delivery/contracts';

export type ContentHasher = (message: OrderSubmitted) => Buffer;

/**
 * Keyed hash of what an order says: the known fields, in a fixed key order, and `external_data`, both in one form of the
 * many that say the same. Keyed, because it outlives the erasure of the customer's data and must not allow guessing it.
 * @param keyOf asked at each hash: the key is in the database, which may not have answered yet when this is composed
 */
export const createContentHasher = (keyOf: () => Buffer): ContentHasher => {
  // A create that comes again is asked about more than once, and may be large.
  const known = new WeakMap<OrderSubmitted, Buffer>();
  return (message) => {
    const { order, external_data: externalData } = message.payload;
    const hash =
      known.get(message) ??
      createHmac('sha256', keyOf())
        .update(canonicalize(normalizeOrder(order)))
        .update('\0')
        .update(withoutSpaces(externalData))
        .digest();
    known.set(message, hash);
    return hash;
  };
};

/** An empty list or object says as much as an absent one, and an instant has one text. */
export const normalizeOrder = (order: OrderContent): unknown =>
  withoutEmpty({ ...order, delivery_time: order.delivery_time && instantOf(order.delivery_time) });

/** As the text that nearly everybody sends. */
const instantOf = (dateTime: string): string => new Date(dateTime).toISOString().replace('.000Z', 'Z');

const withoutEmpty = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(withoutEmpty);
  const kept = Object.entries(value)
    .map(([name, member]): [string, unknown] => [name, withoutEmpty(member)])
    .filter(([, member]) => member !== undefined && member !== null);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
};

/** Of valid JSON text: strings are kept as they are. */
export const withoutSpaces = (json: string): string => json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');

/** JSON with sorted keys and without absent or null members: equal content gives equal text. */
const canonicalize = (content: unknown): string => JSON.stringify(withSortedKeys(content));

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
