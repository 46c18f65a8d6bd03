import type { CallOptions, Send } from '../transport.js';
import type { FeedEvent, FeedFilter, FeedPage } from '../types.js';
import { readJson } from './read-answer.js';

export type FeedOptions = CallOptions & {
  /** Events of one page, at most 100. Default 50. */
  pageSize?: number;
  /** Go on behind a `next_cursor`, or the `cursor` of an event. Absent: from the oldest that is kept. */
  after?: string;
};

/** `for await` reads event by event; `pages()` gives whole pages, whose `next_cursor` is to be kept with the work that they caused. */
export type Feed = AsyncIterable<FeedEvent> & { pages: () => AsyncIterable<FeedPage> };

export type Events = {
  /** Everything that has happened so far, oldest first. @throws CursorExpired where events behind `after` are gone */
  list: (filter?: FeedFilter, options?: FeedOptions) => Feed;
};

export const createEvents = (send: Send): Events => ({
  list: (filter, options = {}) => createFeed(readPages(send, filter, options)),
});

const createFeed = (pages: () => AsyncIterable<FeedPage>): Feed => {
  const events = async function* () {
    for await (const { data } of pages()) yield* data;
  };
  return { pages, [Symbol.asyncIterator]: events };
};

const readPages = (send: Send, filter: FeedFilter | undefined, { pageSize, after: first, signal }: FeedOptions) =>
  async function* () {
    const options = signal ? { signal } : {};
    for (let after = first, hasMore = true; hasMore;) {
      const query = { ...filter, limit: pageSize, after };
      const page = readJson<FeedPage>(
        await send({ method: 'GET', path: '/v1/events', query, repeat: 'always' }, options),
      );
      yield page;
      ({ next_cursor: after, has_more: hasMore } = page);
    }
  };
