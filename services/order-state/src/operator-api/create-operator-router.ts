import type { Router } from 'express';
import type { Logger } from '@delivery/service-kit';
import { get, list, type ApiRoute, type ListRoute } from '../http/api-route.js';
import type { ReplayDeps } from '../internal-api/replay-deliveries.js';
import { viewDeliveries, viewDelivery } from '../internal-api/view-deliveries.js';
import { viewReplay, viewReplays } from '../internal-api/view-replays.js';
import { createApiRouter } from '../http/create-api-router.js';
import { addToken, changeMerchant, removeToken } from './change-merchant.js';
import { createMerchant, type CreateMerchantDeps } from './create-merchant.js';
import { removeDeadLetter, replayDeadLetter, viewDeadLetters, type DeadLetterDeps } from './dead-letters.js';
import { requestErasure, viewErasure, viewErasures, type RequestErasureDeps } from './erasures.js';
import { replayForMerchant } from './replay-for-merchant.js';
import { reportStatus, reportTrackingUrl, type ReportDeps } from './report-order.js';
import { disableForMerchant, enableForMerchant } from './switch-endpoint.js';
import { viewAudit } from './view-audit.js';
import { viewEndpoint } from './view-endpoint.js';
import { viewEndpoints } from './view-endpoints.js';
import { viewMerchant, viewMerchants } from './view-merchants.js';
import { viewOrders } from './view-orders.js';
import { viewStatus } from './view-status.js';
import { viewTimeline } from './view-timeline.js';

export type OperatorDeps = CreateMerchantDeps &
  ReportDeps &
  DeadLetterDeps &
  ReplayDeps &
  RequestErasureDeps & {
    operatorToken: string;
    /** How long a released delivery may stay without a result. */
    leaseMs: number;
    logger: Logger;
  };

/** `/operator/v1`: for couriers' systems, support, the CLI and tests. Never exposed to merchants. */
export const createOperatorRouter = (deps: OperatorDeps): Router =>
  createApiRouter({
    prefix: '/operator/v1',
    bearerToken: deps.operatorToken,
    logger: deps.logger,
    routes: [
      ...merchantRoutes(deps),
      ...orderRoutes(deps),
      ...deadLetterRoutes(deps),
      ...webhookRoutes(deps),
      ...erasureRoutes(deps),
      get('/audit', viewAudit(deps)),
      get('/status', viewStatus(deps)),
    ],
  });

const merchantRoutes = (deps: OperatorDeps): (ApiRoute | ListRoute)[] => [
  list('/merchants', viewMerchants(deps)),
  { method: 'POST', path: '/merchants', body: 'json', handle: createMerchant(deps) },
  get('/merchants/:merchant_id', viewMerchant(deps)),
  { method: 'PATCH', path: '/merchants/:merchant_id', body: 'json', handle: changeMerchant(deps) },
  { method: 'POST', path: '/merchants/:merchant_id/tokens', body: 'ignored', handle: addToken(deps) },
  { method: 'DELETE', path: '/merchants/:merchant_id/tokens/:token_id', body: 'ignored', handle: removeToken(deps) },
];

const orderRoutes = (deps: OperatorDeps): (ApiRoute | ListRoute)[] => [
  list('/orders', viewOrders(deps)),
  { method: 'POST', path: '/orders/:order_id/status', body: 'json', handle: reportStatus(deps) },
  { method: 'POST', path: '/orders/:order_id/tracking-url', body: 'json', handle: reportTrackingUrl(deps) },
  get('/orders/:order_id/timeline', viewTimeline(deps)),
];

/** What a merchant can do and see of its webhooks, done and seen for it. */
const webhookRoutes = (deps: OperatorDeps): (ApiRoute | ListRoute)[] => {
  const [endpoint, merchant] = ['/endpoints/:endpoint_id', '/merchants/:merchant_id'];
  return [
    list('/endpoints', viewEndpoints(deps)),
    get(endpoint, viewEndpoint(deps)),
    { method: 'POST', path: `${endpoint}/enable`, body: 'json', handle: enableForMerchant(deps) },
    { method: 'POST', path: `${endpoint}/disable`, body: 'json', handle: disableForMerchant(deps) },
    list(`${merchant}/webhook-deliveries`, viewDeliveries(deps)),
    get(`${merchant}/webhook-deliveries/:delivery_id`, viewDelivery(deps)),
    list(`${merchant}/webhook-replays`, viewReplays(deps)),
    { method: 'POST', path: `${merchant}/webhook-replays`, body: 'json', handle: replayForMerchant(deps) },
    get(`${merchant}/webhook-replays/:replay_id`, viewReplay(deps)),
  ];
};

const deadLetterRoutes = (deps: OperatorDeps): (ApiRoute | ListRoute)[] => [
  list('/dead-letters', viewDeadLetters(deps)),
  { method: 'POST', path: '/dead-letters/:dead_letter_id/replay', body: 'ignored', handle: replayDeadLetter(deps) },
  { method: 'DELETE', path: '/dead-letters/:dead_letter_id', body: 'ignored', handle: removeDeadLetter(deps) },
];

const erasureRoutes = (deps: OperatorDeps): (ApiRoute | ListRoute)[] => [
  list('/erasures', viewErasures(deps)),
  { method: 'POST', path: '/erasures', body: 'json', handle: requestErasure(deps) },
  get('/erasures/:erasure_id', viewErasure(deps)),
];
