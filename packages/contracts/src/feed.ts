/** Headers of a page of the feed, from order-state to intake-api, which waits for the next event. */
export const feedHeaders = { state: 'x-feed-state', next: 'x-feed-next', count: 'x-feed-count' } as const;

/**
 * `more`: the next page is there already. `end`: there is nothing more. `held_back`: something is committed that an older
 * transaction still hides, see ADR 33.
 */
export const feedStates = ['more', 'end', 'held_back'] as const;
export type FeedState = (typeof feedStates)[number];
