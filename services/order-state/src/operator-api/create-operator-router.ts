import type { Router } from 'express';
import { operatorOwnerPaths, roleOf } from '@delivery/contracts';
import { type ApiRoute, type Caller, change, createJsonApi, get, list } from '@delivery/http-edge';
import type { Connection } from '@delivery/messaging';
import type { Logger } from '@delivery/service-kit';
import type { KeptDays } from '../retention/queries/retention.js';
import type { ChangeMerchantDeps, CreateMerchantDeps } from '../shared-api/change-merchants.js';
import { type RefuseLogin, whenPrepared } from '../shared-api/check-bearer.js';
import { type PortalAccessDeps, removePortalSession, viewPortalSessions } from '../shared-api/portal-access.js';
import { previewMany, previewSelected } from '../shared-api/previews.js';
import { type LateReadDeps, readFromStandby } from '../shared-api/read-from-standby.js';
import { toProblemError } from '../shared-api/read-params.js';
import type { TestEndpointDeps } from '../shared-api/send-on-request.js';
import { replaceContacts, viewContacts } from '../shared-api/stores-and-contacts.js';
import {
  addOauthClient,
  addPlainToken,
  ofMerchant,
  removeOauthClient,
  removeToken,
  viewOauthClients,
} from '../shared-api/tokens.js';
import { viewMerchant } from '../shared-api/view-merchants.js';
import { exportUsage, viewMerchantUsage, viewUsage } from '../shared-api/view-usage.js';
import { viewDeliveries, viewDelivery, viewStores } from '../shared-api/views.js';
import { type ReplayDeps, viewReplay, viewReplays } from '../shared-api/webhook-replays.js';
import {
  addPlatformToken,
  changeAnyMerchant,
  changePlatform,
  createMerchant,
  createPlatform,
  createPortalLink,
  removePlatformToken,
  rotatePlatformKey,
  viewMerchants,
  viewPlatform,
  viewPlatforms,
} from './accounts.js';
import type { ChangeCallerDeps } from './callers.js';
import {
  addCourierToken,
  changeCourierSystem,
  createCourierSystem,
  removeCourierToken,
  viewCourierSystem,
  viewCourierSystems,
} from './courier-systems.js';
import {
  requestErasure,
  type RequestErasureDeps,
  viewCustomer,
  viewErasure,
  viewErasures,
  viewPositionOfAny,
  viewSentRequests,
} from './customer-data.js';
import {
  type DeadLetterDeps,
  previewDeadLetters,
  removeDeadLetter,
  removeDeadLetters,
  replayDeadLetter,
  replayDeadLetters,
  viewDeadLetterMessage,
  viewDeadLetters,
} from './dead-letters.js';
import type { IdentityProvider } from './identity-provider.js';
import {
  catchUpForMerchant,
  disableForMerchant,
  enableForMerchant,
  previewCatchUpForMerchant,
  previewEnableForMerchant,
  replayForOwner,
  replayOneForOwner,
  replaySelectedForOwner,
  sendNowForOwner,
  testForMerchant,
  viewEndpoint,
  viewEndpointHistory,
  viewEndpoints,
} from './operator-endpoints.js';
import {
  type ReportDeps,
  reportStatus,
  reportTrackingUrl,
  type SearchDeps,
  viewLanes,
  viewOrders,
  viewSearch,
  viewTimeline,
} from './operator-orders.js';
import { createOperatorSessions, type OperatorSessions } from './operator-session.js';
import { checkRole, maskAnswer, type OperatorCaller, queryActorOf, saidBy } from './rules/caller.js';
import { exportActivity, viewActivity, viewAudit, viewHistory, viewStatus } from './view-status.js';

export type OperatorDeps = CreateMerchantDeps &
  ChangeMerchantDeps &
  ReportDeps &
  DeadLetterDeps &
  LateReadDeps &
  ReplayDeps &
  TestEndpointDeps &
  RequestErasureDeps &
  ChangeCallerDeps &
  PortalAccessDeps &
  KeptDays & {
    operatorToken: string;
    /** Reads everything and changes nothing. */
    operatorReadToken?: string | undefined;
    /** Where people sign in to the console; `undefined`: by token alone. */
    identityProvider: IdentityProvider | undefined;
    /** How long a released delivery may stay without a result. */
    leaseMs: number;
    /** Whether a mail server is configured. */
    isMailOn: boolean;
    inspectQueues: Connection['inspectQueues'];
    secretOverlapMs: number;
    isPrepared: () => boolean;
    refuseLogin: RefuseLogin;
    logger: Logger;
  };

/** `/operator/v1`: for couriers' systems, support, the console, the CLI and tests. Never exposed to merchants. */
export const createOperatorRouters = (deps: OperatorDeps): Router[] => {
  const tokens = { token: deps.operatorToken, readToken: deps.operatorReadToken };
  const sessions = createOperatorSessions({ ...deps, tokens });
  const { openRoutes: routes } = sessions;
  const authorizeAll = whenPrepared(() => undefined, deps.isPrepared);
  const api = { toProblemError, logger: deps.logger };
  return [
    createJsonApi({ ...api, prefix: '/operator/v1/session', authorize: authorizeAll, routes }),
    createOperatorApi({ ...deps, sessions }, whenPrepared(sessions.authorize, deps.isPrepared)),
  ];
};

type ApiDeps = OperatorDeps & { sessions: OperatorSessions };
type OperatorRoute = ApiRoute<OperatorCaller>;

const createOperatorApi = (deps: ApiDeps, authorize: (caller: Caller) => Promise<OperatorCaller>): Router =>
  createJsonApi({
    prefix: '/operator/v1',
    authorize,
    toProblemError,
    logger: deps.logger,
    tagReads: true,
    routes: [
      ...readFromStandby(deps, replicaRoutes),
      ...merchantRoutes(deps),
      ...courierSystemRoutes(deps),
      ...platformRoutes(deps),
      ...orderRoutes(deps),
      ...webhookRoutes(deps),
      ...erasureRoutes(deps),
      ...ledgerRoutes(deps),
      ...deadLetterRoutes(deps),
      ...deps.sessions.routes,
    ].map(guard),
  });

/** Each call needs its role, and shows a caller no more than its roles may see: also one that is added. */
const guard = (route: OperatorRoute): OperatorRoute => {
  const role = roleOf(route);
  return {
    ...route,
    permit: (caller) => checkRole(caller, role),
    handle: async (request) => maskAnswer(await route.handle(request), request.caller.roles),
  };
};

/**
 * Reads that a standby may answer with older data. Excluded are one resource by its id or name; the status and the audit,
 * which tell how the primary is; customers' data, which may have been erased; and lists on which simulated
 * couriers act.
 */
const replicaRoutes = (deps: Pick<ApiDeps, 'now'> & SearchDeps): OperatorRoute[] => [
  list('/merchants', viewMerchants(deps)),
  get('/orders/:order_id/timeline', viewTimeline(deps)),
  get('/orders/:order_id/lanes', viewLanes(deps)),
  list('/search', viewSearch(deps)),
  list('/endpoints', viewEndpoints(deps)),
  list('/endpoints/:endpoint_id/history', viewEndpointHistory(deps)),
  ...operatorOwnerPaths.flatMap((owner) => [
    list(`${owner}/webhook-deliveries`, viewDeliveries(deps)),
    list(`${owner}/webhook-replays`, viewReplays(deps)),
  ]),
  list('/dead-letters', viewDeadLetters(deps)),
  list('/history', viewHistory(deps)),
  list('/activity', viewActivity(deps)),
];

const courierSystemRoutes = (deps: OperatorDeps): OperatorRoute[] => {
  const system = '/courier-systems/:courier_system_id';
  return [
    list('/courier-systems', viewCourierSystems(deps)),
    change('POST', '/courier-systems', 'json', createCourierSystem(deps)),
    get(system, viewCourierSystem(deps)),
    change('PATCH', system, 'json', changeCourierSystem(deps)),
    saidBy(change('POST', `${system}/tokens`, 'ignored', addCourierToken(deps))),
    saidBy(change('DELETE', `${system}/tokens/:token_id`, 'ignored', removeCourierToken(deps))),
  ];
};

const platformRoutes = (deps: OperatorDeps): OperatorRoute[] => {
  const platform = '/platforms/:platform_id';
  return [
    list('/platforms', viewPlatforms(deps)),
    change('POST', '/platforms', 'json', createPlatform(deps)),
    get(platform, viewPlatform(deps)),
    change('PATCH', platform, 'json', changePlatform(deps)),
    change('POST', `${platform}/rotate-key`, 'json', rotatePlatformKey(deps)),
    saidBy(change('POST', `${platform}/tokens`, 'json', addPlatformToken(deps))),
    saidBy(change('DELETE', `${platform}/tokens/:token_id`, 'ignored', removePlatformToken(deps))),
    get(`${platform}/modes/:mode/contacts`, viewContacts(deps)),
    saidBy(change('PUT', `${platform}/modes/:mode/contacts`, 'json', replaceContacts(deps, queryActorOf))),
  ];
};

const merchantRoutes = (deps: OperatorDeps): OperatorRoute[] => [
  change('POST', '/merchants', 'json', createMerchant(deps)),
  get('/merchants/:merchant_id', viewMerchant(deps)),
  get('/merchants/:merchant_id/usage', viewMerchantUsage(deps)),
  change('PATCH', '/merchants/:merchant_id', 'json', changeAnyMerchant(deps)),
  list('/merchants/:merchant_id/stores', viewStores(deps)),
  get('/merchants/:merchant_id/contacts', viewContacts(deps)),
  saidBy(change('PUT', '/merchants/:merchant_id/contacts', 'json', replaceContacts(deps, queryActorOf))),
  get('/merchants/:merchant_id/oauth-clients', viewOauthClients(deps)),
  saidBy(change('POST', '/merchants/:merchant_id/oauth-clients', 'json', addOauthClient(deps, queryActorOf))),
  saidBy(
    change(
      'DELETE',
      '/merchants/:merchant_id/oauth-clients/:client_id',
      'ignored',
      removeOauthClient(deps, queryActorOf),
    ),
  ),
  saidBy(change('POST', '/merchants/:merchant_id/tokens', 'ignored', addPlainToken(deps, ofMerchant(queryActorOf)))),
  saidBy(
    change(
      'DELETE',
      '/merchants/:merchant_id/tokens/:token_id',
      'ignored',
      removeToken(deps, ofMerchant(queryActorOf)),
    ),
  ),
  change('POST', '/merchants/:merchant_id/portal-links', 'json', createPortalLink(deps)),
  get('/merchants/:merchant_id/portal-sessions', viewPortalSessions(deps)),
  saidBy(
    change(
      'DELETE',
      '/merchants/:merchant_id/portal-sessions/:session_id',
      'ignored',
      removePortalSession(deps, queryActorOf),
    ),
  ),
];

const orderRoutes = (deps: ApiDeps): OperatorRoute[] => [
  list('/orders', viewOrders(deps)),
  change('POST', '/orders/:order_id/status', 'json', reportStatus(deps)),
  change('POST', '/orders/:order_id/tracking-url', 'json', reportTrackingUrl(deps)),
  get('/orders/:order_id/customer', viewCustomer(deps)),
  get('/orders/:order_id/position', viewPositionOfAny(deps)),
];

/** The calls and views that an owner has of its webhooks, used on its behalf. */
const webhookRoutes = (deps: ApiDeps): OperatorRoute[] => {
  const endpoint = '/endpoints/:endpoint_id';
  return [
    get(endpoint, viewEndpoint(deps)),
    change('POST', `${endpoint}/enable`, 'json', enableForMerchant(deps)),
    change('POST', `${endpoint}/enable/preview`, 'ignored', previewEnableForMerchant(deps)),
    change('POST', `${endpoint}/disable`, 'json', disableForMerchant(deps)),
    change('POST', `${endpoint}/catch-up`, 'json', catchUpForMerchant(deps)),
    change('POST', `${endpoint}/catch-up/preview`, 'json', previewCatchUpForMerchant(deps)),
    change('POST', `${endpoint}/test`, 'json', testForMerchant(deps)),
    ...operatorOwnerPaths.flatMap((owner) => [
      // Before those whose path has an id in the same place.
      change('POST', `${owner}/webhook-deliveries/replay`, 'json', replaySelectedForOwner(deps)),
      change('POST', `${owner}/webhook-deliveries/replay/preview`, 'json', previewSelected(deps)),
      change('POST', `${owner}/webhook-replays/preview`, 'json', previewMany(deps)),
      get(`${owner}/webhook-deliveries/:delivery_id`, viewDelivery(deps)),
      list(`${owner}/webhook-deliveries/:delivery_id/requests`, viewSentRequests(deps)),
      change('POST', `${owner}/webhook-deliveries/:delivery_id/replay`, 'json', replayOneForOwner(deps)),
      change('POST', `${owner}/webhook-deliveries/:delivery_id/send-now`, 'json', sendNowForOwner(deps)),
      change('POST', `${owner}/webhook-replays`, 'json', replayForOwner(deps)),
      get(`${owner}/webhook-replays/:replay_id`, viewReplay(deps)),
    ]),
  ];
};

const deadLetterRoutes = (deps: OperatorDeps): OperatorRoute[] => [
  // Before those whose path has an id in the same place.
  change('POST', '/dead-letters/preview', 'json', previewDeadLetters(deps)),
  change('POST', '/dead-letters/replay', 'json', replayDeadLetters(deps)),
  change('POST', '/dead-letters/delete', 'json', removeDeadLetters(deps)),
  get('/dead-letters/:dead_letter_id/message', viewDeadLetterMessage(deps)),
  change('POST', '/dead-letters/:dead_letter_id/replay', 'json', replayDeadLetter(deps)),
  change('POST', '/dead-letters/:dead_letter_id/delete', 'json', removeDeadLetter(deps)),
];

const ledgerRoutes = (deps: ApiDeps): OperatorRoute[] => [
  get('/audit', viewAudit(deps)),
  get('/status', viewStatus(deps)),
  // Read bit by bit: a standby might be left in the middle of it.
  list('/activity/export', exportActivity(deps)),
  list('/usage', viewUsage(deps)),
  list('/usage/export', exportUsage(deps)),
];

const erasureRoutes = (deps: OperatorDeps): OperatorRoute[] => [
  list('/erasures', viewErasures(deps)),
  change('POST', '/erasures', 'json', requestErasure(deps)),
  get('/erasures/:erasure_id', viewErasure(deps)),
];
