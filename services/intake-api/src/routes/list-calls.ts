import { merchantCalls } from '@delivery/contracts/calls';
import { ProblemError, routeOf } from '@delivery/http-edge';
import { type FeedDeps, pollFeed } from '../feed/poll-feed.js';
import { pollPosition, type PositionDeps } from '../feed/poll-position.js';
import type { SubmitCreate } from '../publish/submit-create.js';
import type { SubmitMessage } from '../publish/submit-message.js';
import { type PollDeps, pollMessages } from '../pull/poll-messages.js';
import type { CallSpec, CourierSpec, OpenSpec, OtherCallers, OwnMerchantCalls, PlatformSpec } from './call.js';
import { changeOrder } from './change-order.js';
import { createOrder, validateOrder } from './create-order.js';
import { oauthCalls } from './oauth-calls.js';
import { openDeliveryCalls } from './open-delivery-calls.js';
import { passMerchantCall } from './pass-call.js';
import { peopleCalls } from './people-calls.js';
import { answerProblem, cancelOrder, markReady } from './request-transition.js';
import { sessionCalls, type SessionDeps } from './session-calls.js';
import { viewWebhookKeys, type WebhookKeyDeps } from './webhook-keys.js';

export type CallDeps = SessionDeps &
  WebhookKeyDeps & {
    submit: SubmitMessage;
    submitCreate: SubmitCreate;
    polling: PollDeps;
    feed: FeedDeps;
    positions: PositionDeps;
  };

type OtherCalls = { platform: readonly PlatformSpec[]; courier: readonly CourierSpec[] };

/**
 * Every call of the merchants' API, in the order of their declarations: the create, by far the most frequent, is tried
 * first.
 * @param others all calls of other callers, of which some are at the same paths
 */
export const listCalls = (deps: CallDeps, others: OtherCalls): (CallSpec | OpenSpec)[] => {
  const own = ownCalls(deps);
  return [
    ...Object.values(merchantCalls).map((declared): CallSpec | OpenSpec => {
      const route = routeOf(declared);
      const ofCall = own[declared.id];
      if (ofCall && 'open' in ofCall) return { ...route, ...ofCall };
      const handle = passMerchantCall(deps.orderState, declared);
      return { ...route, limit: 'other', handle, ...ofCall, others: othersOf(route, others) };
    }),
    ...oauthCalls(deps),
    ...openDeliveryCalls(deps),
  ];
};

type DeclaredRoute = ReturnType<typeof routeOf>;

const othersOf = (route: DeclaredRoute, { platform, courier }: OtherCalls): OtherCallers => {
  const isSame = ({ method, path }: DeclaredRoute | PlatformSpec | CourierSpec): boolean =>
    method === route.method && path === route.path;
  const [ofPlatforms, ofCouriers] = [platform.find(isSame), courier.find(isSame)];
  const takers = [
    'a merchant’s credentials (key and token, or an access token)',
    ...(ofPlatforms ? ['a platform’s token (ptok_…)'] : []),
    ...(ofCouriers ? ['the token of a courier’s system (ctok_…)'] : []),
  ].join(' or ');
  return {
    platform: ofPlatforms ?? { ...route, api: 'platform', handle: refuseToken(takers, '/platform/v1') },
    courier: ofCouriers ?? { ...route, api: 'courier', handle: refuseToken(takers, '/courier/v1') },
  };
};

const refuseToken = (takers: string, base: string) => (): never => {
  throw new ProblemError(
    'wrong_kind_of_token',
    `This call takes ${takers}. Your token works for the webhook calls below /v1 and for the calls below ${base}.`,
  );
};

const ownCalls = ({ submit, submitCreate, polling, feed, positions, ...deps }: CallDeps): OwnMerchantCalls => ({
  createOrder: { limit: 'create', handle: createOrder({ submitCreate, orderState: deps.orderState }) },
  validateOrder: { handle: validateOrder(deps.orderState) },
  markOrderReady: { handle: markReady(submit) },
  changeOrder: { handle: changeOrder(submit) },
  cancelOrder: { handle: cancelOrder(submit) },
  answerProblem: { handle: answerProblem(submit) },
  getOrderPosition: { limit: 'pull', waits: true, handle: pollPosition(positions) },
  listEvents: { limit: 'pull', waits: true, handle: pollFeed(feed) },
  pullWebhooks: { limit: 'pull', waits: true, takes: true, handle: pollMessages(polling) },
  ackWebhooks: { limit: 'pull' },
  getWebhookKeys: { open: viewWebhookKeys(deps) },
  ...peopleCalls(deps),
  ...sessionCalls(deps),
});
