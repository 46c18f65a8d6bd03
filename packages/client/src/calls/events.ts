import type { CallOptions, Send } from '../transport.js';
import type { FeedEvent, FeedFilter, FeedPage } from '../types.js';
import { callJson } from './read-answer.js';

export type FeedOptions = CallOptions & {
  /** Events of one page, at most 100. Default 50. */
  pageSize?: number;
  /**
   * Go on behind a `next_cursor`, the `cursor` of an event, or `latest`: from now on. Absent: from the oldest that is
   * kept.
   */
  after?: string;
};

/**
 * `for await` reads event by event; `pages()` gives whole pages, whose `next_cursor` is to be kept with the work that
 * they caused.
 */
export type Feed = AsyncIterable<FeedEvent> & { pages: () => AsyncIterable<FeedPage> };

export type Events = {
  /** Everything that has happened so far, oldest first. @throws CursorExpired where events behind `after` are gone */
  list: (filter?: FeedFilter, options?: FeedOptions) => Feed;
  /**
   * Lists the events, and then each new event as it happens, without end: abort `signal` or leave the loop to stop.
   * Rejects when a call fails for good; follow again with `after` of the last page that you kept. @throws CursorExpired
   */
  follow: (filter?: FeedFilter, options?: FollowOptions) => Feed;
};

export type FollowOptions = FeedOptions & {
  /** Seconds for which one call waits for an event, 1 to 30. Default 20; a page that nothing came for is empty. */
  wait?: number;
};

const defaultWaitSeconds = 20;

export const createEvents = (send: Send): Events => ({
  list: (filter, options = {}) => createFeed(() => readPages(send, filter, options)),
  follow: (filter, { wait = defaultWaitSeconds, ...options } = {}) =>
    createFeed(() => readPages(send, filter, { ...options, wait })),
});

const createFeed = (pages: () => AsyncIterable<FeedPage>): Feed => {
  const events = async function* () {
    for await (const { data } of pages()) yield* data;
  };
  return { pages, [Symbol.asyncIterator]: events };
};

async function* readPages(
  send: Send,
  filter: FeedFilter | undefined,
  { pageSize, after: first, signal, wait }: FollowOptions,
): AsyncGenerator<FeedPage, void, undefined> {
  const options = signal ? { signal } : {};
  const waitMs = (wait ?? 0) * 1_000;
  for (let after = first, goesOn = true; goesOn;) {
    const query = { events: filter?.events?.join(','), limit: pageSize, after, wait };
    const request = { method: 'GET', path: '/v1/events', query, waitMs, repeat: 'always' } as const;
    const page = await callJson<FeedPage>(send, request, options);
    yield page;
    after = page.next_cursor;
    goesOn = page.has_more || wait !== undefined;
  }
}
