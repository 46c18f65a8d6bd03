import type { Router } from 'express';
import { operatorCalls, ownSessionCalls } from '@delivery/contracts/calls';
import {
  type ApiRoute,
  apiRoutesOf,
  type Caller,
  type CallHandler,
  createJsonApi,
  type ProblemError,
} from '@delivery/http-edge';
import type { Connection } from '@delivery/messaging';
import type { Logger } from '@delivery/service-kit';
import type { OutageReport } from '../dashboards/outage.js';
import type { KeptDays } from '../retention/queries/retention.js';
import type { ChangeMerchantDeps, CreateMerchantDeps } from '../shared-api/change-merchants.js';
import { type RefuseLogin, whenPrepared } from '../shared-api/check-bearer.js';
import { changePerson, invitePerson, type PeopleDeps, removePerson, viewPeople } from '../shared-api/people.js';
import { type PortalAccessDeps, removePortalSession, viewPortalSessions } from '../shared-api/portal-access.js';
import { previewReplay } from '../shared-api/previews.js';
import { type LateReadDeps, readFromStandby } from '../shared-api/read-from-standby.js';
import { toProblemError, withOwner } from '../shared-api/read-params.js';
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
import { viewActivity } from '../shared-api/view-activity.js';
import { viewMerchant } from '../shared-api/view-merchants.js';
import { viewOrderTimes } from '../shared-api/view-order-times.js';
import { viewMerchantUsage, viewUsage } from '../shared-api/view-usage.js';
import { viewDeliveries, viewDelivery, viewStores } from '../shared-api/views.js';
import { type ReplayDeps, viewReplay, viewReplays } from '../shared-api/webhook-replays.js';
import * as accounts from './accounts.js';
import type { ChangeCallerDeps } from './callers.js';
import * as couriers from './courier-systems.js';
import * as customers from './customer-data.js';
import * as deadLetters from './dead-letters.js';
import * as erasures from './erasures.js';
import type { IdentityProvider } from './identity-provider.js';
import * as endpoints from './operator-endpoints.js';
import * as orders from './operator-orders.js';
import { createOperatorSessions, type OperatorSessions } from './operator-session.js';
import { checkRole, maskAnswer, type OperatorCaller, queryActorOf } from './rules/caller.js';
import * as setAside from './set-aside.js';
import { viewAudit, viewConfiguration, viewHistory, viewStatus } from './view-status.js';

export type OperatorDeps = CreateMerchantDeps &
  ChangeMerchantDeps &
  orders.ReportDeps &
  deadLetters.DeadLetterDeps &
  setAside.SetAsideCallDeps &
  LateReadDeps &
  ReplayDeps &
  TestEndpointDeps &
  erasures.RequestErasureDeps &
  ChangeCallerDeps &
  PortalAccessDeps &
  PeopleDeps &
  KeptDays & {
    operatorToken: string;
    /** Reads everything and changes nothing. */
    operatorReadToken?: string | undefined;
    /** Where people sign in to the console; `undefined`: by token alone. */
    identityProvider: IdentityProvider | undefined;
    /** How long a released delivery may stay without a result. */
    leaseMs: number;
    inspectQueues: Connection['inspectQueues'];
    secretOverlapMs: number;
    outage: Pick<OutageReport, 'read'>;
    isPrepared: () => boolean;
    refuseLogin: RefuseLogin;
    logger: Logger;
  };

const prefix = '/operator/v1';

/** `/operator/v1`: for couriers' systems, support, the console, the CLI and tests. Never exposed to merchants. */
export const createOperatorRouters = (deps: OperatorDeps): Router[] => {
  const tokens = { token: deps.operatorToken, readToken: deps.operatorReadToken };
  const sessions = createOperatorSessions({ ...deps, tokens });
  const authorizeAll = whenPrepared(() => undefined, deps.isPrepared);
  const api = { toProblemError: toOwnProblemError(deps), logger: deps.logger };
  const ofSession = `${prefix}/session`;
  const routes = apiRoutesOf(ownSessionCalls, sessions.ownHandlers, ofSession);
  return [
    createJsonApi({ ...api, prefix: ofSession, authorize: authorizeAll, routes }),
    createOperatorApi({ ...deps, sessions }, whenPrepared(sessions.authorize, deps.isPrepared)),
  ];
};

/** While Postgres is away, a problem says what is known without it. */
const toOwnProblemError =
  ({ outage }: Pick<OperatorDeps, 'outage'>) =>
  (error: unknown): ProblemError =>
    toProblemError(error, outage.read);

type ApiDeps = OperatorDeps & { sessions: OperatorSessions };

/** One handler per call, by its id. */
type Handlers = Readonly<
  Record<Exclude<keyof typeof operatorCalls, keyof typeof ownSessionCalls>, CallHandler<OperatorCaller>>
>;

const createOperatorApi = (deps: ApiDeps, authorize: (caller: Caller) => Promise<OperatorCaller>): Router =>
  createJsonApi({
    prefix,
    authorize,
    toProblemError: toOwnProblemError(deps),
    logger: deps.logger,
    tagReads: true,
    routes: [
      ...readFromStandby(deps, (late) => routesOf(late, listLateHandlers(late))),
      ...routesOf(deps, {
        ...merchantHandlers(deps),
        ...courierSystemHandlers(deps),
        ...platformHandlers(deps),
        ...orderHandlers(deps),
        ...endpointHandlers(deps),
        ...ownerHandlers(deps),
        ...erasureHandlers(deps),
        ...ledgerHandlers(deps),
        ...setAsideHandlers(deps),
        ...deadLetterHandlers(deps),
        ...deps.sessions.handlers,
      } satisfies OtherHandlers),
    ],
  });

/** Each call needs its role, and shows a caller no more than its roles may see: also one that is added. */
const routesOf = ({ pool }: Pick<ApiDeps, 'pool'>, handlers: Partial<Handlers>): ApiRoute<OperatorCaller>[] =>
  apiRoutesOf(operatorCalls, handlers, prefix).map(({ call: { id, role, isOwners }, ...route }) => {
    if (role === undefined) throw new Error(`the call ${id} has no role`);
    return {
      ...route,
      permit: (caller) => checkRole(caller, role),
      handle: async (request) =>
        maskAnswer(await route.handle(isOwners ? await withOwner(pool, request) : request), request.caller.roles),
    };
  });

/**
 * Reads that a standby may answer with older data. Excluded are one resource by its id or name; the status and the
 * audit, which tell how the primary is; customers' data, which may have been erased; and lists on which simulated
 * couriers act.
 */
const listLateHandlers = (deps: Pick<ApiDeps, 'now'> & orders.SearchDeps) =>
  ({
    listMerchants: accounts.viewMerchants(deps),
    getTimeline: orders.viewTimeline(deps),
    getLanes: orders.viewLanes(deps),
    search: orders.viewSearch(deps),
    listOperatorEndpoints: endpoints.viewEndpoints(deps),
    getEndpointHistory: endpoints.viewEndpointHistory(deps),
    listWebhookDeliveries: viewDeliveries(deps),
    listWebhookReplays: viewReplays(deps),
    listDeadLetters: deadLetters.viewDeadLetters(deps),
    getHistory: viewHistory(deps),
    getOrderTimes: viewOrderTimes(deps),
  }) satisfies Partial<Handlers>;

type OtherHandlers = Omit<Handlers, keyof ReturnType<typeof listLateHandlers>>;

const courierSystemHandlers = (deps: OperatorDeps) =>
  ({
    listCourierSystems: couriers.viewCourierSystems(deps),
    createCourierSystem: couriers.createCourierSystem(deps),
    getCourierSystem: couriers.viewCourierSystem(deps),
    patchCourierSystem: couriers.changeCourierSystem(deps),
    createCourierToken: couriers.addCourierToken(deps),
    revokeCourierToken: couriers.removeCourierToken(deps),
  }) satisfies Partial<OtherHandlers>;

const platformHandlers = (deps: OperatorDeps) =>
  ({
    listPlatforms: accounts.viewPlatforms(deps),
    createPlatform: accounts.createPlatform(deps),
    getPlatform: accounts.viewPlatform(deps),
    patchPlatform: accounts.changePlatform(deps),
    rotatePlatformKey: accounts.rotatePlatformKey(deps),
    createPlatformToken: accounts.addPlatformToken(deps),
    revokePlatformToken: accounts.removePlatformToken(deps),
  }) satisfies Partial<OtherHandlers>;

const merchantHandlers = (deps: OperatorDeps) =>
  ({
    createMerchant: accounts.createMerchant(deps),
    getMerchant: viewMerchant(deps),
    getMerchantUsage: viewMerchantUsage(deps),
    patchMerchant: accounts.changeAnyMerchant(deps),
    listMerchantStores: viewStores(deps),
    listMerchantOAuthClients: viewOauthClients(deps),
    createMerchantOAuthClient: addOauthClient(deps, queryActorOf),
    deleteMerchantOAuthClient: removeOauthClient(deps, queryActorOf),
    createToken: addPlainToken(deps, ofMerchant(queryActorOf)),
    revokeToken: removeToken(deps, ofMerchant(queryActorOf)),
    createPortalLink: accounts.createPortalLink(deps),
    listPortalSessions: viewPortalSessions(deps),
    endPortalSession: removePortalSession(deps, queryActorOf),
  }) satisfies Partial<OtherHandlers>;

const orderHandlers = (deps: ApiDeps) =>
  ({
    findOrders: orders.viewOrders(deps),
    reportStatus: orders.reportStatus(deps),
    reportTrackingUrl: orders.reportTrackingUrl(deps),
    answerOrderProblem: orders.answerProblem(deps),
    getOrderCustomer: customers.viewCustomer(deps),
    getOrderPosition: customers.viewPositionOfAny(deps),
  }) satisfies Partial<OtherHandlers>;

/** The calls and views that an owner has of its webhooks, used on its behalf. */
const endpointHandlers = (deps: ApiDeps) =>
  ({
    getOperatorEndpoint: endpoints.viewEndpoint(deps),
    enableOperatorEndpoint: endpoints.enableForMerchant(deps),
    getOperatorEndpointWaiting: endpoints.viewWaiting(deps),
    disableOperatorEndpoint: endpoints.disableForMerchant(deps),
    catchUpOperatorEndpoint: endpoints.catchUpForMerchant(deps),
    testOperatorEndpoint: endpoints.testForMerchant(deps),
  }) satisfies Partial<OtherHandlers>;

/** The calls that an owner has itself. */
const ownerHandlers = (deps: ApiDeps) =>
  ({
    getContacts: viewContacts(deps),
    putContacts: replaceContacts(deps, queryActorOf),
    listPeople: viewPeople(deps),
    invitePerson: invitePerson(deps, queryActorOf),
    changePerson: changePerson(deps, queryActorOf),
    removePerson: removePerson(deps, queryActorOf),
    getWebhookDelivery: viewDelivery(deps),
    getWebhookDeliveryRequests: customers.viewSentRequests(deps),
    sendWebhookDeliveryNow: endpoints.sendNowForOwner(deps),
    createWebhookReplay: endpoints.replayForOwner(deps),
    previewWebhookReplay: previewReplay(deps),
    getWebhookReplay: viewReplay(deps),
  }) satisfies Partial<OtherHandlers>;

const setAsideHandlers = (deps: OperatorDeps) =>
  ({
    listSetAside: setAside.viewSetAside(deps),
    retrySetAside: setAside.retryOne(deps),
    discardSetAside: setAside.discardOne(deps),
  }) satisfies Partial<OtherHandlers>;

const deadLetterHandlers = (deps: OperatorDeps) =>
  ({
    previewDeadLetters: deadLetters.previewDeadLetters(deps),
    replayDeadLetters: deadLetters.settleDeadLetters('replay')(deps),
    deleteDeadLetters: deadLetters.settleDeadLetters('delete')(deps),
    getDeadLetterMessage: deadLetters.viewDeadLetterMessage(deps),
  }) satisfies Partial<OtherHandlers>;

const ledgerHandlers = (deps: ApiDeps) =>
  ({
    getAudit: viewAudit(deps),
    getStatus: viewStatus(deps),
    getConfiguration: viewConfiguration(deps),
    // Read bit by bit: a standby might be left in the middle of it.
    listActivity: viewActivity(deps),
    listUsage: viewUsage(deps),
  }) satisfies Partial<OtherHandlers>;

const erasureHandlers = (deps: OperatorDeps) =>
  ({
    listErasures: erasures.viewErasures(deps),
    previewErasure: erasures.previewErasure(deps),
    requestErasure: erasures.requestErasure(deps),
    getErasure: erasures.viewErasure(deps),
  }) satisfies Partial<OtherHandlers>;
