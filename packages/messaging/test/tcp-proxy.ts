import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** Stands between a client and the broker and fails the way networks do. */
export type TcpProxy = {
  url: string;
  connectionCount: () => number;
  /** Resets every connection there is; new ones are taken. */
  cut: () => void;
  /** Keeps connections open and lets nothing through from the broker until `flow`. */
  stall: () => void;
  flow: () => void;
  stop: () => Promise<void>;
};

export const startTcpProxy = async (brokerUrl: string): Promise<TcpProxy> => {
  const target = new URL(brokerUrl);
  const pairs = new Set<{ client: Socket; broker: Socket }>();
  let isStalled = false;
  const server = createServer((client) => {
    const broker = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    const pair = { client, broker };
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      broker.destroy();
    };
    for (const socket of [client, broker]) socket.on('error', end).on('close', end);
    client.setNoDelay(true);
    client.pipe(broker);
    broker.pipe(client);
    if (isStalled) broker.unpipe(client).pause();
  });
  await listen(server);
  const url = new URL(brokerUrl);
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    for (const { client } of [...pairs]) client.resetAndDestroy();
  };
  return {
    url: url.toString(),
    connectionCount: () => pairs.size,
    cut,
    stall: () => {
      isStalled = true;
      for (const { client, broker } of pairs) broker.unpipe(client).pause();
    },
    flow: () => {
      isStalled = false;
      for (const { client, broker } of pairs) broker.pipe(client);
    },
    stop: async () => {
      cut();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
};

const listen = async (server: Server): Promise<void> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
};
