import type { Router } from 'express';
import type { Logger } from '@delivery/service-kit';
import type { Pool } from '../db/pool.js';
import { get, type ApiRoute } from '../http/api-route.js';
import { createApiRouter } from '../http/create-api-router.js';
import { lookUpToken, viewDirectory, viewDirectoryChanges } from './view-directory.js';
import { viewOrder } from './view-order.js';

export type InternalDeps = { pool: Pool; internalToken: string; logger: Logger };

/** `/internal/v1`: for intake-api alone, which has authenticated the merchant and passes the answers through. */
export const createInternalRouter = (deps: InternalDeps): Router =>
  createApiRouter({
    prefix: '/internal/v1',
    bearerToken: deps.internalToken,
    logger: deps.logger,
    routes: [...directoryRoutes(deps), ...orderRoutes(deps)],
  });

const directoryRoutes = (deps: InternalDeps): ApiRoute[] => [
  get('/directory', viewDirectory(deps)),
  get('/directory/changes', viewDirectoryChanges(deps)),
  get('/directory/lookup', lookUpToken(deps)),
];

const orderRoutes = (deps: InternalDeps): ApiRoute[] => [
  get('/merchants/:merchant_id/orders/:order_id', viewOrder(deps)),
];
