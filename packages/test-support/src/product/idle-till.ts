import { once } from 'node:events';
import { connect } from 'node:net';

export type IdleTill = {
  /** Resolves when its connection is open. */
  connected: Promise<unknown>;
  /** The body of the next answer that has a message, and when it was read, in milliseconds since the epoch. */
  nextMessages: () => Promise<{ body: string; atMs: number }>;
  close: () => void;
};

/** Polls over a connection of its own for ever, each time as soon as it is answered: bare, so that ten thousand fit. */
export const openTill = (till: {
  url: string;
  key: string;
  token: string;
  endpointId: string;
  waitSeconds: number;
}): IdleTill => {
  const { hostname, port, host } = new URL(till.url);
  const credentials = Buffer.from(`${till.key}:${till.token}`).toString('base64');
  const request = [
    `GET /v1/webhook-endpoints/${till.endpointId}/messages?wait=${till.waitSeconds} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Basic ${credentials}`,
    'accept: */*',
    'accept-language: *',
    'user-agent: node',
    'accept-encoding: gzip, deflate',
    '\r\n',
  ].join('\r\n');
  const socket = connect({ host: hostname, port: Number(port) });
  let received = '';
  let tell: ((answer: { body: string; atMs: number }) => void) | undefined;
  socket.on('data', (chunk) => {
    received += chunk.toString('utf8');
    const body = readWholeBody(received);
    if (body === undefined) return;
    received = '';
    if (body !== '{"data":[]}') tell?.({ body, atMs: Date.now() });
    socket.write(request);
  });
  socket.on('error', (error) => {
    throw new Error('the connection of a poll was lost: has intake-api ended?', { cause: error });
  });
  socket.write(request);
  return {
    connected: once(socket, 'connect'),
    nextMessages: () => new Promise((resolve) => (tell = resolve)),
    close: () => socket.destroy(),
  };
};

/** @throws Error when it is not the answer of a poll */
const readWholeBody = (received: string): string | undefined => {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = received.slice(0, end);
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`a poll was answered ${received}`);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
  const body = Buffer.from(received.slice(end + 4));
  return body.length >= length ? body.toString('utf8') : undefined;
};
