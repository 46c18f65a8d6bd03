import { feedPageSchema } from '@delivery/contracts';
import { type Merchant, pollUntil } from '@delivery/test-support';
import { insist } from './insist.js';

/** An event as the feed showed it. */
export type FeedSighting = { orderId: string; sequence: number };

export type FeedFollower = {
  /** In the order of arrival, with repeats. */
  seen: readonly FeedSighting[];
  /** Reads until `count` events were seen, or gives up after some seconds. */
  readUntil: (count: number) => Promise<void>;
  close: () => Promise<void>;
};

/** Shorter than the timeout of a call. */
const waitSeconds = 1;
/** The wait after the load has ended: an event that has not arrived by then is missing. */
const lastReadMs = 10_000;

/** A merchant's second system: follows the feed from cursor to cursor, and repeats a call that got no answer. */
export const followFeed = (merchant: Merchant, onWrongAnswer: (message: string) => void): FeedFollower => {
  const seen: FeedSighting[] = [];
  const closing = new AbortController();
  const follow = async (): Promise<void> => {
    for (let after = ''; !closing.signal.aborted;) {
      const page = await readPage(merchant, after, closing.signal);
      seen.push(...page.data.map(({ order_id: orderId, sequence }) => ({ orderId, sequence })));
      after = `&after=${page.next_cursor}`;
    }
  };
  const following = follow().catch((error: unknown) => {
    if (!closing.signal.aborted) onWrongAnswer(error instanceof Error ? error.message : String(error));
  });
  return {
    seen,
    readUntil: async (count) => {
      const isThere = () => (seen.length >= count ? true : undefined);
      // The comparison afterwards names the events that are missing.
      await pollUntil(`${count} events in the feed`, isThere, lastReadMs).catch(() => undefined);
    },
    close: () => {
      closing.abort();
      return following;
    },
  };
};

const readPage = async (merchant: Merchant, after: string, signal: AbortSignal) => {
  const { body } = await insist(
    'the feed',
    (call) => merchant.call(`/v1/events?limit=20&wait=${waitSeconds}${after}`, call),
    {
      final: [200],
      again: [429, 503],
      signal,
      onRetry: () => undefined,
    },
  );
  return feedPageSchema.parse(body);
};
