import { randomBytes, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import {
  attemptsReportedSchema,
  deadQueueOf,
  type DeliveryAttempted,
  type DeliveryReleased,
  endpointHeaderOf,
  endpointSecretOf,
  exchanges,
  queues,
  topology,
} from '@delivery/contracts';
import {
  ack,
  createConnection,
  createMessageConsumer,
  createPublisher,
  type MessageHeaders,
  type ReceivedMessage,
} from '@delivery/messaging';
import { createLogger, createSealer } from '@delivery/service-kit';
import { createVhost, type RabbitVhost } from '@delivery/test-support';
import { readConfig } from '../../src/config.js';
import { startService } from '../../src/start-service.js';

export const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const secretsKey = randomBytes(32);
const sealer = createSealer(secretsKey);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The items that have arrived, and a way to wait for later ones. */
const createInbox = <T>() => {
  const items: T[] = [];
  const looks = new Set<() => void>();
  return {
    items,
    add: (item: T) => {
      items.push(item);
      for (const look of [...looks]) look();
    },
    waitFor: (fits: (item: T) => boolean): Promise<T> =>
      new Promise((resolve) => {
        const look = () => {
          const found = items.find(fits);
          if (found === undefined) return;
          looks.delete(look);
          resolve(found);
        };
        looks.add(look);
        look();
      }),
  };
};

/** order-state's side of the broker, and dispatchers on the same broker. */
export const startHarness = async () => {
  const vhost: RabbitVhost = await createVhost();
  const connect = (name: string) => createConnection({ urls: [vhost.url], name, logger: silent, topology });
  const [publishing, consuming] = [connect('test.publish'), connect('test.consume')];
  const publisher = createPublisher(publishing);
  const attempts = createInbox<DeliveryAttempted>();
  const deadLetters = createInbox<ReceivedMessage>();
  const consume = (queue: string, take: (message: ReceivedMessage) => void) =>
    createMessageConsumer({
      connection: consuming,
      publisher,
      queue,
      prefetch: 50,
      logger: silent,
      handle: (message) => {
        take(message);
        return Promise.resolve(ack);
      },
    });
  const reports = createInbox<readonly DeliveryAttempted[]>();
  consume(queues.attempts, ({ body }) => {
    const report = attemptsReportedSchema.parse(JSON.parse(body.toString()));
    reports.add(report.attempts);
    report.attempts.forEach(attempts.add);
  });
  consume(deadQueueOf(queues.deliveries), deadLetters.add);
  await Promise.all([publishing.waitUntilReady(), consuming.waitUntilReady()]);

  const stops: (() => Promise<void>)[] = [];
  const publish = (body: Buffer, headers: MessageHeaders = {}) =>
    publisher.publish({
      exchange: exchanges.deliveries,
      routingKey: 'delivery.released',
      type: 'delivery.released',
      messageId: randomUUID(),
      body,
      headers,
    });
  return {
    vhost,
    attempts,
    reports,
    deadLetters,
    publish,
    release: async (
      change: Partial<DeliveryReleased> & { url: string },
      headers?: MessageHeaders,
    ): Promise<DeliveryReleased> => {
      const delivery = toDelivery(change);
      await publish(Buffer.from(JSON.stringify(delivery)), headers);
      return delivery;
    },
    attemptOf: (delivery: DeliveryReleased) =>
      attempts.waitFor((attempt) => attempt.delivery_id === delivery.delivery_id),
    startService: async (env: Record<string, string> = {}) => {
      const lines = createInbox<string>();
      const dispatcher = await startInProcess(vhost.url, lines.add, env);
      stops.push(dispatcher.stop);
      return { ...dispatcher, lines };
    },
    close: async () => {
      for (const stop of stops) await stop();
      await Promise.all([consuming.close({ timeoutMs: 5_000 }), publishing.close({ timeoutMs: 5_000 })]);
      await vhost.delete();
    },
  };
};

export type Harness = Awaited<ReturnType<typeof startHarness>>;

/** A machine that pauses must not look like a receiver that does not answer. */
const patience = { WEBHOOK_CONNECT_TIMEOUT_MS: '10000', WEBHOOK_TOTAL_TIMEOUT_MS: '20000' };

const startInProcess = async (rabbitmqUrl: string, onLine: (line: string) => void, env: Record<string, string>) => {
  const config = readConfig({
    PORT: '0',
    RABBITMQ_URL: rabbitmqUrl,
    SECRETS_KEY: secretsKey.toString('base64'),
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.1',
    ...patience,
    ...env,
  });
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      onLine(String(chunk));

      done();
    },
  });
  const logger = createLogger({ service: 'webhook-dispatcher', level: 'debug', destination });
  const dispatcher = await startService(config, logger);
  let stopped: Promise<void> | undefined;
  const runSteps = async () => {
    dispatcher.onStopping();
    for (const step of dispatcher.stopSteps) await step.run();
  };
  return { port: dispatcher.port, stop: () => (stopped ??= runSteps()) };
};

/** A header of the merchant's choice, as order-state seals it for this endpoint and URL. */
export const sealHeader = (endpointId: string, url: string, { name, value }: { name: string; value: string }) => ({
  name,
  sealed: sealer.seal(value, endpointHeaderOf(endpointId, { name, url })),
});

/** A secret or private key that signs for an endpoint of its own. */
export const sealSecret = (text: string): Pick<DeliveryReleased, 'endpoint_id' | 'sealed_secrets'> => {
  const endpointId = randomUUID();
  return { endpoint_id: endpointId, sealed_secrets: [sealer.seal(text, endpointSecretOf(endpointId))] };
};

const toDelivery = (change: Partial<DeliveryReleased> & { url: string }): DeliveryReleased => {
  const endpointId = change.endpoint_id ?? randomUUID();
  return {
    schema_version: 1,
    type: 'delivery.released',
    delivery_id: randomUUID(),
    order_id: randomBytes(12).toString('hex'),
    endpoint_id: endpointId,
    owner_id: randomBytes(16).toString('hex'),
    generation: 1,
    attempt: 1,
    revision: 1,
    sealed_secrets: [sealer.seal(secret, endpointSecretOf(endpointId))],
    webhook_id: `msg_${randomUUID()}`,
    event: 'status_changed',
    sequence: 1,
    previous_sequence: 0,
    replay_id: null,
    body: '{"external_id":"A-1","note":"São João 🍕","amount":1.50}',
    traceparent: null,
    ...change,
  };
};
