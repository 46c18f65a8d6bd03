import { nextStatuses, type OrderStatus } from '@delivery/contracts';

export const canTransition = (from: OrderStatus, to: OrderStatus): boolean => nextStatuses[from].includes(to);

export const isFinal = (status: OrderStatus): boolean => nextStatuses[status].length === 0;

/** Whether the merchant's "ready" has already been reached or passed: everything but `created` and `canceled`. */
export const isReadyOrLater = (status: OrderStatus): boolean => status !== 'created' && status !== 'canceled';
