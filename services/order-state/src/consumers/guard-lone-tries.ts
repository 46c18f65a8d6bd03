import { randomUUID } from 'node:crypto';
import { type BatchOutcome, deadLetter, keep, OutageError, type ReceivedMessage } from '@delivery/messaging';
import { classifyDatabaseError, type Queryable } from '@delivery/postgres';
import { beginLoneTry, endLoneTry, type LoneTry } from '../orders/sql/lone-tries.js';
import { messageKeyOf } from './message-key.js';

export type HandleBatch = (messages: readonly ReceivedMessage[]) => Promise<BatchOutcome>;

/** From this `x-delivery-count` on a message is handled alone, see packages/messaging. */
export const loneFromDeliveryCount = 3;
/** So many processes may die with the same message alone in hand; then it is what kills them. */
export const loneTryMax = 5;

const processId = randomUUID();

/**
 * Ends what a message does that kills its process: without it the queue's delivery limit would, after a hundred deaths.
 * Only a death counts. A try that ends in any other way, an outage too, takes its row back, and the same process counts
 * once however often it tries: an outage alone never makes a dead letter.
 */
export const guardLoneTries =
  (deps: {
    pool: Queryable;
    queue: string;
    waitUntilHealthy: (signal: AbortSignal) => Promise<void>;
    handle: HandleBatch;
  }): HandleBatch =>
  async (messages) => {
    const [message] = messages;
    if (!message || messages.length > 1 || message.deliveryCount < loneFromDeliveryCount) return deps.handle(messages);
    const lone: LoneTry = { queue: deps.queue, messageKey: messageKeyOf(message), processId };
    const tries = await beginLoneTry(deps.pool, lone).catch((cause: unknown) => {
      if (classifyDatabaseError(cause) === 'locked') return undefined;
      throw new OutageError('a lone try cannot be recorded', { cause, waitUntilHealthy: deps.waitUntilHealthy });
    });
    if (tries === undefined) return [keep];
    if (tries > loneTryMax)
      return [
        deadLetter(`the process died with it, alone in hand, ${tries - 1} times in ${message.deliveryCount} tries`),
      ];
    try {
      return await deps.handle(messages);
    } finally {
      // With Postgres away the row stays, and counts once for this process: as bearable as it is rare.
      await endLoneTry(deps.pool, lone).catch(() => undefined);
    }
  };
