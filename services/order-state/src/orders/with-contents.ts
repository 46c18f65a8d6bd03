import type { OrderMessage } from '@delivery/contracts';
import type { Transaction } from '@delivery/postgres';
import { readContents } from './queries/read-orders.js';
import { commandKeyOf } from './rules/command-key.js';
import type { ContentHasher } from './rules/content-hash.js';
import { hasHashOf } from './rules/decide.js';
import type { BatchState } from './rules/decide-batch.js';

/**
 * The locked orders, with the content of those that a create not yet decided says otherwise: the answer names the fields.
 * Contents are large and conflicts rare, hence they are read only then.
 */
export const withContents = async (
  client: Transaction,
  messages: readonly OrderMessage[],
  { orders, commands }: Pick<BatchState, 'orders' | 'commands'>,
  hashOf: ContentHasher,
): Promise<BatchState['orders']> => {
  const isConflicting = (message: OrderMessage): boolean => {
    const order = orders.get(message.order_id);
    if (message.type !== 'order.submitted' || !order || commands.has(commandKeyOf(message))) return false;
    return !hasHashOf(order, message, hashOf);
  };
  const orderIds = [...new Set(messages.filter(isConflicting).map((message) => message.order_id))];
  if (orderIds.length === 0) return orders;
  const contents = await readContents(client, orderIds);
  return new Map([...orders].map(([id, order]) => [id, { ...order, content: contents.get(id) ?? null }]));
};
