import { merchantCalls } from '@delivery/contracts/calls';
import { routeOf } from '@delivery/http-edge';
import { type FeedDeps, pollFeed } from '../feed/poll-feed.js';
import { pollPosition, type PositionDeps } from '../feed/poll-position.js';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import type { SubmitCreate } from '../publish/submit-create.js';
import type { SubmitMessage } from '../publish/submit-message.js';
import { type PollDeps, pollMessages } from '../pull/poll-messages.js';
import type { CallSpec, OpenSpec, OwnMerchantCalls } from './call.js';
import { changeOrder } from './change-order.js';
import { createOrder, validateOrder } from './create-order.js';
import { oauthCalls } from './oauth-calls.js';
import { openDeliveryCalls } from './open-delivery-calls.js';
import { passMerchantCall } from './pass-call.js';
import { cancelOrder, markReady } from './request-transition.js';
import { sessionCalls, type SessionDeps } from './session-calls.js';

export type CallDeps = SessionDeps & {
  submit: SubmitMessage;
  submitCreate: SubmitCreate;
  orderState: MerchantCalls;
  polling: PollDeps;
  feed: FeedDeps;
  positions: PositionDeps;
};

/** Every call of the merchants' API, in the order in which they are declared: creating, by far the most frequent, is tried first. */
export const listCalls = (deps: CallDeps): (CallSpec | OpenSpec)[] => {
  const own = ownCalls(deps);
  return [
    ...Object.values(merchantCalls).map((declared): CallSpec | OpenSpec => {
      const route = routeOf(declared);
      const ofCall = own[declared.id];
      if (ofCall && 'open' in ofCall) return { ...route, ...ofCall };
      return { ...route, limit: 'other', handle: passMerchantCall(deps.orderState, declared), ...ofCall };
    }),
    ...oauthCalls(deps),
    ...openDeliveryCalls(deps),
  ];
};

const ownCalls = ({ submit, submitCreate, polling, feed, positions, ...deps }: CallDeps): OwnMerchantCalls => ({
  createOrder: { limit: 'create', handle: createOrder({ submitCreate, orderState: deps.orderState }) },
  validateOrder: { handle: validateOrder(deps.orderState) },
  markOrderReady: { handle: markReady(submit) },
  changeOrder: { handle: changeOrder(submit) },
  cancelOrder: { handle: cancelOrder(submit) },
  getOrderPosition: { limit: 'pull', waits: true, handle: pollPosition(positions) },
  listEvents: { limit: 'pull', waits: true, handle: pollFeed(feed) },
  pullWebhooks: { limit: 'pull', waits: true, takes: true, handle: pollMessages(polling) },
  ackWebhooks: { limit: 'pull' },
  ...sessionCalls(deps),
});
