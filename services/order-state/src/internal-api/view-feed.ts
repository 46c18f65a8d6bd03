import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  eventFeedQuerySchema,
  feedHeaders,
  type FeedState,
  latestCursor,
  type WebhookEvent,
} from '@delivery/contracts';
import {
  type Answer,
  decodeCursor,
  encodeCursor,
  ProblemError,
  type QueryHandler,
  withQuery,
} from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { readReferences } from '../merchants/queries.js';
import {
  type FeedCursor,
  type FeedEnd,
  type FeedRead,
  type FeedReader,
  type FeedRow,
  readFeed,
  readFeedEnd,
} from '../orders/queries/events.js';
import { readMerchantId, readOwnerId } from '../shared-api/read-params.js';

/** Events looked at for one page: a rare event is found over several pages, some of them empty. */
const lookAtMax = 1_000;

/** Every event of one merchant, in an order in which no event is ever added before one that was shown. */
export const viewFeed = (deps: { pool: Pool }): QueryHandler =>
  withQuery(eventFeedQuerySchema, async (query, request) => {
    const merchantId = readMerchantId(request);
    const { shown, next, state } = await readMerchantEvents(deps.pool, query, {
      reader: 'merchant',
      readerId: merchantId,
      catchUp: 'Read what has changed with GET /v1/external-orders?updated_since=',
    });
    const cursorOf = (position: FeedCursor): string => writeCursor(merchantId, position);
    const entries = shown.map((row) => renderEvent(row, cursorOf(cursorBehind(row))));
    return answerPage(entries, state, cursorOf(next));
  });

/** The feed of all merchants of a platform. */
export const viewPlatformFeed = (deps: { pool: Pool }): QueryHandler =>
  withQuery(eventFeedQuerySchema, async (query, request) => {
    const readerId = readOwnerId(request);
    const { shown, next, state } = await readMerchantEvents(deps.pool, query, {
      reader: 'platform',
      readerId,
      catchUp: 'Read what has changed of each merchant with GET /v1/external-orders?updated_since=',
    });
    const references = await readReferences(deps.pool, [...new Set(shown.map(({ merchant_id }) => merchant_id))]);
    const cursorOf = (position: FeedCursor): string => writeCursor(readerId, position);
    const entries = shown.map((row) => {
      const of = { merchant_id: row.merchant_id, reference: references.get(row.merchant_id) ?? null };
      return renderEvent(row, cursorOf(cursorBehind(row)), of);
    });
    return answerPage(entries, state, cursorOf(next));
  });

/** @param entries as JSON text */
export const answerPage = (entries: readonly string[], state: FeedState, nextCursor: string): Answer => ({
  status: 200,
  body: `{"data":[${entries.join(',')}],"next_cursor":"${nextCursor}","has_more":${state === 'more'}}`,
  headers: {
    [feedHeaders.state]: state,
    [feedHeaders.next]: nextCursor,
    [feedHeaders.count]: String(entries.length),
  },
});

/** The body is spliced in as the text that was signed and sent. */
const renderEvent = (row: FeedRow, cursor: string, of: object = {}): string => {
  const { order_id, sequence, event, created_at, body } = row;
  const head = JSON.stringify({ cursor, ...of, order_id, sequence, event, at: created_at.toISOString() });
  return `${head.slice(0, -1)},"body":${body}}`;
};

export type FeedPage = { shown: readonly FeedRow[]; next: FeedCursor; state: FeedState };

type FeedAsked = {
  reader: FeedReader;
  readerId: string;
  limit: number;
  after?: string | undefined;
  events: readonly WebhookEvent[];
  isWanted: (row: FeedRow) => boolean;
  /** The way back after an expired cursor. */
  catchUp: string;
};

const readMerchantEvents = (
  pool: Pool,
  query: z.infer<typeof eventFeedQuerySchema>,
  asked: Pick<FeedAsked, 'reader' | 'readerId' | 'catchUp'>,
): Promise<FeedPage> => {
  const wanted: readonly string[] = query.events;
  return readFeedPage(pool, { ...query, ...asked, isWanted: ({ event }) => wanted.includes(event) });
};

export const readFeedPage = async (pool: Pool, asked: FeedAsked): Promise<FeedPage> => {
  const { reader, readerId, limit, events, isWanted, catchUp } = asked;
  if (asked.after === latestCursor) return toEndPage(await readFeedEnd(pool, reader, readerId));
  const after = readCursor(readerId, asked.after);
  const read = await readFeed(pool, { reader, readerId, after, events, rowMax: limit + 1, lookAtMax });
  if (after) checkCursor(after, read, catchUp);
  return toFeedPage(read, { limit, isWanted, after });
};

/**
 * Where everything below the horizon was looked at, the next page begins there: a cursor does not age while nothing
 * happens. But no cursor is given out that a crash could take the database back from; positions of events are durable
 * as they are.
 */
export const toFeedPage = (
  read: FeedRead,
  { limit, isWanted, after }: { limit: number; isWanted: (row: FeedRow) => boolean; after: FeedCursor | undefined },
): FeedPage => {
  const { rows, isHeldBack } = read;
  const wanted = rows.filter(isWanted);
  const shown = wanted.slice(0, limit);
  const last = shown.at(-1);
  if (wanted.length > limit && last) return { shown, next: cursorBehind(last), state: 'more' };
  const lookedAtLast = rows.find(({ looked_at }) => looked_at === lookAtMax);
  if (lookedAtLast) return { shown, next: cursorBehind(lookedAtLast), state: 'more' };
  const state = isHeldBack ? 'held_back' : 'end';
  if (read.isHorizonDurable) return { shown, next: cursorAt(read.horizon), state };
  return { shown, next: last ? cursorBehind(last) : (after ?? cursorAt(read.purgedPosition + 1)), state };
};

/** The end of a feed, where nothing is shown: all later events come behind its cursor, which names no order. */
const toEndPage = ({ horizon, isHorizonDurable, purgedPosition, newestPosition }: FeedEnd): FeedPage => ({
  shown: [],
  next: cursorAt(isHorizonDurable ? horizon : (newestPosition ?? purgedPosition) + 1),
  state: 'end',
});

const cursorAt = (position: number): FeedCursor => ({ position, orderId: '', sequence: 0 });

export const cursorBehind = ({ position, order_id, sequence }: FeedRow): FeedCursor => ({
  position,
  orderId: order_id,
  sequence,
});

const cursorSchema = z.tuple([
  z.literal('feed'),
  z.string(),
  z.int().min(0),
  z.string().max(24),
  z.int().min(0).max(2_147_483_647),
]);

const afterExpected = `after: expected a next_cursor or cursor of your own events, unchanged, or ${latestCursor}.`;

export const writeCursor = (readerId: string, { position, orderId, sequence }: FeedCursor): string =>
  encodeCursor(['feed', markOf(readerId), position, orderId, sequence]);

const readCursor = (readerId: string, after: string | undefined): FeedCursor | undefined => {
  const cursor = decodeCursor(cursorSchema, after, afterExpected);
  if (!cursor) return undefined;
  const [, mark, position, orderId, sequence] = cursor;
  if (mark !== markOf(readerId)) throw new ProblemError('invalid_parameter', afterExpected);
  return { position, orderId, sequence };
};

/** Tells a cursor of another reader, whose order says nothing here. */
const markOf = (readerId: string): string => createHash('sha256').update(`feed ${readerId}`).digest('hex').slice(0, 8);

/**
 * A cursor whose successors may be purged, or which this database has not reached, must not look like one without new
 * events.
 */
const checkCursor = ({ position }: FeedCursor, { purgedPosition, horizon }: FeedRead, catchUp: string): void => {
  if (position > purgedPosition && position <= horizon) return;
  throw new ProblemError(
    'cursor_expired',
    `after: ${position > horizon ? 'the service was restored to a time before this cursor' : 'the events after this cursor were purged'}. ` +
      `${catchUp}, then start again without after.`,
  );
};
