import { afterEach } from '@jest/globals';
import { allowedNetworksSchema, blockedNetworksSchema } from '@delivery/address-guard';
import {
  type EndpointServer,
  type EndpointServerOptions,
  pollUntil,
  startEndpointServer,
} from '@delivery/test-support';
import { createAgents } from '../../src/connections/agents.js';
import { cacheResolutions, createGuardedLookup, createHostResolver } from '../../src/connections/resolve-host.js';
import { createPostToEndpoint } from '../../src/posting/post-to-endpoint.js';

type Settings = {
  allow?: string;
  /** `WEBHOOK_BLOCK_NETWORKS`; default none. */
  block?: string;
  allowHttp?: boolean;
  connectTimeoutMs?: number;
  totalTimeoutMs?: number;
  socketsMax?: number;
  dnsServer?: string;
  hosts?: Record<string, string[]>;
  ca?: string;
  proxy?: URL;
  nowMs?: () => number;
};

/** A machine that pauses must not look like a receiver that does not answer. */
const patience = { connectTimeoutMs: 10_000, totalTimeoutMs: 20_000 };

/** The sender as production composes it, on loopback, with its counts of connections. */
export const createPoster = (settings: Settings = {}) => {
  const networks = {
    allowed: allowedNetworksSchema.parse(settings.allow ?? '127.0.0.1/32'),
    blocked: blockedNetworksSchema.parse(settings.block ?? ''),
  };
  const counts = { opened: 0, reused: 0, open: 0 };
  const hosts = new Map(Object.entries(settings.hosts ?? {}));
  const resolver = createHostResolver(hosts, settings.dnsServer === undefined ? undefined : [settings.dnsServer]);
  const agents = createAgents({
    lookup: createGuardedLookup(cacheResolutions(resolver, settings.nowMs ?? (() => performance.now())), networks),
    networks,
    connectTimeoutMs: settings.connectTimeoutMs ?? patience.connectTimeoutMs,
    socketsMax: settings.socketsMax ?? 100,
    proxy: settings.proxy,
    onOpened: () => {
      counts.opened += 1;
      counts.open += 1;
    },
    onReused: () => {
      counts.reused += 1;
    },
    onClosed: () => {
      counts.open -= 1;
    },
    ...(settings.ca === undefined ? {} : { ca: settings.ca }),
  });
  const post = createPostToEndpoint({
    agents,
    allowHttp: settings.allowHttp ?? true,
    totalTimeoutMs: settings.totalTimeoutMs ?? patience.totalTimeoutMs,
  });
  const pools = ['http://pool.test/', 'https://pool.test/'].map((url) => agents.pooled(new URL(url)));
  const isBusy = () => pools.some(({ sockets }) => Object.keys(sockets).length > 0);
  const postAs = (ownerId: string, url: string, body = '{"a":1}', secretHeader?: { name: string; value: string }) =>
    post({
      ownerId,
      secretHeader,
      url: new URL(url),
      headers: { 'content-type': 'application/json', 'user-agent': 'test/1', 'webhook-id': 'w-1' },
      body: Buffer.from(body),
    });
  return {
    counts,
    close: agents.close,
    postAs,
    post: (url: string, body?: string, secretHeader?: { name: string; value: string }) =>
      postAs('m-1', url, body, secretHeader),
    /** Resolves when every connection that is kept may be used again. */
    waitUntilRested: () => pollUntil('connections at rest', () => (isBusy() ? undefined : true)),
  };
};

export type Poster = ReturnType<typeof createPoster>;

/** Closes all that a test has started after it, the last first. */
export const useResources = (defaults: Settings | (() => Settings) = {}) => {
  const cleanUps: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });
  return {
    cleanUps,
    endpoint: async (options: EndpointServerOptions = {}): Promise<EndpointServer> => {
      const server = await startEndpointServer(options);
      cleanUps.push(server.close);
      return server;
    },
    poster: (settings: Settings = {}): Poster => {
      const created = createPoster({ ...(typeof defaults === 'function' ? defaults() : defaults), ...settings });
      cleanUps.push(created.close);
      return created;
    },
  };
};
