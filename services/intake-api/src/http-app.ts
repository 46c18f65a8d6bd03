import { createHealthRouter, type ReadinessCheck } from '@delivery/http-edge';
import type { Registry } from '@delivery/service-kit';
import express, { type Express } from 'express';
import { mountDocs } from './routes/docs.js';
import { mountApi, mountFallback, type ApiDeps } from './routes/mount-api.js';

export type AppDeps = ApiDeps & {
  registry: Registry;
  checks: readonly ReadinessCheck[];
  trustProxy: number | false;
};

/** The API first, because routes are tried in order and health is asked for seldom. */
export const createHttpApp = (deps: AppDeps): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', deps.trustProxy);
  mountApi(app, deps);
  mountDocs(app, deps);
  app.use(createHealthRouter({ registry: deps.registry, checks: deps.checks, stopping: deps.isStopping }));
  mountFallback(app, deps);
  return app;
};
