import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIPv6, Socket } from 'node:net';
import { ConnectionError } from './connection-errors.js';

/** A connection that a proxy is asked for. `connected` once the proxy's server has taken it; its answer may still be out. */
export type Tunnel = { socket: Promise<Socket>; isConnected: () => boolean; giveUp: (error: Error) => void };

/**
 * Asks a forward proxy for a connection to exactly this address, for any scheme spoken over it (RFC 9110, 9.3.6).
 * The proxy is told the address that was checked, never a name: it would resolve that once more, and differently.
 * @param proxy `url`: `http:` or `https:`, with user and password where it asks for them; `ca`: instead of the well-known ones
 * @returns `socket` rejects with a ConnectionError: of the proxy where it is not there, refuses or asks for another login
 */
export const openTunnel = (
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

/** 5xx: the proxy is there, and could not get to the server. 4xx: it does not want to, and no server of a merchant was asked. */
const refusalOf = (status: number): ConnectionError => {
  const message = `the proxy answered ${status}`;
  if (status === 407) return new ConnectionError('proxyLoginFailed', message);
  return new ConnectionError(status >= 500 ? 'proxyConnectFailed' : 'proxyRefused', message);
};
