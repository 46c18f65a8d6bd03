import express, { type Express } from 'express';
import { createHealthRouter, type ReadinessCheck } from '@delivery/http-edge';
import type { Registry } from '@delivery/service-kit';

/** Nobody calls this process but probes and Prometheus. */
export const createHttpApp = (deps: {
  registry: Registry;
  checks: readonly ReadinessCheck[];
  isStopping: () => boolean;
}): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.use(createHealthRouter(deps));
  app.use((_request, response) => {
    response.sendStatus(404);
  });
  return app;
};
