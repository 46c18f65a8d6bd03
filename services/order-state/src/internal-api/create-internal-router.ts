import type { Router } from 'express';
import { type ApiRequest, type ApiRoute, change, createJsonApi, get, list } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import type { OutageReport } from '../dashboards/outage.js';
import type { PhoneHasher } from '../orders/rules/phones.js';
import { createBearerCheck, merchantOf, ownerOf, type RefuseLogin, whenPrepared } from '../shared-api/check-bearer.js';
import { createSharing, rateBound, takingTurns, type TurnBounds } from '../shared-api/merchant-semaphore.js';
import * as people from '../shared-api/people.js';
import * as sessions from '../shared-api/portal-access.js';
import { previewReplay } from '../shared-api/previews.js';
import { type LateReadDeps, readFromStandby } from '../shared-api/read-from-standby.js';
import { type RateBound, readCourierSystemId, readPlatformId, toProblemError } from '../shared-api/read-params.js';
import { sendOneNow, type TestEndpointDeps } from '../shared-api/send-on-request.js';
import { type SentRequestsDeps, viewOwnSentRequests } from '../shared-api/sent-requests.js';
import {
  confirmAddress,
  type ConfirmDeps,
  type ContactDeps,
  removeStore,
  replaceContacts,
  replaceStore,
  viewContacts,
  viewStore,
} from '../shared-api/stores-and-contacts.js';
import { addOauthClient, removeOauthClient, viewOauthClients } from '../shared-api/tokens.js';
import { viewOwnActivity } from '../shared-api/view-activity.js';
import { viewOrderTimes } from '../shared-api/view-order-times.js';
import { viewDeliveries, viewDelivery, viewPosition, viewStores } from '../shared-api/views.js';
import * as replays from '../shared-api/webhook-replays.js';
import { changeEndpoint } from './change-settings.js';
import * as couriers from './courier-calls.js';
import { ensureEndpoint } from './ensure-endpoint.js';
import { changeMerchantSettings, viewMerchantSettings, viewSummary } from './merchant-account.js';
import * as endpoints from './merchant-endpoints.js';
import * as orders from './merchant-orders.js';
import { platformChanges, platformReads, type PlatformRoutesDeps } from './platform-merchants.js';
import { advanceSandboxOrder, type SandboxOrderDeps, viewSandboxOrder } from './sandbox-orders.js';
import * as directory from './view-directory.js';
import { viewFeed } from './view-feed.js';

export type InternalDeps = endpoints.ChangeEndpointDeps &
  directory.DirectoryDeps &
  endpoints.SwitchEndpointDeps &
  TestEndpointDeps &
  SandboxOrderDeps &
  endpoints.PullDeps &
  endpoints.FaultDeps &
  LateReadDeps &
  orders.TrackingDeps &
  ContactDeps &
  ConfirmDeps &
  people.PeopleDeps &
  PlatformRoutesDeps &
  SentRequestsDeps &
  orders.OrderViewDeps &
  replays.ReplayDeps & {
    hashPhone: PhoneHasher;
    internalToken: string;
    outage: Pick<OutageReport, 'onHeard'>;
    isPrepared: () => boolean;
    refuseLogin: RefuseLogin;
    logger: Logger;
  };

/**
 * `/internal/v1`: for intake-api alone, which has authenticated the merchant and passes the answers through. All
 * paths below `/merchants/{merchant_id}` mirror the merchant API.
 */
export const createInternalRouter = (deps: InternalDeps): Router =>
  createJsonApi({
    prefix: '/internal/v1',
    authorize: whenPrepared(createBearerCheck(deps.internalToken, deps.refuseLogin), deps.isPrepared),
    toProblemError,
    logger: deps.logger,
    routes: [...merchantRoutes(deps), change('POST', '/messages/take', 'json', endpoints.takeMessages(deps))],
  });

/** Calls that take a connection of the merchants' pool wait for their turn first. */
const merchantRoutes = (deps: InternalDeps): ApiRoute[] => {
  const sharing = createSharing(deps.pool);
  const [one, lists] = [takingTurns(changeTurns), takingTurns(listTurns(deps.pool))];
  const listsOfCouriers = takingTurns(listTurns(deps.pool), readCourierSystemId);
  const ofCouriers = takingTurns(changeTurns, readCourierSystemId);
  const ofPlatforms = takingTurns(platformTurns, readPlatformId);
  return [
    ...[...directoryRoutes(deps), ...sessionRoutes(deps)].map((route) => sharing(route, () => directoryShare)),
    sharing(change('POST', '/tracking', 'json', orders.viewTracking(deps)), () => trackingShare),
    sharing(get('/webhook-keys/:owner_id', endpoints.viewWebhookKeys(deps)), () => trackingShare),
    sharing(change('POST', '/contacts/confirm', 'json', confirmAddress(deps)), () => trackingShare),
    ...courierLists(deps).map((route) => listsOfCouriers(sharing(route, readCourierSystemId))),
    ...courierRoutes(deps).map((route) => sharing(route, readCourierSystemId)),
    ...rateBound(
      courierBound,
      [change('PATCH', '/couriers/:courier_system_id/settings', 'json', couriers.changeCourierSettings(deps))].map(
        (route) => ofCouriers(sharing(route, readCourierSystemId)),
      ),
      readCourierSystemId,
    ),
    ...platformReads(deps).map((route) => sharing(route, readPlatformId)),
    ...rateBound(
      platformBound,
      platformChanges(deps).map((route) => ofPlatforms(sharing(route, readPlatformId))),
      readPlatformId,
    ),
    ...[
      ...readFromStandby(deps, replicaRoutes).map((route) => lists(sharing(route), isSlow)),
      ...listChangeRoutes(deps).flatMap(({ bound, routes }) =>
        rateBound(
          bound,
          routes.map((route) => one(sharing(route))),
        ),
      ),
      // One of each kind at a time: a page asks for both at once.
      ...previewRoutes(deps).map((route) => takingTurns(previewTurns)(sharing(route))),
      ...ackRoutes(deps),
      ...readRoutes(deps).map((route) => sharing(route)),
    ].flatMap(belowOwners),
  ];
};

/** Couriers' systems and platforms have the calls about webhooks, contacts, people and activity, too. */
const belowOwners = (route: ApiRoute): ApiRoute[] =>
  [
    '/merchants/:merchant_id',
    ...(/^\/(sandbox\/)?(webhook-|contacts|people|activity)/.test(route.path) ? otherOwners : []),
  ].map((owner) => ({
    ...route,
    path: owner + route.path,
  }));
const otherOwners = ['/couriers/:courier_system_id', '/platforms/:platform_id/:mode'];

/** Under this name intake-api's own calls have a share, as each merchant has one. */
const directoryShare = 'directory';
/** And all pages that need no credentials. */
const trackingShare = 'tracking';

/** Changes of one merchant concern the same few rows: they wait for each other here, and not in Postgres. */
const changeTurns: TurnBounds = {
  busy: 'Too many changes are waiting: those of one caller are made one at a time.',
  runningMax: 1,
  waitMaxMs: 1_000,
  waitingMax: 256,
};

/** Changes of a platform take the directory's lock, which all such changes share. */
const platformTurns: TurnBounds = {
  busy: 'Too many changes of this platform are waiting: they are made one at a time.',
  runningMax: 1,
  waitMaxMs: 1_000,
  waitingMax: 64,
};
const platformBound: RateBound = { perMinute: 300, what: 'Merchants of a platform can be added and changed' };

/** A pause looks at all open orders of the mode. */
const courierBound: RateBound = { perMinute: 30, what: 'Settings of a courier’s system can be changed' };

/** A preview may count a hundred thousand rows, and a client that asks again meanwhile learns nothing by it. */
const previewTurns: TurnBounds = { busy: 'Another of your previews is being counted.', runningMax: 1, waitMaxMs: 0 };

/**
 * A list by a rare value may read all rows of a merchant: each takes a connection, and all of a merchant a third at
 * most.
 */
const listTurns = ({ options }: Pool): TurnBounds => ({
  busy: 'Too many of your lists and searches are in progress.',
  runningMax: Math.max(1, Math.min(2, Math.floor(options.max / 3))),
  // intake-api waits 2 s for an answer: a call that gets its turn has most of it left.
  waitMaxMs: 500,
});

/** One order by its `external_id` is found by its key, and waits for no list. */
const isSlow = ({ query }: ApiRequest): boolean => !query.has('external_id');

const directoryRoutes = (deps: InternalDeps): ApiRoute[] => [
  list('/directory', directory.viewDirectory(deps)),
  list('/directory/changes', directory.viewDirectoryChanges(deps)),
  list('/directory/lookup', directory.lookUpToken(deps)),
  change('POST', '/tokens/used', 'json', directory.useTokens(deps)),
  change('POST', '/calls/refused', 'json', directory.countRefusedCalls(deps)),
  change('POST', '/heartbeats', 'json', directory.hearHeartbeat(deps)),
];

const courierLists = (deps: InternalDeps): ApiRoute[] => [
  list('/couriers/:courier_system_id/deliveries', couriers.viewCourierDeliveries(deps)),
];

/** Reads and positions of courier's systems, which have a share of the connections like merchants. */
const courierRoutes = (deps: InternalDeps): ApiRoute[] => [
  get('/couriers/:courier_system_id/deliveries/:order_id', couriers.viewCourierDelivery(deps)),
  get('/couriers/:courier_system_id/settings', couriers.viewCourierSettings(deps)),
  list('/couriers/:courier_system_id/events', couriers.viewCourierFeed(deps)),
  change('POST', '/couriers/:courier_system_id/positions', 'json', couriers.reportPositions(deps)),
];

const sessionRoutes = (deps: InternalDeps): ApiRoute[] => [
  change('POST', '/sessions/mail-link', 'json', people.askForLink(deps)),
  change('POST', '/sessions', 'json', sessions.beginPortalSession(deps)),
  change('POST', '/sessions/from-link', 'json', sessions.beginLinkedSession(deps)),
  get('/sessions/:hash', sessions.viewPortalSession(deps)),
  change('POST', '/sessions/:hash/switch', 'json', sessions.switchPortalSession(deps)),
  change('DELETE', '/sessions/:hash', 'ignored', sessions.endPortalSession(deps)),
];

const endpoint = '/webhook-endpoints/:endpoint_id';

/**
 * Reads that a standby may answer with older data. Excluded are those where that would mislead: one resource by its id,
 * an order's events and the feed, from which merchants catch up; and settings, which are few.
 */
const replicaRoutes = (deps: Pick<InternalDeps, 'pool' | 'now' | 'hashPhone'>): ApiRoute[] => [
  list('/orders', orders.viewOrders(deps)),
  get('/orders/:order_id/lanes', orders.viewOrderLanes(deps)),
  list('/search', orders.viewOwnSearch(deps)),
  get('/summary', viewSummary(deps)),
  list('/order-times', viewOrderTimes(deps)),
  list(`${endpoint}/history`, endpoints.viewEndpointHistory(deps)),
  list('/activity', viewOwnActivity(deps)),
  list('/webhook-deliveries', viewDeliveries(deps)),
  list('/webhook-replays', replays.viewReplays(deps)),
];

const store = '/stores/:store_ref';

const readRoutes = (deps: InternalDeps): ApiRoute[] => [
  get('/orders/:order_id', orders.viewOrder(deps)),
  list('/orders/:order_id/events', orders.viewOrderEvents(deps)),
  get('/orders/:order_id/position', viewPosition(deps)),
  list('/coverage', couriers.viewCoverage(deps)),
  list('/events', viewFeed(deps)),
  get('/sandbox/orders/:order_id', viewSandboxOrder(deps)),
  get('/contacts', viewContacts(deps)),
  get('/people', people.viewPeople(deps)),
  get('/settings', viewMerchantSettings(deps)),
  get('/oauth-clients', viewOauthClients(deps)),
  list('/stores', viewStores(deps)),
  get(store, viewStore(deps)),
  get('/webhook-endpoints', endpoints.viewEndpoints(deps)),
  get(endpoint, endpoints.viewEndpoint(deps)),
  get('/webhook-deliveries/:delivery_id', viewDelivery(deps)),
  get('/webhook-deliveries/:delivery_id/requests', viewOwnSentRequests(deps)),
  get('/webhook-replays/:replay_id', replays.viewReplay(deps)),
];

type BoundRoutes = { bound: RateBound | undefined; routes: readonly ApiRoute[] };

/** Calls that change something, with a rate limit per merchant for those that leave rows behind. */
const listChangeRoutes = (deps: InternalDeps): BoundRoutes[] => [
  {
    bound: { perMinute: 60, what: 'Webhook endpoints can be created' },
    routes: [
      change('POST', '/webhook-endpoints', 'json', endpoints.createEndpoint(deps)),
      change('PUT', '/webhook-endpoints/by-reference/:reference', 'json', ensureEndpoint(deps)),
    ],
  },
  { bound: { perMinute: 300, what: 'Webhook endpoints can be changed' }, routes: settingsRoutes(deps) },
  {
    bound: { perMinute: 300, what: 'Orders of a sandbox merchant can be advanced' },
    routes: [change('POST', '/sandbox/orders/:order_id/advance', 'json', advanceSandboxOrder(deps))],
  },
  {
    bound: { perMinute: 300, what: 'Stores of a merchant can be changed' },
    routes: [
      change('PUT', store, 'json', replaceStore(deps, merchantOf)),
      change('DELETE', store, 'ignored', removeStore(deps, merchantOf)),
    ],
  },
  {
    bound: { perMinute: 300, what: 'Waiting webhooks can be sent now' },
    routes: [change('POST', '/webhook-deliveries/:delivery_id/send-now', 'ignored', sendOneNow(deps))],
  },
  {
    bound: { perMinute: 60, what: 'Contacts can be changed' },
    routes: [change('PUT', '/contacts', 'json', replaceContacts(deps, ownerOf))],
  },
  {
    bound: { perMinute: 60, what: 'People can be changed' },
    routes: [
      change('POST', '/people', 'json', people.invitePerson(deps, people.memberOf)),
      change('PATCH', '/people/:person_id', 'json', people.changePerson(deps, people.memberOf)),
      change('DELETE', '/people/:person_id', 'ignored', people.removePerson(deps, people.memberOf)),
    ],
  },
  {
    bound: { perMinute: 60, what: 'Settings of a merchant can be changed' },
    routes: [change('PATCH', '/settings', 'json', changeMerchantSettings(deps))],
  },
  {
    bound: { perMinute: 60, what: 'OAuth clients of a merchant can be changed' },
    routes: [
      change('POST', '/oauth-clients', 'json', addOauthClient(deps, merchantOf)),
      change('DELETE', '/oauth-clients/:client_id', 'ignored', removeOauthClient(deps, merchantOf)),
    ],
  },
  { bound: undefined, routes: otherChangeRoutes(deps) },
];

const settingsRoutes = (deps: InternalDeps): ApiRoute[] => [
  change('PATCH', endpoint, 'json', changeEndpoint(deps)),
  change('DELETE', endpoint, 'ignored', endpoints.remove(deps)),
  change('POST', `${endpoint}/rotate-secret`, 'json', endpoints.rotateSecret(deps)),
  change('POST', `${endpoint}/enable`, 'ignored', endpoints.enable(deps)),
  change('POST', `${endpoint}/disable`, 'ignored', endpoints.disable(deps)),
  change('POST', `${endpoint}/catch-up`, 'json', endpoints.catchUpNow(deps)),
];

const otherChangeRoutes = (deps: InternalDeps): ApiRoute[] => [
  change('POST', `${endpoint}/test`, 'json', endpoints.testEndpoint(deps)),
  change('POST', `/sandbox${endpoint}/inject-fault`, 'json', endpoints.injectFault(deps)),
  change('POST', '/webhook-deliveries/:delivery_id/replay', 'ignored', replays.replayOne(deps)),
  change('POST', '/webhook-replays', 'json', replays.replayMany(deps)),
];

const previewRoutes = (deps: InternalDeps): ApiRoute[] => [
  list(`${endpoint}/waiting`, endpoints.viewWaiting(deps)),
  change('POST', '/webhook-replays/preview', 'json', previewReplay(deps)),
];

/** Acks of all merchants share a transaction, whose connection is none of the merchants' pool. */
const ackRoutes = (deps: InternalDeps): ApiRoute[] => [
  change('POST', `${endpoint}/ack`, 'json', endpoints.ackMessages(deps)),
];
