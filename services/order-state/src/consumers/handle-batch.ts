import {
  ack,
  deadLetter,
  OutageError,
  requeue,
  type BatchOutcome,
  type Disposition,
  type ReceivedMessage,
} from '@delivery/messaging';
import type { z } from 'zod';
import { ColumnValueError } from '../db/column.js';
import { classifyDatabaseError } from '../db/error-kind.js';
import { parseMessage } from './parse-message.js';

export type BatchHandler<T, Body = T> = {
  schema: z.ZodType<Body>;
  /** What a message holds to apply: one thing or several. */
  itemsOf: (body: Body) => readonly T[];
  /** Applies all of it in one transaction, or rejects and has applied nothing. */
  apply: (items: readonly T[], messages: readonly ReceivedMessage[]) => Promise<void>;
  waitUntilHealthy: (signal: AbortSignal) => Promise<void>;
};

/**
 * What becomes of a batch. A message that cannot be read, or of which the database refuses something as data, is
 * dead-lettered alone; its neighbours are applied, and so is what else it holds. An outage blames no message: the
 * consumer waits and hands the same batch in again.
 */
export const createBatchHandler =
  <T, Body = T>(handler: BatchHandler<T, Body>) =>
  async (messages: readonly ReceivedMessage[]): Promise<BatchOutcome> => {
    const outcomes = new Map<ReceivedMessage, Disposition>();
    const readable: Entry<T>[] = [];
    for (const message of messages) {
      const parsed = parseMessage(handler.schema, message);
      if (parsed.ok) readable.push(...handler.itemsOf(parsed.value).map((item) => ({ item, message })));
      else outcomes.set(message, deadLetter(parsed.reason));
    }
    await applyOrBisect(handler, readable, outcomes);
    return messages.map((message) => outcomes.get(message) ?? ack);
  };

type Entry<T> = { item: T; message: ReceivedMessage };

const applyOrBisect = async <T>(
  handler: Pick<BatchHandler<T>, 'apply' | 'waitUntilHealthy'>,
  entries: readonly Entry<T>[],
  outcomes: Map<ReceivedMessage, Disposition>,
): Promise<void> => {
  const [first] = entries;
  if (!first) return;
  try {
    await handler.apply(
      entries.map(({ item }) => item),
      entries.map(({ message }) => message),
    );
  } catch (error) {
    const kind = classifyDatabaseError(error);
    if (kind === 'outage') throw toOutage(error, handler.waitUntilHealthy);
    if (entries.length === 1) {
      // Still losing against others after all its tries: later, and without its neighbours waiting for it. That goes
      // before a refusal of what else the message holds: refused, that is found again.
      if (kind === 'conflict') outcomes.set(first.message, requeue);
      else if (!outcomes.has(first.message)) outcomes.set(first.message, deadLetter(reasonOf(error)));
      return;
    }
    const middle = Math.ceil(entries.length / 2);
    await applyOrBisect(handler, entries.slice(0, middle), outcomes);
    await applyOrBisect(handler, entries.slice(middle), outcomes);
  }
};

const toOutage = (error: unknown, waitUntilHealthy: (signal: AbortSignal) => Promise<void>): OutageError =>
  new OutageError('Postgres is away or refuses to work', { cause: error, waitUntilHealthy });

/** An error's own words may quote row data: only its kind, code and constraint are kept. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'could not be applied';
  if (error instanceof ColumnValueError) return `could not be applied: ${error.message}`;
  if (!('code' in error) || typeof error.code !== 'string') return `could not be applied: ${error.name}`;
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? ` (${error.constraint})` : '';
  return `refused by the database: SQLSTATE ${error.code}${constraint}`;
};
