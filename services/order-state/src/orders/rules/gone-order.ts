import type { OrderMessage, RefusalCode } from '@delivery/contracts';
import type { ContentHasher } from './content-hash.js';

/** What is left of an order that retention took. */
export type GoneOrder = {
  id: string;
  /** `yyyy-mm-dd`, of UTC. */
  goneOn: string;
  /** The first bytes of what the order's content was hashed to. */
  contentHash: Buffer;
};

type GoneDecision = { outcome: 'unchanged' | 'refused'; code: RefusalCode | null; detail: string | null };

/** What a message comes to whose order is gone: nothing changes, and a create that says the same is the same order. Pure. */
export const decideGone = (gone: GoneOrder, message: OrderMessage, hashOf: ContentHasher): GoneDecision => {
  if (message.type !== 'order.submitted') return { outcome: 'refused', code: 'order_gone', detail: describeGone(gone) };
  if (isBegunBy(hashOf(message), gone.contentHash)) return { outcome: 'unchanged', code: null, detail: null };
  const detail = `this external_id was used before for an order with other content, which is gone since ${gone.goneOn}`;
  return { outcome: 'refused', code: 'external_id_conflict', detail };
};

export const describeGone = ({ goneOn }: Pick<GoneOrder, 'goneOn'>): string =>
  `The order is gone since ${goneOn}: nothing had happened to it for longer than orders are kept.`;

const isBegunBy = (hash: Buffer, beginning: Buffer): boolean => hash.subarray(0, beginning.length).equals(beginning);
