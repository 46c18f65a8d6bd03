import { type Channel, type ChannelModel, connect } from 'amqplib';
import { exchanges, type Topology } from '@delivery/contracts';
import { createVhost, type RabbitVhost, startTcpProxy, targetOf } from '@delivery/test-support';
import {
  type Connection,
  type ConnectionOptions,
  createConnection,
  createPublisher,
  type MessagingLogger,
  type Publisher,
  type PublisherLimits,
  type PublishOptions,
} from '../src/index.js';

type LogLine = { level: 'info' | 'warn' | 'error'; message: string; fields: Record<string, unknown> };

type TestLog = {
  logger: MessagingLogger;
  lines: LogLine[];
  /** Resolves when `count` lines with this message have been written in all. */
  written: (message: string, count?: number) => Promise<void>;
};

const createTestLog = (): TestLog => {
  const lines: LogLine[] = [];
  const waiters = new Set<() => void>();
  const write = (level: LogLine['level']) => (fields: object, message: string) => {
    lines.push({ level, message, fields: { ...fields } });
    for (const look of [...waiters]) look();
  };
  return {
    logger: { info: write('info'), warn: write('warn'), error: write('error') },
    lines,
    written: (message, count = 1) =>
      new Promise((resolve) => {
        const look = () => {
          if (lines.filter((line) => line.message === message).length < count) return;
          waiters.delete(look);
          resolve();
        };
        waiters.add(look);
        look();
      }),
  };
};

export const work = 'test.work';

/** One exchange, one work queue with the given arguments, its dead queue. */
export const workTopology = (args: Record<string, string | number> = {}): Topology => ({
  exchanges: [
    { name: 'test', type: 'topic', durable: true },
    { name: exchanges.deadLetters, type: 'topic', durable: true },
  ],
  queues: [
    {
      name: `${work}.dead`,
      durable: true,
      arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': 1_000_000 },
    },
    {
      name: work,
      durable: true,
      arguments: {
        'x-queue-type': 'quorum',
        'x-delivery-limit': 100,
        'x-dead-letter-exchange': '',
        'x-dead-letter-routing-key': `${work}.dead`,
        ...args,
      },
    },
  ],
  bindings: [
    { exchange: 'test', queue: work, routingKey: 'work' },
    { exchange: exchanges.deadLetters, queue: `${work}.dead`, routingKey: `${work}.dead` },
  ],
});

/** Stands between the code under test and the broker. */
type Proxy = {
  url: string;
  connectionCount: () => number;
  /** Resets open connections; new connections are taken. */
  cut: () => void;
  stall: () => void;
  flow: () => void;
  /** Resets open connections, and refuses new ones from then on. */
  stop: () => Promise<void>;
};

const startProxy = async (url: string): Promise<Proxy> => {
  const proxy = await startTcpProxy(() => [targetOf(url)]);
  let stopped: Promise<void> | undefined;
  return {
    url: proxy.urlOf(url),
    connectionCount: proxy.connectionCount,
    cut: () => {
      proxy.cut();
      proxy.restore();
    },
    stall: proxy.stall,
    flow: proxy.restore,
    stop: () => (stopped ??= proxy.close()),
  };
};

export type Broker = {
  vhost: RabbitVhost;
  log: TestLog;
  connection: (options?: Partial<ConnectionOptions>) => Connection;
  publisher: (limits?: PublisherLimits, options?: Partial<ConnectionOptions>) => Promise<Publisher>;
  proxy: () => Promise<Proxy>;
  /** A bare channel beside the code under test. */
  channel: () => Promise<Channel>;
  stop: () => Promise<void>;
};

export const createBroker = async (): Promise<Broker> => {
  const vhost = await createVhost();
  const { stop, ...rest } = useBroker(vhost.url);
  return {
    ...rest,
    vhost,
    stop: async () => {
      await stop();
      await vhost.delete();
    },
  };
};

/** A machine that stands still for seconds loses no connection by it; tests of this limit have their own. */
const connectTimeoutMs = 10_000;

/** Everything a test creates on the broker at `url` closes with `stop`. */
export const useBroker = (url: string): Omit<Broker, 'vhost'> => {
  const log = createTestLog();
  const connections: Connection[] = [];
  const models: ChannelModel[] = [];
  const proxies: Proxy[] = [];
  const connection = (options: Partial<ConnectionOptions> = {}) => {
    const created = createConnection({
      urls: [url],
      name: 'test',
      logger: log.logger,
      topology: workTopology(),
      backoff: { minMs: 10, maxMs: 100 },
      connectTimeoutMs,
      ...options,
    });
    connections.push(created);
    return created;
  };
  return {
    log,
    connection,
    publisher: async (limits, options) => {
      const own = connection(options);
      const publisher = createPublisher(own, limits);
      await own.waitUntilReady();
      return publisher;
    },
    proxy: async () => {
      const proxy = await startProxy(url);
      proxies.push(proxy);
      return proxy;
    },
    channel: async () => {
      const model = await connect(url, { noDelay: true });
      // Tests close all connections of the vhost; this one too.
      model.on('error', () => undefined);
      models.push(model);
      const channel = await model.createChannel();
      channel.on('error', () => undefined);
      return channel;
    },
    stop: async () => {
      await Promise.all(connections.map((open) => open.close({ timeoutMs: 5_000 })));
      await Promise.all(proxies.map((proxy) => proxy.stop()));
      await Promise.all(models.map((model) => model.close().catch(() => undefined)));
    },
  };
};

export const workMessage = (id: string, more: Partial<PublishOptions> = {}): PublishOptions => ({
  exchange: 'test',
  routingKey: 'work',
  body: Buffer.from(id),
  messageId: id,
  type: 'work.done',
  ...more,
});

export const publishWork = (publisher: Publisher, ids: readonly string[]): Promise<unknown> =>
  Promise.all(ids.map((id) => publisher.publish(workMessage(id))));

/** As one does whose publish must not be lost: again and again, whenever the publisher is back. */
export const publishUntilConfirmed = async (publisher: Publisher, id: string): Promise<void> => {
  for (;;) {
    try {
      return await publisher.publish(workMessage(id));
    } catch {
      await until('the publisher is back', publisher.isReady);
    }
  }
};

export const ids = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

/** For conditions without an event: looks again each turn of the event loop, and fails loudly after a generous time. */
export const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const deadlineMs = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > deadlineMs) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

/** Until this many messages of the queue are ready. A quorum queue whose leader is late may show none at first. */
export const untilReady = (channel: Channel, count: number, queue = work): Promise<void> =>
  until(
    `${count} messages are ready in ${queue}`,
    async () => (await channel.checkQueue(queue)).messageCount === count,
  );
