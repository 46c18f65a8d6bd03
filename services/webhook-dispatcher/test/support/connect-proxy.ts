import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';

type Answer = { status: number } | 'hang' | undefined;

/** A forward proxy as there are many: takes CONNECT, checks the login, connects and passes bytes both ways. */
export const startConnectProxy = async (options: { login?: string; tls?: { key: string; cert: string } } = {}) => {
  const sockets = new Set<Socket>();
  const targets: string[] = [];
  let answerWith: (target: string) => Answer = () => undefined;
  const server = options.tls ? createTlsServer(options.tls) : createServer();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => socket.destroy())));

  const isWelcome = ({ headers }: IncomingMessage): boolean =>
    options.login === undefined ||
    headers['proxy-authorization'] === `Basic ${Buffer.from(options.login).toString('base64')}`;

  server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
    const target = request.url ?? '';
    targets.push(target);
    const answer: Answer = isWelcome(request) ? answerWith(target) : { status: 407 };
    if (answer === 'hang') return;
    if (answer) return void client.end(`HTTP/1.1 ${answer.status} No\r\ncontent-length: 2\r\n\r\nno`);
    const { hostname, port } = new URL(`http://${target}`);
    const upstream = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });
    sockets.add(upstream);
    upstream.once('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      client.pipe(upstream).pipe(client);
    });
    upstream.on('error', () => client.end('HTTP/1.1 503 Service Unavailable\r\n\r\n'));
    client.on('close', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`),
    /** The requested targets, in order. */
    targets,
    answerWith: (answer: typeof answerWith) => {
      answerWith = answer;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
