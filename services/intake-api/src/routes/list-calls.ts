import { eventFeedPollSchema, messageQuerySchema, positionPollSchema } from '@delivery/contracts';
import { type FeedDeps, pollFeed } from '../feed/poll-feed.js';
import { pollPosition, type PositionDeps } from '../feed/poll-position.js';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import type { SubmitCreate } from '../publish/submit-create.js';
import type { SubmitMessage } from '../publish/submit-message.js';
import { type PollDeps, pollMessages } from '../pull/poll-messages.js';
import type { CallSpec, OpenSpec } from './call.js';
import { changeOrder } from './change-order.js';
import { createOrder, validateOrder } from './create-order.js';
import { oauthCalls } from './oauth-calls.js';
import { openDeliveryCalls } from './open-delivery-calls.js';
import { namesOf, passCall, passRoutes } from './pass-routes.js';
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

/** Every call of the merchant API. Creating comes first: routes are tried in order, and it is by far the most frequent. */
export const listCalls = ({
  submit,
  submitCreate,
  orderState,
  polling,
  feed,
  positions,
  ...sessions
}: CallDeps): (CallSpec | OpenSpec)[] => [
  { method: 'POST', path: '/v1/external-orders', limit: 'create', handle: createOrder(submitCreate) },
  { method: 'POST', path: '/v1/external-orders/validate', limit: 'other', handle: validateOrder },
  { method: 'POST', path: '/v1/external-orders/:id/ready', limit: 'other', handle: markReady(submit) },
  { method: 'PATCH', path: '/v1/external-orders/:id', limit: 'other', handle: changeOrder(submit) },
  { method: 'POST', path: '/v1/external-orders/:id/cancel', limit: 'other', handle: cancelOrder(submit) },
  {
    method: 'GET',
    path: '/v1/webhook-endpoints/:id/messages',
    query: namesOf(messageQuerySchema),
    limit: 'pull',
    waits: true,
    takes: true,
    handle: pollMessages(polling),
  },
  {
    method: 'GET',
    path: '/v1/events',
    query: namesOf(eventFeedPollSchema),
    limit: 'pull',
    waits: true,
    handle: pollFeed(feed),
  },
  {
    method: 'GET',
    path: '/v1/external-orders/:id/position',
    query: namesOf(positionPollSchema),
    limit: 'pull',
    waits: true,
    handle: pollPosition(positions),
  },
  ...sessionCalls({ ...sessions, orderState }),
  ...oauthCalls(sessions),
  ...openDeliveryCalls({ submit, submitCreate, orderState }),
  ...passRoutes.map((route): CallSpec => ({ limit: 'other', ...route, handle: passCall(orderState, route) })),
];
