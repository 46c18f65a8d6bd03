import type { WebhookEvent } from '@delivery/contracts';
import type { TcpProxy } from '@delivery/test-support';

/** The destination of a shop's webhooks, posted or pulled. */
export type ShopEndpoint = {
  /** Unique in the round. */
  name: string;
  id: string;
  type: 'push' | 'pull';
  /** None: every event. */
  filter: readonly WebhookEvent[] | undefined;
  /** Between it and the product. */
  proxy: TcpProxy;
  close: () => Promise<void>;
};
