import express, { type Express } from 'express';
import { createHealthRouter, type ReadinessCheck } from '@delivery/http-edge';
import type { Logger, Registry } from '@delivery/service-kit';
import { createInternalRouter, type InternalDeps } from './internal-api/create-internal-router.js';
import { createDocsRouter } from './http/create-docs-router.js';
import { createOperatorRouter, type OperatorDeps } from './operator-api/create-operator-router.js';

/** Health and metrics, the operator API and the internal API, on one port. */
export const createHttpApp = (
  deps: InternalDeps &
    OperatorDeps & { registry: Registry; checks: readonly ReadinessCheck[]; stopping: () => boolean; logger: Logger },
): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(createHealthRouter(deps));
  app.use(createDocsRouter());
  app.use(createOperatorRouter(deps));
  app.use(createInternalRouter(deps));
  return app;
};
