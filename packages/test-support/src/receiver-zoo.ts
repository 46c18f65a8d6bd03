import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** One whole request; `number` counts from 1 on its connection. */
export type RawRequest = { path: string; number: number };
/** A receiver's behaviour on a request. It may write to the connection at any time. */
export type Speak = (connection: Socket, request: RawRequest) => void;

export type RawReceiver = {
  /** `http://127.0.0.1:<port>`, `https` where it has TLS */
  origin: string;
  /** The paths of all requests, in order of arrival. */
  paths: readonly string[];
  port: number;
  connectionCount: () => number;
  /** Writes to every open connection, asked or not. */
  writeToAll: (text: string) => void;
  close: () => Promise<void>;
};

/** A response as it is on the wire. */
export const rawResponse = (status: number, headers: Readonly<Record<string, string>> = {}, body = '{}'): string =>
  [
    `HTTP/1.1 ${status} Status`,
    ...Object.entries({ 'content-length': String(body.length), ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '',
    body,
  ].join('\r\n');

/** Receivers that were met in the field and that no HTTP server of Node's can play. */
export const receiverZoo = {
  /** Answers, and some time later sends a 200 that nothing asked for. */
  secondResponse:
    (status: number, afterMs: number): Speak =>
    (connection) => {
      connection.write(rawResponse(status));
      setTimeout(() => connection.write(rawResponse(200, {}, '{"stray":true}')), afterMs);
    },
  /** On a connection that is used again, sends a 200 that nothing asked for ahead of its answer. */
  secondResponseAtReuse:
    (status: number): Speak =>
    (connection, { number }) =>
      void connection.write(`${number === 1 ? '' : rawResponse(200)}${rawResponse(status)}`),
  /** Sends more bytes than its `Content-Length`, in one piece with the response. */
  longerThanItsLength:
    (status: number): Speak =>
    (connection) =>
      void connection.write(rawResponse(status, { 'content-length': '2' }, '{}HTTP/1.1 200 OK\r\n\r\n')),
  /** Sends more bytes than its `Content-Length`, in a piece of their own. */
  tailAfterItsLength:
    (status: number): Speak =>
    (connection) =>
      void connection.write(rawResponse(status), () => connection.write('{"tail":true}')),
  /** Says that it closes, sends a second response nevertheless, and leaves the closing to the client. */
  closeWithSecondResponse:
    (status: number): Speak =>
    (connection) =>
      void connection.write(rawResponse(status, { connection: 'close' }) + rawResponse(200)),
  /** Says these lines ahead of its headers, each with the end that it has. */
  oddHead:
    (status: number, ...lines: readonly string[]): Speak =>
    (connection) =>
      void connection.write(`HTTP/1.1 ${status} Status\r\n${lines.join('')}content-length: 2\r\n\r\n{}`, 'latin1'),
  /** Ends its lines with a line feed alone. */
  bareLineFeeds:
    (status: number): Speak =>
    (connection) =>
      void connection.write(rawResponse(status).replaceAll('\r\n', '\n')),
  /** Says both a length and that its body is chunked. */
  lengthBesideChunked:
    (status: number): Speak =>
    (connection) =>
      void connection.write(rawResponse(status, { 'transfer-encoding': 'chunked' }, '2\r\n{}\r\n0\r\n\r\n')),
  /** Answers with an upgrade, and leaves the connection open. */
  switchesProtocols: (): Speak => (connection) =>
    void connection.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  /** As it should be, at once or late. */
  plain:
    (status: number, afterMs = 0): Speak =>
    (connection) =>
      void setTimeout(() => connection.write(rawResponse(status)), afterMs),
} satisfies Record<string, (...settings: never[]) => Speak>;

/** A receiver of raw TCP, or of TLS: `speaks` by the path of the request. */
export const startRawReceiver = async (
  speaks: Readonly<Record<string, Speak>>,
  tls?: TlsOptions,
): Promise<RawReceiver> => {
  const connections = new Set<Socket>();
  const paths: string[] = [];
  let connectionCount = 0;
  const server = tls ? createTlsServer(tls) : createServer();
  server.on(tls ? 'secureConnection' : 'connection', (connection: Socket) => {
    connectionCount += 1;
    connections.add(connection);
    connection.on('error', () => connection.destroy());
    connection.once('close', () => connections.delete(connection));
    let unread = '';
    let number = 0;
    connection.on('data', (bytes) => {
      unread += bytes.toString('latin1');
      for (let request = takeRequest(unread); request; request = takeRequest(unread)) {
        unread = unread.slice(request.sizeBytes);
        number += 1;
        paths.push(request.path);
        speaks[request.path]?.(connection, { path: request.path, number });
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    paths,
    connectionCount: () => connectionCount,
    writeToAll: (text) => connections.forEach((connection) => connection.write(text)),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const connection of connections) connection.destroy();
      await closed;
    },
  };
};

/** The first whole request in the bytes that have been read, with a `Content-Length`. */
const takeRequest = (text: string): { path: string; sizeBytes: number } | undefined => {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = text.slice(0, headEnd);
  const sizeBytes = headEnd + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  return text.length < sizeBytes ? undefined : { path: head.split(' ')[1] ?? '', sizeBytes };
};
