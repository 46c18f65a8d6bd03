import { isIP, type LookupFunction, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { ConfiguredNetworks } from '@delivery/address-guard';
import { ownErrorCodes } from '../delivery/error-code.js';
import { ConnectionError } from './connection-errors.js';
import { refuseBlocked } from './guarded-lookup.js';
import { openTunnel } from './open-tunnel.js';

export type TunnelSettings = {
  proxy: URL;
  /** As of `AgentSettings`: for an `https:` proxy. */
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
  /** An answer came through the proxy: it is there. */
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
