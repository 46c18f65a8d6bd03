import type { z } from 'zod';
import { type OrderMessage, schemaVersion } from '@delivery/contracts';
import {
  ack,
  type BatchOutcome,
  deadLetter,
  type Disposition,
  OutageError,
  type ReceivedMessage,
} from '@delivery/messaging';
import { classifyDatabaseError, type Queryable } from '@delivery/postgres';
import { type Apart, applyApart, describeRefusal } from '../ledger/apply-apart.js';
import { findMerchants } from '../merchants/queries.js';

/** One item to apply, and the message that holds it. */
export type Entry<T> = { item: T; message: ReceivedMessage };

type BatchHandler<T, Body = T> = Omit<Apart<Entry<T>>, 'setAside' | 'refuse'> & {
  schema: z.ZodType<Body>;
  /** The items to apply in a message: one or several. */
  itemsOf: (body: Body) => readonly T[];
  /** Why a message that can be read is refused. */
  explainRefusal?: (body: Body) => string | undefined;
  /** Why items are refused because of data in the database: the reasons by item. */
  findRefusals?: (items: readonly T[]) => Promise<ReadonlyMap<T, string>>;
  /** Keeps an item that cannot be applied now in the database: from then on its message is done. */
  park: (held: readonly Entry<T>[]) => Promise<void>;
  waitUntilHealthy: (signal: AbortSignal) => Promise<void>;
};

/**
 * The outcome of a batch. A message that cannot be read, or of which the database refuses an item as data, is
 * dead-lettered alone; its neighbours are applied, and so are its other items. An item that needs a row that another
 * session holds is parked, and one that takes too long is set aside. An outage blames no message: the consumer waits
 * and hands the same batch in again. So does Postgres if it may be slow for all, but only with the messages that were
 * not applied.
 */
export const createBatchHandler = <T, Body = T>(
  handler: BatchHandler<T, Body>,
): ((messages: readonly ReceivedMessage[]) => Promise<BatchOutcome>) => {
  let start: 'patient' | 'brief' = 'patient';
  return async (messages) => {
    const refused = new Map<ReceivedMessage, Disposition>();
    const left = new Set<ReceivedMessage>();
    try {
      for (const part of inParts(messages)) {
        const unapplied = left.size > 0 ? part : await applyPart(handler, part, { refused, start });
        for (const message of unapplied) left.add(message);
      }
    } catch (error) {
      // Also where a whole table is locked: no message is at fault.
      if (classifyDatabaseError(error) === 'data') throw error;
      const { waitUntilHealthy } = handler;
      throw new OutageError('Postgres is unavailable', { cause: error, waitUntilHealthy });
    }
    start = left.size > 0 ? 'brief' : 'patient';
    const dispositionOf = (message: ReceivedMessage): Disposition => refused.get(message) ?? ack;
    if (left.size === 0) return messages.map(dispositionOf);
    const applied = messages.filter((message) => !left.has(message));
    throw new OutageError('Postgres is slow for every message that was tried', {
      waitUntilHealthy: handler.waitUntilHealthy,
      done: new Map(applied.map((message) => [message, dispositionOf(message)])),
    });
  };
};

type Applying = { refused: Map<ReceivedMessage, Disposition>; start: 'patient' | 'brief' };

/** @returns the messages of items that were neither applied, nor parked, nor refused */
const applyPart = async <T, Body>(
  handler: BatchHandler<T, Body>,
  messages: readonly ReceivedMessage[],
  { refused, start }: Applying,
): Promise<ReceivedMessage[]> => {
  const refuse = (message: ReceivedMessage, reason: string): void => {
    if (!refused.has(message)) refused.set(message, deadLetter(reason));
  };
  const entries = messages.flatMap((message): Entry<T>[] => {
    const parsed = parseMessage(handler.schema, message);
    const reason = parsed.ok ? handler.explainRefusal?.(parsed.value) : parsed.reason;
    if (reason !== undefined) refuse(message, reason);
    return parsed.ok && reason === undefined ? handler.itemsOf(parsed.value).map((item) => ({ item, message })) : [];
  });
  const refusals = await handler.findRefusals?.(entries.map(({ item }) => item));
  const accepted = entries.filter(({ item, message }) => {
    const reason = refusals?.get(item);
    if (reason !== undefined) refuse(message, reason);
    return reason === undefined;
  });
  const left = await applyApart(
    accepted,
    { ...handler, setAside: handler.park, refuse: ({ message }, error) => refuse(message, describeRefusal(error)) },
    start,
  );
  return left.map(({ message }) => message);
};

/**
 * Bodies read and applied together: in memory they take several times as much, and the event loop waits while they are
 * read.
 */
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

type ParsedMessage<T> = { ok: true; value: T } | { ok: false; reason: string };

/** Reads a message's JSON against its schema. The reason names fields and expectations, never values. */
const parseMessage = <T>(schema: z.ZodType<T>, message: ReceivedMessage): ParsedMessage<T> => {
  const json = parseJson(message.body);
  if (json === undefined) return { ok: false, reason: 'the body is not JSON' };
  const newer = newerVersion(json);
  if (newer !== undefined)
    return { ok: false, reason: `schema_version ${newer} is newer than ${schemaVersion}, the newest known here` };
  const parsed = schema.safeParse(json, { reportInput: false });
  if (parsed.success) return { ok: true, value: parsed.data };
  const faults = parsed.error.issues
    .slice(0, faultMax)
    .map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  return { ok: false, reason: `does not match its schema: ${faults.join('; ')}` };
};

const faultMax = 5;

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
};

const newerVersion = (json: unknown): number | undefined => {
  if (typeof json !== 'object' || json === null || !('schema_version' in json)) return undefined;
  const version = json.schema_version;
  return typeof version === 'number' && version > schemaVersion ? version : undefined;
};

const noMerchant = 'merchant_id is not a merchant of this service';

/**
 * Messages of merchants that there are not. A system with the right to publish merchants' commands could create orders
 * for them otherwise. A merchant stays for ever, so each is looked up once.
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
