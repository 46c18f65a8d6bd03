import type { z } from 'zod';
import {
  ack,
  type BatchOutcome,
  deadLetter,
  type Disposition,
  keep,
  OutageError,
  type ReceivedMessage,
} from '@delivery/messaging';
import { classifyDatabaseError, ColumnValueError } from '@delivery/postgres';
import type { LockCaution } from '../orders/lock-caution.js';
import { parseMessage } from './parse-message.js';

export type BatchHandler<T, Body = T> = {
  schema: z.ZodType<Body>;
  /** What a message holds to apply: one thing or several. */
  itemsOf: (body: Body) => readonly T[];
  /** Applies these in one transaction, or rejects and has applied nothing. */
  apply: (items: readonly T[], messages: readonly ReceivedMessage[]) => Promise<void>;
  /** What an item is about: items about the same are applied in the order in which they came. */
  subjectOf: (item: T) => string;
  /** Those that need a row which somebody else holds now. */
  findLocked: (items: readonly T[]) => Promise<ReadonlySet<T>>;
  caution: LockCaution;
  waitUntilHealthy: (signal: AbortSignal) => Promise<void>;
};

/**
 * What becomes of a batch. A message that cannot be read, or of which the database refuses something as data, is
 * dead-lettered alone; its neighbours are applied, and so is what else it holds. What needs a row that somebody else holds
 * is kept until that is free, and what follows about the same with it; its neighbours are applied. An outage blames no message: the consumer waits and hands the
 * same batch in again.
 */
export const createBatchHandler = <T, Body = T>(
  handler: BatchHandler<T, Body>,
): ((messages: readonly ReceivedMessage[]) => Promise<BatchOutcome>) => {
  const leftOver = new WeakMap<ReceivedMessage, LeftOver<T>>();
  return async (messages) => {
    const batch: Batch<T> = { outcomes: new Map(), kept: [] };
    for (const some of inParts(messages)) {
      const entries = some.flatMap((message) => {
        const left = leftOver.get(message) ?? read(handler, message);
        if (left.refusal) batch.outcomes.set(message, left.refusal);
        return left.items.map((item) => ({ item, message }));
      });
      const free = handler.caution.isOn() ? await setLockedAside(handler, entries, batch) : entries;
      for (let from = 0; from < free.length; from += applyMax)
        await applyOrBisect(handler, free.slice(from, from + applyMax), batch);
    }
    const kept = new Map<ReceivedMessage, T[]>();
    for (const { item, message } of batch.kept) kept.set(message, [...(kept.get(message) ?? []), item]);
    for (const [message, items] of kept) leftOver.set(message, { items, refusal: batch.outcomes.get(message) });
    return messages.map((message) => (kept.has(message) ? keep : (batch.outcomes.get(message) ?? ack)));
  };
};

/** Things applied in one transaction: many more may have waited for one row, and come at once when it is free. */
const applyMax = 1_000;

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

/** What of a message is still to be applied, and how what was applied of it was refused. */
type LeftOver<T> = { items: readonly T[]; refusal: Disposition | undefined };

const read = <T, Body>(
  { schema, itemsOf }: Pick<BatchHandler<T, Body>, 'schema' | 'itemsOf'>,
  message: ReceivedMessage,
): LeftOver<T> => {
  const parsed = parseMessage(schema, message);
  return parsed.ok
    ? { items: itemsOf(parsed.value), refusal: undefined }
    : { items: [], refusal: deadLetter(parsed.reason) };
};

type Entry<T> = { item: T; message: ReceivedMessage };
type Batch<T> = { outcomes: Map<ReceivedMessage, Disposition>; kept: Entry<T>[] };
type Applying<T> = Pick<BatchHandler<T>, 'apply' | 'subjectOf' | 'findLocked' | 'caution' | 'waitUntilHealthy'>;

const applyOrBisect = async <T>(handler: Applying<T>, wanted: readonly Entry<T>[], batch: Batch<T>): Promise<void> => {
  const entries = keepBehindKept(handler, wanted, batch);
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
    if (kind === 'locked') handler.caution.raise();
    const free = kind === 'locked' ? await setLockedAside(handler, entries, batch) : entries;
    if (free.length < entries.length) return applyOrBisect(handler, free, batch);
    if (entries.length === 1) {
      // Still losing against others after all its tries, or waiting for what no look shows: later.
      if (kind !== 'data') batch.kept.push(first);
      else if (!batch.outcomes.has(first.message)) batch.outcomes.set(first.message, deadLetter(reasonOf(error)));
      return;
    }
    const middle = Math.ceil(entries.length / 2);
    await applyOrBisect(handler, entries.slice(0, middle), batch);
    await applyOrBisect(handler, entries.slice(middle), batch);
  }
};

/** What is free by now still comes after what was kept before it. @returns what may go on */
const keepBehindKept = <T>(
  { subjectOf }: Applying<T>,
  entries: readonly Entry<T>[],
  batch: Batch<T>,
): readonly Entry<T>[] => {
  if (batch.kept.length === 0) return entries;
  const subjects = new Set(batch.kept.map(({ item }) => subjectOf(item)));
  const isBehind = ({ item }: Entry<T>) => subjects.has(subjectOf(item));
  batch.kept.push(...entries.filter(isBehind));
  return entries.filter((entry) => !isBehind(entry));
};

/** @returns what may go on */
const setLockedAside = async <T>(
  { findLocked, caution, waitUntilHealthy }: Applying<T>,
  entries: readonly Entry<T>[],
  batch: Batch<T>,
): Promise<readonly Entry<T>[]> => {
  if (entries.length === 0) return entries;
  const locked = await findLocked(entries.map(({ item }) => item)).catch((error: unknown) => {
    if (classifyDatabaseError(error) === 'outage') throw toOutage(error, waitUntilHealthy);
    // What is wrong with one of them shows when it is applied.
    return new Set<T>();
  });
  if (locked.size > 0) caution.raise();
  batch.kept.push(...entries.filter(({ item }) => locked.has(item)));
  return entries.filter(({ item }) => !locked.has(item));
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
