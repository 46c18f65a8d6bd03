import express, { type Express, Router } from 'express';

/**
 * All that readiness may say. `/readyz` needs no credentials, so no error's own text is among it: the log has those.
 */
export type MissingReason =
  | 'blocked by the broker'
  | 'closed'
  | 'connecting'
  | 'connection lost'
  | 'differs from the database'
  | 'does not answer'
  | 'failing'
  | 'migrating'
  | 'not loaded yet'
  | 'not used'
  | 'paused'
  | 'stopping'
  | 'too low';

/**
 * A named condition of readiness: `undefined` when fulfilled, else what is missing.
 * `isAdvisory`, asked when it is missing: it is reported, but the process stays ready, because part of its work goes on
 * without it. Absent: it is required.
 */
export type ReadinessCheck = {
  name: string;
  missing: () => MissingReason | undefined | Promise<MissingReason | undefined>;
  isAdvisory?: () => boolean | Promise<boolean>;
};

/** Work that may stop while the rest of the service goes on, by name: why it has stopped; `undefined`: it goes on. */
export type StallableWork = Readonly<Record<string, () => MissingReason | undefined>>;

export const toStallChecks = (work: StallableWork): ReadinessCheck[] =>
  Object.entries(work).map(([name, missing]) => ({ name, missing, isAdvisory: () => true }));

/** The names of the work that has stopped. */
export const findStalled = (work: StallableWork): string[] =>
  Object.entries(work).flatMap(([name, missing]) => (missing() === undefined ? [] : [name]));

/** A consumer that waits for longer is paused. */
const pausedAfterMs = 30_000;

export const missingOfConsumer = (consumer: { outageMs: () => number } | undefined): MissingReason | undefined =>
  (consumer?.outageMs() ?? 0) > pausedAfterMs ? 'paused' : undefined;

type HealthDeps = {
  /** The registry of prom-client, or one of the same shape. */
  registry: { contentType: string; metrics: () => Promise<string> };
  checks: readonly ReadinessCheck[];
  isStopping: () => boolean;
};

/**
 * `/livez` (the event loop answers), `/readyz` (200, or 503 with what is missing) and `/metrics` (Prometheus text).
 * Once `isStopping()` is true, readiness says so, so that a load balancer stops sending before the port closes.
 */
export const createHealthRouter = (deps: HealthDeps): Router => {
  const router = Router();
  router.get('/livez', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const { missing, degraded } = await findMissing(deps.checks);
    if (deps.isStopping()) missing['shutdown'] = 'stopping';
    const ready = Object.keys(missing).length === 0;
    response.status(ready ? 200 : 503).json({
      status: ready ? 'ready' : 'not_ready',
      missing,
      ...(Object.keys(degraded).length > 0 ? { degraded } : {}),
    });
  });
  router.get('/metrics', async (_request, response) => {
    response.type(deps.registry.contentType).send(await deps.registry.metrics());
  });
  return router;
};

/** For a process that is called by probes and Prometheus alone. */
export const createHealthApp = (deps: HealthDeps): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.use(createHealthRouter(deps));
  app.use((_request, response) => {
    response.sendStatus(404);
  });
  return app;
};

const findMissing = async (checks: readonly ReadinessCheck[]) => {
  const missing: Record<string, MissingReason> = {};
  const degraded: Record<string, MissingReason> = {};
  for (const { name, ...check } of checks) {
    const reason = await check.missing();
    if (reason !== undefined) ((await check.isAdvisory?.()) ? degraded : missing)[name] = reason;
  }
  return { missing, degraded };
};
