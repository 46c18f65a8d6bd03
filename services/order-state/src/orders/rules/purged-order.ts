import type { OrderMessage, RefusalCode } from '@delivery/contracts';
import type { ContentHasher } from './content-hash.js';

/** The remains of an order that retention purged. */
export type PurgedOrder = {
  id: string;
  /** `yyyy-mm-dd`, of UTC. */
  purgedOn: string;
  /** The first bytes of the hash of the order's content. */
  contentHash: Buffer;
};

type PurgedDecision = { outcome: 'unchanged' | 'refused'; code: RefusalCode | null; detail: string | null };

/** The decision about a message whose order is purged: nothing changes, and a create that says the same is the same order. Pure. */
export const decidePurged = (purged: PurgedOrder, message: OrderMessage, hashOf: ContentHasher): PurgedDecision => {
  if (message.type !== 'order.submitted')
    return { outcome: 'refused', code: 'order_purged', detail: describePurged(purged) };
  if (isBegunBy(hashOf(message), purged.contentHash)) return { outcome: 'unchanged', code: null, detail: null };
  const detail = `This external_id belonged to an order with different content, which was purged on ${purged.purgedOn}.`;
  return { outcome: 'refused', code: 'external_id_conflict', detail };
};

export const describePurged = ({ purgedOn }: Pick<PurgedOrder, 'purgedOn'>): string =>
  `The order was purged on ${purgedOn}, because it had been inactive for longer than orders are kept.`;

const isBegunBy = (hash: Buffer, beginning: Buffer): boolean => hash.subarray(0, beginning.length).equals(beginning);
