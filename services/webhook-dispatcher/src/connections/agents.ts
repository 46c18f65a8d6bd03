import { Agent as HttpAgent, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { ConfiguredNetworks } from '@delivery/address-guard';
import { ConnectionError, ownErrorCodes } from '../delivery/connection-errors.js';
import { refuseBlocked } from './resolve-host.js';
import { createTunnels, type Tunnels } from './tunnels.js';
import { type ConnectionOptions, refuseUnaskedBytes } from './unasked-bytes.js';

export type AgentSettings = {
  lookup: LookupFunction;
  networks: ConfiguredNetworks;
  /** TCP connect, name resolution and TLS handshake together. */
  connectTimeoutMs: number;
  /** Connections kept at once; beyond it a connection closes after its request instead of going idle. */
  socketsMax: number;
  /**
   * A forward proxy that every connection goes through. Its own address comes from the configuration and is not
   * checked.
   */
  proxy?: URL | undefined;
  onOpened: () => void;
  onReused: () => void;
  onClosed: () => void;
  /** Trusted certificate authorities (PEM) instead of the well-known ones. */
  ca?: string;
};

export type Agents = {
  /** Keeps connections alive and reuses them, each for one merchant. */
  pooled: (url: URL) => HttpAgent;
  /** Always a connection of its own. */
  fresh: (url: URL) => HttpAgent;
  /** Closes every connection, used or idle. */
  close: () => void;
};

/**
 * How long an idle connection is kept: below the 5 s after which Node, Apache and many others close theirs. A shorter
 * `Keep-Alive: timeout=` of the server wins (Node subtracts a second from it).
 */
const idleTimeoutMs = 4_000;
/** A busy connection would otherwise outlive any move of the receiver to another address. */
const connectionAgeMaxMs = 5 * 60_000;
/** Wait for one address before the next is tried beside it (Happy Eyeballs). Node's 250 ms is short across oceans. */
const nextAddressAfterMs = 500;

/** One agent pair for everything that is posted, through which no connection to a blocked address can be made. */
export const createAgents = (settings: AgentSettings): Agents => {
  const openSockets = new Set<Duplex>();
  const { proxy } = settings;
  const tunnels = proxy && createTunnels({ ...settings, proxy });
  const create = (keepAlive: boolean) => {
    const common = {
      keepAlive,
      timeout: idleTimeoutMs,
      lookup: settings.lookup,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
    };
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch verification off for merchants' data.
    const tls = { rejectUnauthorized: true, ...(settings.ca === undefined ? {} : { ca: settings.ca }) };
    const agents = [new HttpAgent(common), new HttpsAgent({ ...common, ...tls })] as const;
    for (const agent of agents) guardAgent(agent, settings, openSockets, tunnels);
    return agents;
  };
  const pooled = create(true);
  const fresh = create(false);
  return {
    pooled: (url) => pooled[url.protocol === 'https:' ? 1 : 0],
    fresh: (url) => fresh[url.protocol === 'https:' ? 1 : 0],
    close: () => [...pooled, ...fresh].forEach((agent) => agent.destroy()),
  };
};

const guardAgent = (
  agent: HttpAgent,
  settings: AgentSettings,
  openSockets: Set<Duplex>,
  tunnels: Tunnels | undefined,
): void => {
  const openedAtMs = new WeakMap<Duplex, number>();
  const connect = agent.createConnection.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  const watch = refuseUnaskedBytes(agent, (socket) => {
    const ageMs = performance.now() - (openedAtMs.get(socket) ?? 0);
    return ageMs <= connectionAgeMaxMs && openSockets.size <= settings.socketsMax;
  });

  agent.on('free', () => tunnels?.noteAnswer());

  const track = (socket: Socket, options: ConnectionOptions): void => {
    watch(socket, options);
    openedAtMs.set(socket, performance.now());
    openSockets.add(socket);
    settings.onOpened();
    socket.once('close', () => {
      openSockets.delete(socket);
      settings.onClosed();
    });
  };

  agent.createConnection = (options, callback) => {
    if (tunnels) {
      const speak = (tunnel: Socket) => {
        // Over it an https agent speaks TLS as over a connection of its own, with the name of the URL.
        const overTunnel = { ...options, socket: tunnel };
        return agent instanceof HttpsAgent ? connect(overTunnel) : tunnel;
      };
      tunnels
        .open(options, speak, (socket) => track(socket, options))
        .then(
          (socket) => callback?.(null, socket),
          // A caller that gets an error ignores the socket, but the types require one.
          (error: unknown) =>
            callback?.(
              error instanceof Error ? error : new Error('the proxy opened no tunnel', { cause: error }),
              new Socket(),
            ),
        );
      return undefined;
    }
    // Node connects to an address in the URL without any lookup: this is where those are checked.
    const host = options.host ?? '';
    if (isIP(host) !== 0) refuseBlocked(host, settings.networks);
    const socket = connect(options, callback);
    if (!(socket instanceof Socket)) return socket;
    track(socket, options);
    limitConnecting(socket, host, settings.connectTimeoutMs);
    return socket;
  };
  agent.reuseSocket = (socket, request) => {
    reuse(socket, request);
    settings.onReused();
    if (socket instanceof Socket) markStale(socket, request);
  };
};

const limitConnecting = (socket: Socket, host: string, timeoutMs: number): void => {
  let isResolving = isIP(host) === 0;
  socket.once('lookup', () => {
    isResolving = false;
  });
  const timer = setTimeout(() => {
    const [code, what] = isResolving
      ? (['dnsTimeout', 'address'] as const)
      : (['connectTimeout', 'connection'] as const);
    socket.destroy(new ConnectionError(code, `no ${what} within ${timeoutMs} ms`));
  }, timeoutMs);
  const stop = () => {
    clearTimeout(timer);
  };
  socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', stop);
  socket.once('close', stop);
};

/**
 * A server may close an idle connection in the very moment it is used again. Not one byte came back, so its error is
 * marked, and the sender may use another connection. This listener runs before the HTTP client's own.
 */
const markStale = (socket: Socket, request: ClientRequest): void => {
  const bytesBefore = socket.bytesRead;
  request.prependOnceListener('error', (error: NodeJS.ErrnoException) => {
    const isReset = error.code === 'ECONNRESET' || error.code === 'EPIPE';
    if (isReset && socket.bytesRead === bytesBefore) error.code = ownErrorCodes.staleSocket;
  });
};
