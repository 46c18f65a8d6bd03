import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type DeliveryReleased, queues, topology } from '@delivery/contracts';
import { ack, type Connection, createConnection, createMessageConsumer, createPublisher } from '@delivery/messaging';
import { createLogger } from '@delivery/service-kit';
import { createVhost, pollUntil, type RabbitVhost } from '@delivery/test-support';
import { configSchema } from '../../src/config.js';
import { startService } from '../../src/start-service.js';
import {
  createLedgerWorld,
  createMerchant,
  type LedgerWorld,
  reportTrackingUrl,
  submit,
} from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';

const logger = createLogger({ service: 'order-state', level: 'silent' });

let world: LedgerWorld;
let vhost: RabbitVhost;
let broker: Connection;
const published: DeliveryReleased[] = [];

beforeEach(async () => {
  world = await createLedgerWorld();
  vhost = await createVhost();
  broker = createConnection({ urls: [vhost.url], name: 'dispatcher', logger, topology });
  createMessageConsumer({
    connection: broker,
    publisher: createPublisher(broker),
    queue: queues.deliveries,
    prefetch: 10,
    logger,
    handle: (message) => {
      published.push(JSON.parse(message.body.toString()) as DeliveryReleased);
      return Promise.resolve(ack);
    },
  });
  await broker.waitUntilReady();
});
afterEach(async () => {
  await broker.close({ timeoutMs: 5_000 });
  await vhost.delete();
  await world.close();
});

const startProcess = () => {
  const config = configSchema.parse({
    DATABASE_URL: world.databaseUrl,
    DATABASE_ALLOW_DATA_LOSS: 'true',
    RABBITMQ_URL: vhost.url,
    INTERNAL_TOKEN: randomBytes(16).toString('hex'),
    OPERATOR_TOKEN: randomBytes(16).toString('hex'),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    PORT: '0',
  });
  return startService(config, logger);
};

describe('the releases of a process that died before it published them', () => {
  it('[P5] is published by any other once it has lain for ten seconds', async () => {
    const { merchantId } = await createMerchant(world, [null]);
    const orderId = newOrderId();
    world.advance(Date.now() - world.now() - 10_001);
    await world.dyingAfterCommit(() =>
      world.apply([submit(world, merchantId, orderId), reportTrackingUrl(world, orderId, 'a')]),
    );
    const service = await startProcess();
    const [release] = await pollUntil('it is published', () => (published.length > 0 ? published : undefined));
    expect(release).toMatchObject({ order_id: orderId, sequence: 1, generation: 1 });
    service.onStopping();
    for (const step of service.stopSteps) await step.run();
  });
});
