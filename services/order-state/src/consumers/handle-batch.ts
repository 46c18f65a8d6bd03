import type { z } from 'zod';
import {
  ack,
  type BatchOutcome,
  deadLetter,
  type Disposition,
  OutageError,
  type ReceivedMessage,
} from '@delivery/messaging';
import { classifyDatabaseError } from '@delivery/postgres';
import { type Apart, applyApart, describeRefusal } from '../orders/apply-apart.js';
import { parseMessage } from './parse-message.js';

/** One item to apply, and the message that holds it. */
export type Entry<T> = { item: T; message: ReceivedMessage };

export type BatchHandler<T, Body = T> = Pick<Apart<Entry<T>>, 'apply' | 'findHeld'> & {
  schema: z.ZodType<Body>;
  /** The items to apply in a message: one or several. */
  itemsOf: (body: Body) => readonly T[];
  /** Why a message that can be read is refused. */
  explainRefusal?: (body: Body, message: ReceivedMessage) => string | undefined;
  /** Why items are refused because of data in the database: the reasons by item. */
  findRefusals?: (items: readonly T[]) => Promise<ReadonlyMap<T, string>>;
  /** Keeps an item that cannot be applied now in the database: from then on its message is done. */
  park: (held: readonly Entry<T>[]) => Promise<void>;
  waitUntilHealthy: (signal: AbortSignal) => Promise<void>;
};

/**
 * The outcome of a batch. A message that cannot be read, or of which the database refuses an item as data, is
 * dead-lettered alone; its neighbours are applied, and so are its other items. An item that needs a row that another session
 * holds is parked. An outage blames no message: the consumer waits and hands the same batch in again.
 */
export const createBatchHandler =
  <T, Body = T>(handler: BatchHandler<T, Body>): ((messages: readonly ReceivedMessage[]) => Promise<BatchOutcome>) =>
  async (messages) => {
    const refused = new Map<ReceivedMessage, Disposition>();
    const refuse = (message: ReceivedMessage, reason: string): void => {
      if (!refused.has(message)) refused.set(message, deadLetter(reason));
    };
    const read = (message: ReceivedMessage): Entry<T>[] => {
      const parsed = parseMessage(handler.schema, message);
      const reason = parsed.ok ? handler.explainRefusal?.(parsed.value, message) : parsed.reason;
      if (reason !== undefined) refuse(message, reason);
      return parsed.ok && reason === undefined ? handler.itemsOf(parsed.value).map((item) => ({ item, message })) : [];
    };
    try {
      for (const part of inParts(messages)) {
        const entries = part.flatMap(read);
        const refusals = await handler.findRefusals?.(entries.map(({ item }) => item));
        const accepted = entries.filter(({ item, message }) => {
          const reason = refusals?.get(item);
          if (reason !== undefined) refuse(message, reason);
          return reason === undefined;
        });
        await applyApart(accepted, {
          ...handler,
          setAside: handler.park,
          refuse: ({ message }, error) => refuse(message, describeRefusal(error)),
        });
      }
    } catch (error) {
      // Also where a whole table is locked: no message is at fault.
      if (classifyDatabaseError(error) === 'data') throw error;
      const { waitUntilHealthy } = handler;
      throw new OutageError('Postgres is unavailable', { cause: error, waitUntilHealthy });
    }
    return messages.map((message) => refused.get(message) ?? ack);
  };

/** Those of the entries whose items are held. */
export const findHeldEntries = async <T>(
  entries: readonly Entry<T>[],
  findHeld: (items: readonly T[]) => Promise<ReadonlySet<T>>,
): Promise<ReadonlySet<Entry<T>>> => {
  const held = await findHeld(entries.map(({ item }) => item));
  return new Set(entries.filter(({ item }) => held.has(item)));
};

/** Bodies read and applied together: in memory they take several times as much, and the event loop waits while they are read. */
const bytesMax = 4 * 1024 * 1024;

function* inParts(messages: readonly ReceivedMessage[]): Generator<ReceivedMessage[]> {
  let part: ReceivedMessage[] = [];
  let bytes = 0;
  for (const message of messages) {
    if (part.length > 0 && bytes + message.body.length > bytesMax) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(message);
    bytes += message.body.length;
  }
  if (part.length > 0) yield part;
}
