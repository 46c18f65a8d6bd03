import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, isIPv6, type LookupFunction, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { ConfiguredNetworks } from '@delivery/address-guard';
import { ConnectionError, ownErrorCodes } from '../delivery/connection-errors.js';
import { refuseBlocked } from './resolve-host.js';

export type TunnelSettings = {
  proxy: URL;
  /** Like `AgentSettings`, for an `https:` proxy. */
  ca?: string;
  lookup: LookupFunction;
  networks: ConfiguredNetworks;
  /** Name resolution, the connection to the proxy, its answer and the TLS handshake with the server together. */
  connectTimeoutMs: number;
};

type Target = { host?: string | null | undefined; port?: number | string | null | undefined };
/** The protocol spoken over the tunnel. */
type Speak = (tunnel: Socket) => Duplex | null | undefined;

export type Tunnels = {
  /** @param track called with the connection, once there is one */
  open: (target: Target, speak: Speak, track: (socket: Socket) => void) => Promise<Socket>;
  /** An answer came through the proxy: the server can be reached. */
  noteAnswer: () => void;
};

/** The current stage of a connection: the error if it comes no further in time, and how to end it then. */
type Stage = { lateCode: () => keyof typeof ownErrorCodes; end: (error: Error) => void; isOver: boolean };

/** Connections through a forward proxy, to addresses that were resolved and checked here. */
export const createTunnels = ({ proxy, ca, lookup, networks, connectTimeoutMs }: TunnelSettings): Tunnels => {
  let answeredAtMs = Number.NEGATIVE_INFINITY;
  const noteAnswer = (): void => {
    answeredAtMs = performance.now();
  };

  const resolve = (host: string): Promise<string[]> => {
    if (isIP(host) === 0) return resolveAll(lookup, host);
    refuseBlocked(host, networks);
    return Promise.resolve([host]);
  };

  /** One address after the other, as long as the proxy says that it cannot get there. */
  const openAny = async (stage: Stage, { host, port }: Target): Promise<Socket> => {
    let failure = new ConnectionError('dnsNotFound', 'the name has no address');
    for (const address of await resolve(host ?? '')) {
      if (stage.isOver) break;
      const askedAtMs = performance.now();
      const tunnel = openTunnel({ url: proxy, ca }, { address, port: Number(port) });
      stage.end = tunnel.giveUp;
      // A proxy that has answered any request since is up, and waits for the server; one that has not may be frozen.
      stage.lateCode = () =>
        tunnel.isConnected() && answeredAtMs >= askedAtMs ? 'connectTimeout' : 'proxyUnreachable';
      try {
        const socket = await tunnel.socket;
        noteAnswer();
        return socket;
      } catch (error) {
        if (!isConnectFailure(error)) throw error;
        noteAnswer();
        failure = error;
      }
    }
    throw failure;
  };

  const open: Tunnels['open'] = async (target, speak, track) => {
    const stage: Stage = { lateCode: () => 'dnsTimeout', end: () => undefined, isOver: false };
    const { late, stop } = limit(stage, connectTimeoutMs);
    try {
      const tunnel = await Promise.race([openAny(stage, target), late]);
      const socket = speak(tunnel);
      if (!(socket instanceof Socket)) throw new ConnectionError('connectTimeout', 'the agent returned no socket');
      track(socket);
      if (!(socket instanceof TLSSocket)) return stop(socket);
      stage.lateCode = () => 'connectTimeout';
      stage.end = (error) => void socket.destroy(error);
      socket.once('secureConnect', stop).once('close', stop);
      return socket;
    } catch (error) {
      stop(undefined);
      throw error;
    }
  };
  return { open, noteAnswer };
};

/** Ends a stage that lasts too long. `stop` returns its argument. */
const limit = (stage: Stage, timeoutMs: number) => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new ConnectionError(stage.lateCode(), `no connection within ${timeoutMs} ms`);
      stage.isOver = true;
      stage.end(error);
      reject(error);
    }, timeoutMs);
  });
  // Once there is a connection, no caller awaits this promise any more.
  late.catch(() => undefined);
  const stop = <T>(result: T): T => {
    clearTimeout(timer);
    return result;
  };
  return { late, stop };
};

const resolveAll = (lookup: LookupFunction, host: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, found) => {
      if (error) reject(error);
      else resolve(typeof found === 'string' ? [found] : found.map(({ address }) => address));
    });
  });

const isConnectFailure = (error: unknown): error is ConnectionError =>
  error instanceof ConnectionError && error.code === ownErrorCodes.proxyConnectFailed;

/**
 * A connection that a proxy is asked for. `connected` once the proxy's server has taken it; its answer may still be
 * out.
 */
type Tunnel = { socket: Promise<Socket>; isConnected: () => boolean; giveUp: (error: Error) => void };

/**
 * Asks a forward proxy for a connection to exactly this address, for any scheme spoken over it (RFC 9110, 9.3.6).
 * The proxy gets the address that was checked, never a name, which it would resolve again, perhaps differently.
 * @param proxy `url`: `http:` or `https:`, with user and password where it asks for them; `ca`: instead of the
 * well-known ones
 * @returns `socket` rejects with a ConnectionError: of the proxy where it is not there, refuses or asks for another
 * login
 */
const openTunnel = (
  { url: proxy, ca }: { url: URL; ca: string | undefined },
  target: { address: string; port: number },
): Tunnel => {
  const authority = `${isIPv6(target.address) ? `[${target.address}]` : target.address}:${target.port}`;
  const send = proxy.protocol === 'https:' ? httpsRequest : httpRequest;
  const asked = send({
    method: 'CONNECT',
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port === '' ? undefined : proxy.port,
    path: authority,
    headers: { host: authority, connection: 'keep-alive', ...loginOf(proxy) },
    agent: false,
    rejectUnauthorized: true,
    ca,
  });
  let isConnected = false;
  asked.once('socket', (socket) => {
    socket.once('connect', () => {
      isConnected = true;
    });
  });
  const socket = answerOf(asked);
  asked.end();
  return { socket, isConnected: () => isConnected, giveUp: (error) => void asked.destroy(error) };
};

const loginOf = ({ username, password }: URL): Record<string, string> => {
  if (username === '' && password === '') return {};
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` };
};

const answerOf = (asked: ClientRequest): Promise<Socket> =>
  new Promise((resolve, reject) => {
    asked.once('connect', (answer, stream, head) => {
      const status = answer.statusCode ?? 0;
      if (status < 200 || status >= 300 || !(stream instanceof Socket)) {
        stream.destroy();
        return reject(refusalOf(status));
      }
      if (head.length > 0) stream.unshift(head);
      resolve(stream);
    });
    // Reached only where Node does not take an answer for one to CONNECT. Informational answers do not come here.
    asked.once('response', (answer: IncomingMessage) => {
      answer.destroy();
      reject(new ConnectionError('proxyUnreachable', 'the server at the proxy’s address is not a proxy'));
    });
    asked.once('error', (cause) => {
      reject(
        cause instanceof ConnectionError
          ? cause
          : new ConnectionError('proxyUnreachable', 'the proxy does not answer', { cause }),
      );
    });
  });

/** 5xx: the proxy could not reach the server. 4xx: the proxy refuses, and no server of a merchant was asked. */
const refusalOf = (status: number): ConnectionError => {
  const message = `the proxy answered ${status}`;
  if (status === 407) return new ConnectionError('proxyLoginFailed', message);
  return new ConnectionError(status >= 500 ? 'proxyConnectFailed' : 'proxyRefused', message);
};
