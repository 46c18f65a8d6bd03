import type { Router } from 'express';
import type { Logger } from '@delivery/service-kit';
import { get, list, type ApiRoute, type ListRoute } from '../http/api-route.js';
import { createApiRouter } from '../http/create-api-router.js';
import { createEndpoint, replaceEndpoint, rotateSecret, type ChangeEndpointDeps } from './change-endpoint.js';
import { replayMany, replayOne, type ReplayDeps } from './replay-deliveries.js';
import { disable, enable, remove, type SwitchEndpointDeps } from './switch-endpoint.js';
import { testEndpoint, type TestEndpointDeps } from './test-endpoint.js';
import { viewDeliveries, viewDelivery } from './view-deliveries.js';
import { lookUpToken, viewDirectory, viewDirectoryChanges } from './view-directory.js';
import { viewEndpoint, viewEndpoints } from './view-endpoints.js';
import { viewOrderEvents } from './view-order-events.js';
import { viewOrder } from './view-order.js';
import { viewOrders } from './view-orders.js';
import { viewReplay, viewReplays } from './view-replays.js';

export type InternalDeps = ChangeEndpointDeps &
  SwitchEndpointDeps &
  TestEndpointDeps &
  ReplayDeps & { internalToken: string; logger: Logger };

/**
 * `/internal/v1`: for intake-api alone, which has authenticated the merchant and passes the answers through. What is
 * below `/merchants/{merchant_id}` mirrors the merchant API.
 */
export const createInternalRouter = (deps: InternalDeps): Router =>
  createApiRouter({
    prefix: '/internal/v1',
    bearerToken: deps.internalToken,
    logger: deps.logger,
    routes: [
      ...directoryRoutes(deps),
      ...[...orderRoutes(deps), ...endpointRoutes(deps), ...deliveryRoutes(deps)].map(belowMerchant),
    ],
  });

const belowMerchant = <Route extends ApiRoute | ListRoute>(route: Route): Route => ({
  ...route,
  path: `/merchants/:merchant_id${route.path}`,
});

const directoryRoutes = (deps: InternalDeps): (ApiRoute | ListRoute)[] => [
  list('/directory', viewDirectory(deps)),
  list('/directory/changes', viewDirectoryChanges(deps)),
  list('/directory/lookup', lookUpToken(deps)),
];

const orderRoutes = (deps: InternalDeps): (ApiRoute | ListRoute)[] => [
  list('/orders', viewOrders(deps)),
  get('/orders/:order_id', viewOrder(deps)),
  list('/orders/:order_id/events', viewOrderEvents(deps)),
];

const endpointRoutes = (deps: InternalDeps): (ApiRoute | ListRoute)[] => {
  const one = '/webhook-endpoints/:endpoint_id';
  return [
    get('/webhook-endpoints', viewEndpoints(deps)),
    { method: 'POST', path: '/webhook-endpoints', body: 'json', handle: createEndpoint(deps) },
    get(one, viewEndpoint(deps)),
    { method: 'PUT', path: one, body: 'json', handle: replaceEndpoint(deps) },
    { method: 'DELETE', path: one, body: 'ignored', handle: remove(deps) },
    { method: 'POST', path: `${one}/rotate-secret`, body: 'ignored', handle: rotateSecret(deps) },
    { method: 'POST', path: `${one}/enable`, body: 'ignored', handle: enable(deps) },
    { method: 'POST', path: `${one}/disable`, body: 'ignored', handle: disable(deps) },
    { method: 'POST', path: `${one}/test`, body: 'ignored', handle: testEndpoint(deps) },
  ];
};

const deliveryRoutes = (deps: InternalDeps): (ApiRoute | ListRoute)[] => [
  list('/webhook-deliveries', viewDeliveries(deps)),
  get('/webhook-deliveries/:delivery_id', viewDelivery(deps)),
  { method: 'POST', path: '/webhook-deliveries/:delivery_id/replay', body: 'ignored', handle: replayOne(deps) },
  list('/webhook-replays', viewReplays(deps)),
  { method: 'POST', path: '/webhook-replays', body: 'json', handle: replayMany(deps) },
  get('/webhook-replays/:replay_id', viewReplay(deps)),
];
