import { type PlatformScope } from '@delivery/contracts';
import { platformCalls } from '@delivery/contracts/calls';
import { routeOf } from '@delivery/http-edge';
import { type FeedDeps, pollPlatformFeed } from '../feed/poll-feed.js';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import { type PollDeps, pollMessages } from '../pull/poll-messages.js';
import type { OwnPlatformCalls, PlatformSpec, RunPlatformPoll } from './call.js';
import { passPlatformCall } from './pass-call.js';

export type PlatformCallDeps = { orderState: MerchantCalls; feed: FeedDeps; polling: PollDeps };

/**
 * Every call of the platforms' API that takes a token, those at `/v1` too. order-state knows alone which merchants are
 * the platform's.
 */
export const listPlatformCalls = (deps: PlatformCallDeps): PlatformSpec[] => {
  const own = ownCalls(deps);
  return Object.values(platformCalls)
    .filter(({ isOpen }) => !isOpen)
    .map((declared) => {
      const ofCall = own[declared.id];
      const route = { ...routeOf(declared), handle: passPlatformCall(deps.orderState, declared), ...ofCall };
      return { ...route, api: 'platform', scope: scopeOf(route) };
    });
};

const ownCalls = ({ feed, polling }: PlatformCallDeps): OwnPlatformCalls => ({
  listEvents: { waits: true, handle: pollPlatformFeed(feed) },
  pullWebhooks: { waits: true, takes: true, handle: pollPlatformMessages(polling) },
});

/** Other polls do not get the taken messages for a time, so this is not just a read. */
const scopeOf = ({ method, path, takes, isRead }: Omit<PlatformSpec, 'api' | 'scope'>): PlatformScope => {
  const subject = path.startsWith('/v1/') ? 'webhooks' : 'merchants';
  return (isRead ?? (method === 'GET' && !takes)) ? `${subject}:read` : `${subject}:write`;
};

const pollPlatformMessages = (polling: PollDeps): RunPlatformPoll => {
  const poll = pollMessages(polling);
  return (call) => poll({ ...call, callerId: call.ownerId });
};
