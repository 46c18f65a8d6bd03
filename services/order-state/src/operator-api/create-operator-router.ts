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
import * as accounts from './accounts.js';
import type { ChangeCallerDeps } from './callers.js';
import * as couriers from './courier-systems.js';
import * as customers from './customer-data.js';
import * as deadLetters from './dead-letters.js';
import type { IdentityProvider } from './identity-provider.js';
import * as endpoints from './operator-endpoints.js';
import * as orders from './operator-orders.js';
import { createOperatorSessions, type OperatorSessions } from './operator-session.js';
import { checkRole, maskAnswer, type OperatorCaller, queryActorOf, saidBy } from './rules/caller.js';
import { exportActivity, viewActivity, viewAudit, viewHistory, viewStatus } from './view-status.js';

export type OperatorDeps = CreateMerchantDeps &
  ChangeMerchantDeps &
  orders.ReportDeps &
  deadLetters.DeadLetterDeps &
  LateReadDeps &
  ReplayDeps &
  TestEndpointDeps &
  customers.RequestErasureDeps &
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
const replicaRoutes = (deps: Pick<ApiDeps, 'now'> & orders.SearchDeps): OperatorRoute[] => [
  list('/merchants', accounts.viewMerchants(deps)),
  get('/orders/:order_id/timeline', orders.viewTimeline(deps)),
  get('/orders/:order_id/lanes', orders.viewLanes(deps)),
  list('/search', orders.viewSearch(deps)),
  list('/endpoints', endpoints.viewEndpoints(deps)),
  list('/endpoints/:endpoint_id/history', endpoints.viewEndpointHistory(deps)),
  ...operatorOwnerPaths.flatMap((owner) => [
    list(`${owner}/webhook-deliveries`, viewDeliveries(deps)),
    list(`${owner}/webhook-replays`, viewReplays(deps)),
  ]),
  list('/dead-letters', deadLetters.viewDeadLetters(deps)),
  list('/history', viewHistory(deps)),
  list('/activity', viewActivity(deps)),
];

const courierSystemRoutes = (deps: OperatorDeps): OperatorRoute[] => {
  const system = '/courier-systems/:courier_system_id';
  return [
    list('/courier-systems', couriers.viewCourierSystems(deps)),
    change('POST', '/courier-systems', 'json', couriers.createCourierSystem(deps)),
    get(system, couriers.viewCourierSystem(deps)),
    change('PATCH', system, 'json', couriers.changeCourierSystem(deps)),
    saidBy(change('POST', `${system}/tokens`, 'ignored', couriers.addCourierToken(deps))),
    saidBy(change('DELETE', `${system}/tokens/:token_id`, 'ignored', couriers.removeCourierToken(deps))),
  ];
};

const platformRoutes = (deps: OperatorDeps): OperatorRoute[] => {
  const platform = '/platforms/:platform_id';
  return [
    list('/platforms', accounts.viewPlatforms(deps)),
    change('POST', '/platforms', 'json', accounts.createPlatform(deps)),
    get(platform, accounts.viewPlatform(deps)),
    change('PATCH', platform, 'json', accounts.changePlatform(deps)),
    change('POST', `${platform}/rotate-key`, 'json', accounts.rotatePlatformKey(deps)),
    saidBy(change('POST', `${platform}/tokens`, 'json', accounts.addPlatformToken(deps))),
    saidBy(change('DELETE', `${platform}/tokens/:token_id`, 'ignored', accounts.removePlatformToken(deps))),
    get(`${platform}/modes/:mode/contacts`, viewContacts(deps)),
    saidBy(change('PUT', `${platform}/modes/:mode/contacts`, 'json', replaceContacts(deps, queryActorOf))),
  ];
};

const merchantRoutes = (deps: OperatorDeps): OperatorRoute[] => [
  change('POST', '/merchants', 'json', accounts.createMerchant(deps)),
  get('/merchants/:merchant_id', viewMerchant(deps)),
  get('/merchants/:merchant_id/usage', viewMerchantUsage(deps)),
  change('PATCH', '/merchants/:merchant_id', 'json', accounts.changeAnyMerchant(deps)),
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
  change('POST', '/merchants/:merchant_id/portal-links', 'json', accounts.createPortalLink(deps)),
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
  list('/orders', orders.viewOrders(deps)),
  change('POST', '/orders/:order_id/status', 'json', orders.reportStatus(deps)),
  change('POST', '/orders/:order_id/tracking-url', 'json', orders.reportTrackingUrl(deps)),
  get('/orders/:order_id/customer', customers.viewCustomer(deps)),
  get('/orders/:order_id/position', customers.viewPositionOfAny(deps)),
];

/** The calls and views that an owner has of its webhooks, used on its behalf. */
const webhookRoutes = (deps: ApiDeps): OperatorRoute[] => {
  const endpoint = '/endpoints/:endpoint_id';
  return [
    get(endpoint, endpoints.viewEndpoint(deps)),
    change('POST', `${endpoint}/enable`, 'json', endpoints.enableForMerchant(deps)),
    change('POST', `${endpoint}/enable/preview`, 'ignored', endpoints.previewEnableForMerchant(deps)),
    change('POST', `${endpoint}/disable`, 'json', endpoints.disableForMerchant(deps)),
    change('POST', `${endpoint}/catch-up`, 'json', endpoints.catchUpForMerchant(deps)),
    change('POST', `${endpoint}/catch-up/preview`, 'json', endpoints.previewCatchUpForMerchant(deps)),
    change('POST', `${endpoint}/test`, 'json', endpoints.testForMerchant(deps)),
    ...operatorOwnerPaths.flatMap((owner) => [
      // Before those whose path has an id in the same place.
      change('POST', `${owner}/webhook-deliveries/replay`, 'json', endpoints.replaySelectedForOwner(deps)),
      change('POST', `${owner}/webhook-deliveries/replay/preview`, 'json', previewSelected(deps)),
      change('POST', `${owner}/webhook-replays/preview`, 'json', previewMany(deps)),
      get(`${owner}/webhook-deliveries/:delivery_id`, viewDelivery(deps)),
      list(`${owner}/webhook-deliveries/:delivery_id/requests`, customers.viewSentRequests(deps)),
      change('POST', `${owner}/webhook-deliveries/:delivery_id/replay`, 'json', endpoints.replayOneForOwner(deps)),
      change('POST', `${owner}/webhook-deliveries/:delivery_id/send-now`, 'json', endpoints.sendNowForOwner(deps)),
      change('POST', `${owner}/webhook-replays`, 'json', endpoints.replayForOwner(deps)),
      get(`${owner}/webhook-replays/:replay_id`, viewReplay(deps)),
    ]),
  ];
};

const deadLetterRoutes = (deps: OperatorDeps): OperatorRoute[] => [
  // Before those whose path has an id in the same place.
  change('POST', '/dead-letters/preview', 'json', deadLetters.previewDeadLetters(deps)),
  change('POST', '/dead-letters/replay', 'json', deadLetters.replayDeadLetters(deps)),
  change('POST', '/dead-letters/delete', 'json', deadLetters.removeDeadLetters(deps)),
  get('/dead-letters/:dead_letter_id/message', deadLetters.viewDeadLetterMessage(deps)),
  change('POST', '/dead-letters/:dead_letter_id/replay', 'json', deadLetters.replayDeadLetter(deps)),
  change('POST', '/dead-letters/:dead_letter_id/delete', 'json', deadLetters.removeDeadLetter(deps)),
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
  list('/erasures', customers.viewErasures(deps)),
  change('POST', '/erasures', 'json', customers.requestErasure(deps)),
  get('/erasures/:erasure_id', customers.viewErasure(deps)),
];
