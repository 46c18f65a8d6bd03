/**
 * The disposition of one message, decided by its handler.
 * `ack`: done. `dead-letter`: this message is at fault and goes to `<queue>.dead` with the reason.
 * `requeue`: try again later, on this or another replica; each time raises its delivery count.
 */
export type Disposition = { kind: 'ack' } | { kind: 'dead-letter'; reason: string } | { kind: 'requeue' };

export const ack: Disposition = { kind: 'ack' };
export const requeue: Disposition = { kind: 'requeue' };
/** `reason` is short and free of customers' data: it is shown to operators. */
export const deadLetter = (reason: string): Disposition => ({ kind: 'dead-letter', reason });
