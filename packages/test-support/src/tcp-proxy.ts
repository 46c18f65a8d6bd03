import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

export type ProxyTarget = { host: string; port: number };

export type TcpProxy = {
  port: number;
  /** The given URL, but through the proxy. */
  urlOf: (url: string) => string;
  /** Resets all connections, and each new one at once. */
  cut: () => void;
  /** Connections stay and are accepted, but no byte passes, as in a dead network. */
  stall: () => void;
  /** Holds each piece of data for so long. */
  slow: (delayMs: number) => void;
  /** Everything passes again; stalled bytes go on. */
  restore: () => void;
  connectionCount: () => number;
  close: () => Promise<void>;
};

type Mode = { kind: 'open' } | { kind: 'cut' } | { kind: 'stalled' } | { kind: 'slow'; delayMs: number };

/** TCP between a service and a server that it depends on, to be disturbed. Several targets share the connections in turn. */
export const startTcpProxy = async (findTargets: () => readonly ProxyTarget[]): Promise<TcpProxy> => {
  const sockets = new Set<Socket>();
  const valve = createValve();
  let turn = 0;
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    track(client);
    // Either side may reset at any time; `bridge` then resets the other side.
    client.on('error', () => client.destroy());
    if (valve.mode().kind === 'cut') return reset(client);
    const targets = findTargets();
    turn += 1;
    const target = targets[turn % targets.length];
    if (!target) return reset(client);
    const upstream = connect({ ...target, allowHalfOpen: true });
    track(upstream);
    bridge(client, upstream, valve.pass);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const resetAll = () => sockets.forEach(reset);
  return {
    port,
    urlOf: (url) => {
      const through = new URL(url);
      through.hostname = '127.0.0.1';
      through.port = String(port);
      return through.href;
    },
    cut: () => {
      valve.change({ kind: 'cut' });
      resetAll();
    },
    stall: () => valve.change({ kind: 'stalled' }),
    slow: (delayMs) => valve.change({ kind: 'slow', delayMs }),
    restore: () => valve.change({ kind: 'open' }),
    connectionCount: () => Math.ceil(sockets.size / 2),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      resetAll();
      await closed;
    },
  };
};

/** A reset while a shutdown is under way fails, and Node then never closes the handle: it would keep the process alive. */
const reset = (socket: Socket): void => {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
};

/** Where a URL of a server points. */
export const targetOf = (url: string): ProxyTarget => {
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname, port: Number(port || (protocol.startsWith('postgres') ? 5432 : 5672)) };
};

const createValve = () => {
  let mode: Mode = { kind: 'open' };
  const changes = new EventEmitter();
  // Every stalled connection listens.
  changes.setMaxListeners(0);
  return {
    mode: () => mode,
    change: (next: Mode): void => {
      mode = next;
      changes.emit('change');
    },
    /** Resolves when one piece of data may go on. */
    pass: async (): Promise<void> => {
      while (mode.kind === 'stalled') await once(changes, 'change');
      if (mode.kind === 'slow') await delay(mode.delayMs);
    },
  };
};

const bridge = (client: Socket, upstream: Socket, pass: () => Promise<void>): void => {
  const throttled = () =>
    new Transform({
      transform: (chunk, _encoding, done) => void pass().then(() => done(null, chunk)),
      flush: (done) => void pass().then(() => done()),
    });
  client.pipe(throttled()).pipe(upstream);
  upstream.pipe(throttled()).pipe(client);
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    one.on('error', () => reset(other));
    one.once('close', () => void pass().then(() => other.destroy()));
  }
};
