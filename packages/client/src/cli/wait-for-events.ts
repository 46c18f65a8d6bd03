import type { DeliveryClient } from '../client.js';
import type { FeedPage } from '../types.js';

/** Of one call: it ends by itself. */
const waitMaxSeconds = 20;

/** Where the feed ends now. */
export const readLatest = async (client: DeliveryClient, signal: AbortSignal): Promise<string> => {
  const page = await readFirst(client.events.list({}, { after: 'latest', signal }).pages());
  return page.next_cursor;
};

/**
 * Waits for an event, for so long at most; the page may be empty.
 * @param read.service while it is away the call does not wait for events: its first answer shows that it is back
 */
export const readEventPage = (
  { events }: DeliveryClient,
  {
    after,
    waitMs,
    signal,
    service,
  }: { after: string; waitMs: number; signal: AbortSignal; service: { isAway: boolean } },
): Promise<FeedPage> => {
  const wait = service.isAway ? 0 : Math.min(waitMaxSeconds, Math.floor(waitMs / 1_000));
  return readFirst(events.follow({}, { after, wait, signal }).pages());
};

const readFirst = async (pages: AsyncIterable<FeedPage>): Promise<FeedPage> => {
  for await (const page of pages) return page;
  throw new Error('a feed has a first page, be it empty');
};
