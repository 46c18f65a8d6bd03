import express, { type Express } from 'express';
import { guideLanguages, readPublished } from '@delivery/api-docs';
import { mapDirectory, portalDirectory } from '@delivery/console';
import {
  createHealthRouter,
  inLanguages,
  mountFallback,
  mountRoutes,
  publishedPagesWithMap,
  type ReadinessCheck,
  siteFiles,
} from '@delivery/http-edge';
import type { Registry } from '@delivery/service-kit';
import { mcpRoute } from './agents/mcp-route.js';
import { confirmCalls } from './confirmation/confirm-calls.js';
import { documentsWith } from './pages/documents.js';
import type { CallSpec, CourierSpec, OpenSpec, PlatformSpec } from './routes/call.js';
import { listCourierCalls } from './routes/courier-calls.js';
import { type CallHandlerDeps, createCallHandlers } from './routes/handle-call.js';
import { type CallDeps, listCalls } from './routes/list-calls.js';
import { listPlatformCalls } from './routes/platform-calls.js';
import { trackingCalls, type TrackingDeps } from './tracking/tracking-calls.js';

export type AppDeps = CallHandlerDeps &
  CallDeps & {
    tracking: Omit<TrackingDeps, 'hasMap'>;
    mapStyleUrl: string | undefined;
    /** Agents find the calls at `/mcp`. */
    hasMcp: boolean;
    /** See `DirectorySync`. */
    retryDelaysMs: () => readonly number[] | undefined;
    registry: Registry;
    checks: readonly ReadinessCheck[];
    trustProxy: number | false;
    securityContact: string | undefined;
  };

/** The API first, because routes are tried in order and health is asked for seldom. */
export const createHttpApp = (deps: AppDeps): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', deps.trustProxy);
  const edge = createCallHandlers(deps);
  const [platform, courier] = [listPlatformCalls(deps), listCourierCalls(deps)];
  const calls = [
    listCalls(deps, { platform, courier }),
    courier.filter(isNotShared),
    platform.filter(isNotShared),
  ] as const;
  for (const ofCallers of calls) mountRoutes<CallSpec | OpenSpec | CourierSpec | PlatformSpec>(app, ofCallers, edge);
  if (deps.hasMcp) {
    const specs = calls.flat().flatMap((spec) => ('open' in spec ? [] : [spec]));
    mountRoutes(app, [mcpRoute({ specs, callWithin: edge.callWithin })], {
      ...edge,
      call: (exchange, { specFor }) => edge.call(exchange, specFor(exchange)),
    });
  }
  mountRoutes(app, trackingCalls({ ...deps.tracking, hasMap: deps.mapStyleUrl !== undefined }), edge);
  mountRoutes(app, confirmCalls({ ...deps.tracking, orderState: deps.orderState }), edge);
  // Without credentials, because none of them holds a secret: the portal gets its data from the API.
  const published = [
    toGuide,
    ...siteFiles({ icon: 'docs/icon.svg', crawled: documentation, securityContact: deps.securityContact }),
    ...documentsWith(deps.retryDelaysMs, '', readPublished('merchant')),
    ...documentsWith(deps.retryDelaysMs, '/courier', readPublished('courier')),
    ...documentsWith(deps.retryDelaysMs, '/platform', readPublished('platform')),
    ...documentsWith(deps.retryDelaysMs, '/open-delivery', readPublished('openDelivery')),
    ...publishedPagesWithMap('/portal', portalDirectory, { directory: mapDirectory, styleUrl: deps.mapStyleUrl }),
  ];
  mountRoutes(app, published, {
    ...edge,
    call: async (exchange, { answerTo }) => edge.answer(exchange, await answerTo(exchange.request)),
  });
  app.use(createHealthRouter(deps));
  mountFallback(app, edge);
  return app;
};

const isNotShared = ({ path }: CourierSpec | PlatformSpec): boolean => !path.startsWith('/v1/');

/** Search engines read nothing else: tracking pages and the portal are private. */
const documentation = ['/docs', '/courier/docs', '/platform/docs', '/open-delivery/docs'];

/**
 * A browser that is given the address alone is sent to the guide in its language, whose head leads to all other pages.
 */
const toGuide = inLanguages(
  guideLanguages.map(({ tag, path }) => ({
    language: tag,
    file: {
      method: 'GET',
      path: '/',
      answerTo: () => Promise.resolve({ status: 302, headers: { location: `docs/${path}` } }),
    },
  })),
);
