import type { Merchant } from '@delivery/test-support';
import type { FeedFollower } from '../load/follow-feed.js';
import type { ReceivedWebhook } from '../record.js';
import type { ShopServer } from './open-server.js';
import type { Till } from './open-till.js';

/** A merchant with servers and a till of its own. */
export type Shop = {
  index: number;
  merchant: Merchant;
  servers: readonly ShopServer[];
  till: Till;
  /** Follows the merchant's feed, beside its endpoints. */
  feed: FeedFollower;
  /** Resolves when a webhook of the order that fulfils the predicate has been accepted. */
  waitForWebhook: (
    orderId: string,
    isWanted: (webhook: ReceivedWebhook) => boolean,
    signal: AbortSignal,
  ) => Promise<void>;
  close: () => Promise<void>;
};
