import type { OrderMessage } from '@delivery/contracts';

/** Distinguishes a message from all others: its id alone distinguishes it within its order. */
export const commandKeyOf = ({ order_id, id }: Pick<OrderMessage, 'order_id' | 'id'>): string => `${order_id}/${id}`;
