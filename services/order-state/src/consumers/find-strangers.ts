import type { OrderMessage } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';
import { findMerchants } from '../merchants/queries.js';

const noMerchant = 'merchant_id is not a merchant of this service';

/**
 * Messages of merchants that there are not. A system with the right to publish merchants' commands could create orders for them
 * otherwise. A merchant stays for ever, so each is looked up once.
 */
export const createFindStrangers = (
  pool: Queryable,
): (<Message extends OrderMessage>(messages: readonly Message[]) => Promise<ReadonlyMap<Message, string>>) => {
  const known = new Set<string>();
  return async (messages) => {
    const unknown = new Set(messages.flatMap(merchantOf).filter((id) => !known.has(id)));
    if (unknown.size > 0) for (const id of await findMerchants(pool, [...unknown])) known.add(id);
    const strangers = messages.filter((message) => merchantOf(message).some((id) => !known.has(id)));
    return new Map(strangers.map((message) => [message, noMerchant]));
  };
};

/** A courier's report need not name one. */
const merchantOf = ({ merchant_id: id }: OrderMessage): string[] => (id === undefined ? [] : [id]);
