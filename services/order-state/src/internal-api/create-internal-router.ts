import type { Router } from 'express';
import { type ApiRoute, change, createJsonApi, get, list } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { createBearerCheck, whenPrepared } from '../shared-api/check-bearer.js';
import { createMerchantSemaphore } from '../shared-api/merchant-semaphore.js';
import { previewMany, previewSelected } from '../shared-api/previews.js';
import { type LateReadDeps, readFromStandby } from '../shared-api/read-from-standby.js';
import { readMerchantId } from '../shared-api/read-params.js';
import type { TestEndpointDeps } from '../shared-api/start-endpoint-test.js';
import { toProblemError } from '../shared-api/to-problem-error.js';
import { viewDeliveries, viewDelivery } from '../shared-api/view-deliveries.js';
import {
  type ReplayDeps,
  replayMany,
  replayOne,
  replaySelected,
  viewReplay,
  viewReplays,
} from '../shared-api/webhook-replays.js';
import {
  changeEndpoint,
  type ChangeEndpointDeps,
  createEndpoint,
  disable,
  enable,
  enablePreview,
  type FaultDeps,
  injectFault,
  remove,
  replaceEndpoint,
  rotateSecret,
  type SwitchEndpointDeps,
  testEndpoint,
  viewEndpoint,
  viewEndpoints,
} from './merchant-endpoints.js';
import { viewOrder, viewOrderEvents, viewOrders, viewOwnSearch } from './merchant-orders.js';
import { ackMessages, type PullDeps, takeMessages } from './pull-messages.js';
import { advanceSandboxOrder, type SandboxOrderDeps, viewSandboxOrder } from './sandbox-orders.js';
import { lookUpToken, viewDirectory, viewDirectoryChanges } from './view-directory.js';
import { viewFeed } from './view-feed.js';
import { viewOrderLanes } from './view-order-lanes.js';
import { viewSummary } from './view-summary.js';

export type InternalDeps = ChangeEndpointDeps &
  SwitchEndpointDeps &
  TestEndpointDeps &
  SandboxOrderDeps &
  PullDeps &
  FaultDeps &
  LateReadDeps &
  ReplayDeps & { internalToken: string; isPrepared: () => boolean; logger: Logger };

/**
 * `/internal/v1`: for intake-api alone, which has authenticated the merchant and passes the answers through. What is
 * below `/merchants/{merchant_id}` mirrors the merchant API.
 */
export const createInternalRouter = (deps: InternalDeps): Router =>
  createJsonApi({
    prefix: '/internal/v1',
    authorize: whenPrepared(createBearerCheck({ token: deps.internalToken }), deps.isPrepared),
    toProblemError,
    logger: deps.logger,
    routes: [
      ...directoryRoutes(deps),
      change('POST', '/messages/take', 'json', takeMessages(deps)),
      ...[
        ...readFromStandby(deps, replicaRoutes).map(inTurnOfMerchant(deps.pool)),
        ...orderRoutes(deps),
        ...endpointRoutes(deps),
        ...deliveryRoutes(deps),
      ].map(belowMerchant),
    ],
  });

const belowMerchant = (route: ApiRoute): ApiRoute => ({
  ...route,
  path: `/merchants/:merchant_id${route.path}`,
});

/**
 * A list by what few of a merchant's rows have may read all of them: whoever asks for many leaves connections to others. One order by
 * its `external_id` is found by its key, and waits for none of them.
 */
const inTurnOfMerchant = ({ options }: Pool) => {
  const inTurn = createMerchantSemaphore({
    busy: 'Lists and searches of this merchant are under way, and take their time.',
    // Each takes a connection: a quarter of them, or less.
    runningMax: Math.max(1, Math.min(2, Math.floor(options.max / 4))),
    // intake-api waits 2 s for an answer: what gets its turn has the most of it left.
    waitMaxMs: 500,
  });
  return (route: ApiRoute): ApiRoute => ({
    ...route,
    handle: (request) =>
      request.query.has('external_id')
        ? route.handle(request)
        : inTurn(readMerchantId(request), () => route.handle(request)),
  });
};

const directoryRoutes = (deps: InternalDeps): ApiRoute[] => [
  list('/directory', viewDirectory(deps)),
  list('/directory/changes', viewDirectoryChanges(deps)),
  list('/directory/lookup', lookUpToken(deps)),
];

/**
 * What may be late. Not among them, so that nobody is told something that is not so any more: one thing by its id, an order's
 * events and the feed, from which merchants catch up, and settings, which are few.
 */
const replicaRoutes = (deps: Pick<InternalDeps, 'pool' | 'now'>): ApiRoute[] => [
  list('/orders', viewOrders(deps)),
  get('/orders/:order_id/lanes', viewOrderLanes(deps)),
  list('/search', viewOwnSearch(deps)),
  get('/summary', viewSummary(deps)),
  list('/webhook-deliveries', viewDeliveries(deps)),
  list('/webhook-replays', viewReplays(deps)),
];

const orderRoutes = (deps: InternalDeps): ApiRoute[] => [
  get('/orders/:order_id', viewOrder(deps)),
  list('/orders/:order_id/events', viewOrderEvents(deps)),
  list('/events', viewFeed(deps)),
  get('/sandbox/orders/:order_id', viewSandboxOrder(deps)),
  change('POST', '/sandbox/orders/:order_id/advance', 'json', advanceSandboxOrder(deps)),
];

const endpointRoutes = (deps: InternalDeps): ApiRoute[] => {
  const one = '/webhook-endpoints/:endpoint_id';
  return [
    get('/webhook-endpoints', viewEndpoints(deps)),
    change('POST', '/webhook-endpoints', 'json', createEndpoint(deps)),
    get(one, viewEndpoint(deps)),
    change('PUT', one, 'json', replaceEndpoint(deps)),
    change('PATCH', one, 'json', changeEndpoint(deps)),
    change('DELETE', one, 'ignored', remove(deps)),
    change('POST', `${one}/rotate-secret`, 'ignored', rotateSecret(deps)),
    change('POST', `${one}/enable`, 'ignored', enable(deps)),
    change('POST', `${one}/enable/preview`, 'ignored', enablePreview(deps)),
    change('POST', `${one}/disable`, 'ignored', disable(deps)),
    change('POST', `${one}/test`, 'ignored', testEndpoint(deps)),
    change('POST', `${one}/ack`, 'json', ackMessages(deps)),
    change('POST', `/sandbox${one}/inject-fault`, 'json', injectFault(deps)),
  ];
};

const deliveryRoutes = (deps: InternalDeps): ApiRoute[] => [
  // Before those whose path has an id in the same place.
  change('POST', '/webhook-deliveries/replay', 'json', replaySelected(deps)),
  change('POST', '/webhook-deliveries/replay/preview', 'json', previewSelected(deps)),
  change('POST', '/webhook-replays/preview', 'json', previewMany(deps)),
  get('/webhook-deliveries/:delivery_id', viewDelivery(deps)),
  change('POST', '/webhook-deliveries/:delivery_id/replay', 'ignored', replayOne(deps)),
  change('POST', '/webhook-replays', 'json', replayMany(deps)),
  get('/webhook-replays/:replay_id', viewReplay(deps)),
];
