import express, { type Express } from 'express';
import { readPublished } from '@delivery/api-docs';
import { consoleDirectory, mapDirectory } from '@delivery/console';
import {
  answerProblem,
  createBuckets,
  createHealthRouter,
  limitFailures,
  type MissingReason,
  mountFallback,
  mountRoutes,
  publishedDocuments,
  type PublishedFile,
  publishedPagesWithMap,
  type ReadinessCheck,
  type RouteHandlers,
  siteFiles,
  type StallableWork,
  toStallChecks,
} from '@delivery/http-edge';
import type { Connection } from '@delivery/messaging';
import { hasFewLocks, type Pool, type Standby } from '@delivery/postgres';
import type { Logger, Registry } from '@delivery/service-kit';
import { type DatabaseClock, skewMaxMs } from './database-clock.js';
import { createInternalRouter, type InternalDeps } from './internal-api/create-internal-router.js';
import { createOperatorRouters, type OperatorDeps } from './operator-api/create-operator-router.js';
import { toProblemError } from './shared-api/read-params.js';

const failedLoginsPerMinute = 20;

/** Health and metrics, the operator API with its console, and the internal API, on one port. */
export const createHttpApp = (
  given: Omit<InternalDeps & OperatorDeps, 'refuseLogin'> & {
    /** For the operator's calls; `pool` is for merchants'. */
    operatorPool: Pool;
    /** `undefined`: the console has no map. */
    mapStyleUrl: string | undefined;
    registry: Registry;
    checks: readonly ReadinessCheck[];
    trustProxy: number | false;
    isStopping: () => boolean;
    logger: Logger;
  },
): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', given.trustProxy);
  // One count for all ways in: an address that guesses at one has fewer tries at another.
  const refuseLogin = limitFailures({ buckets: createBuckets(given.now), perMinute: failedLoginsPerMinute });
  const deps = { ...given, refuseLogin };
  app.use(createHealthRouter(deps));
  // Without the token, because none of them holds a secret: the console gets its data from the operator API.
  const published = [
    ...publishedDocuments('/operator', readPublished('operator')),
    ...publishedPagesWithMap('/console', consoleDirectory, { directory: mapDirectory, styleUrl: deps.mapStyleUrl }),
  ];
  const edge: RouteHandlers<PublishedFile> = {
    call: ({ request }, { answerTo }) => answerTo(request),
    fail: ({ path, requestId }, error) => answerProblem(toProblemError(error), { instance: path, requestId }),
    notFound: () => 'No call has this path. The operator API is below /operator/v1; the console is at /console/.',
  };
  const site = siteFiles({ icon: 'operator/docs/icon.svg', crawled: [], securityContact: undefined });
  app.use(createInternalRouter(deps));
  app.use(...createOperatorRouters({ ...deps, pool: deps.operatorPool }));
  mountRoutes(app, [toConsole, ...site, ...published], edge);
  mountFallback(app, edge);
  return app;
};

/** A browser that is given the address alone is sent to the console. */
const toConsole: PublishedFile = {
  method: 'GET',
  path: '/',
  answerTo: () => Promise.resolve({ status: 302, headers: { location: 'console/' } }),
};

/**
 * Reads and the operator API need Postgres alone: without the broker the service still answers them, and without the
 * standby the primary answers its reads.
 */
export const listReadinessChecks = (deps: {
  pool: Pool;
  standby: Standby | undefined;
  clock: DatabaseClock;
  isPrepared: () => boolean;
  consuming: Connection;
  publishing: Connection;
  stallable: StallableWork;
}): ReadinessCheck[] => [
  { name: 'postgres', missing: () => postgresMissing(deps) },
  { name: 'postgres.max_locks_per_transaction', isAdvisory: () => true, missing: () => locksMissing(deps.pool) },
  { name: 'postgres.standby', isAdvisory: () => true, missing: () => standbyMissing(deps.standby) },
  { name: 'clock', isAdvisory: () => true, missing: () => clockMissing(deps.clock) },
  { name: 'rabbitmq.consume', isAdvisory: () => true, missing: () => brokerMissing(deps.consuming) },
  { name: 'rabbitmq.publish', isAdvisory: () => true, missing: () => brokerMissing(deps.publishing) },
  ...toStallChecks(deps.stallable),
];

const postgresMissing = ({
  pool,
  isPrepared,
}: {
  pool: Pool;
  isPrepared: () => boolean;
}): Promise<MissingReason | undefined> =>
  pool.query('select 1').then(
    () => (isPrepared() ? undefined : 'migrating'),
    () => 'does not answer',
  );

const locksMissing = async (pool: Pool): Promise<MissingReason | undefined> =>
  (await hasFewLocks(pool)) ? 'too low' : undefined;

const clockMissing = ({ skewMs }: DatabaseClock): MissingReason | undefined =>
  Math.abs(skewMs() ?? 0) > skewMaxMs ? 'differs from the database' : undefined;

const standbyMissing = (standby: Standby | undefined): MissingReason | undefined =>
  standby?.fault() === undefined ? undefined : 'not used';

const brokerMissing = (connection: Connection): MissingReason | undefined =>
  connection.isBlocked() ? 'blocked by the broker' : connection.missing();
