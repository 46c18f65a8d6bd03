import type { OrderMessage } from '@delivery/contracts';

/** Tells a message from all others: its id tells it from those of its order alone. */
export const commandKeyOf = ({ order_id, id }: Pick<OrderMessage, 'order_id' | 'id'>): string => `${order_id}/${id}`;
