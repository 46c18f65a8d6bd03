import { join } from 'node:path';
import { exchanges } from '@delivery/contracts';
import {
  findOrStartRabbitmq,
  makeDataDir,
  removeDataDir,
  type RunningRabbitmq,
  startLocalStandby,
  withRabbitmqConnection,
} from '@delivery/local-stack';
import { pollUntil, startTcpProxy, targetOf } from '@delivery/test-support';
import type { Stage } from '../stage.js';
import { type Disaster, readyLimitMs, shortLease } from './disaster.js';
import { awaitPrimary, query, raiseEpoch } from './postgres.js';

/** Bound to the exchange `orders` beside order-state's own queue: a shovel of that queue would take its messages. */
const outbox = 'standby-region.orders';
/** In the other region, until the failover. Its exchange keeps the routing keys. */
const inbox = 'standby-region.held';
/** Longer than replication ever lags: an older message is applied in the standby too. */
const keptMs = 3_600_000;
const queueOptions = { durable: true, arguments: { 'x-queue-type': 'quorum', 'x-message-ttl': keptMs } };

export const regionLost: Disaster = {
  name: 'region',
  summary:
    'a region is lost while replication lags: another one has a standby and a copy of the messages for order-state',
  stage: { env: shortLease },
  prepare: async (stage) => {
    const region = await openRegion(stage);
    return {
      secure: async () => {
        await awaitReplay(stage.databaseUrl, region.databaseUrl);
        region.replication.cut();
      },
      lose: async () => {
        const { product, postgresServer, rabbitmqServer } = stage;
        await Promise.all([
          postgresServer.kill9(),
          rabbitmqServer.kill9(),
          ...product.services.map((service) => service.kill()),
        ]);
      },
      recover: () => failOver(stage, region),
    };
  },
};

type Region = {
  /** The standby's. */
  databaseUrl: string;
  rabbitmq: RunningRabbitmq;
  replication: Awaited<ReturnType<typeof startTcpProxy>>;
};

const openRegion = async (stage: Stage): Promise<Region> => {
  const dataDir = await makeDataDir('region-');
  const replication = await startTcpProxy(() => [targetOf(stage.databaseUrl)]);
  const standby = await startLocalStandby(replication.urlOf(stage.databaseUrl), join(dataDir, 'standby'));
  const { DELIVERY_CACHE_DIR, XDG_CACHE_HOME } = process.env;
  const rabbitmq = await findOrStartRabbitmq({
    dataDir,
    env: { DELIVERY_CACHE_DIR, XDG_CACHE_HOME },
    plugins: ['rabbitmq_shovel'],
    log: () => undefined,
  });
  stage.releaseLater(async () => {
    await Promise.all([standby.stop(), replication.close(), rabbitmq.stop()]);
    await removeDataDir(dataDir);
  });
  // Users with their passwords, and the product's topology.
  const definitions = join(dataDir, 'definitions.json');
  await stage.rabbitmqctl(['export_definitions', definitions]);
  await rabbitmq.rabbitmqctl(['import_definitions', definitions]);
  await withRabbitmqConnection(stage.rabbitmqUrl, declareLimitMs, async (connection) => {
    const channel = await connection.createChannel();
    await channel.assertQueue(outbox, queueOptions);
    for (const key of ['order.*', 'courier.*']) await channel.bindQueue(outbox, exchanges.orders, key);
  });
  const other = movedUrl(stage.rabbitmqUrl, rabbitmq.url);
  await withRabbitmqConnection(other, declareLimitMs, async (connection) => {
    const channel = await connection.createChannel();
    await channel.assertExchange(inbox, 'fanout', { durable: true });
    await channel.assertQueue(inbox, queueOptions);
    await channel.bindQueue(inbox, inbox, '');
  });
  const shovel = { 'src-uri': stage.rabbitmqUrl, 'src-queue': outbox, 'dest-uri': other, 'dest-exchange': inbox };
  await rabbitmq.rabbitmqctl(['set_parameter', 'shovel', outbox, JSON.stringify({ ...confirmed, ...shovel })]);
  return { databaseUrl: standby.urlOf(stage.databaseUrl), rabbitmq, replication };
};

const declareLimitMs = 30_000;
const confirmed = { 'src-protocol': 'amqp091', 'dest-protocol': 'amqp091', 'ack-mode': 'on-confirm' };

/** With its user and password, at another server. */
const movedUrl = (url: string, there: string): string => {
  const moved = new URL(url);
  moved.port = new URL(there).port;
  return moved.href;
};

const awaitReplay = async (primary: string, standby: string): Promise<void> => {
  const [row] = await query(primary, 'select pg_current_wal_flush_lsn()::text as lsn');
  await pollUntil('the standby has replayed what is committed', async () => {
    const rows = await query(standby, 'select where pg_last_wal_replay_lsn() >= $1::pg_lsn', [row?.['lsn']]);
    return rows.length > 0 || undefined;
  });
};

const failOver = async (stage: Stage, { databaseUrl, rabbitmq }: Region): Promise<void> => {
  const { product } = stage;
  await query(databaseUrl, 'select pg_promote()');
  await awaitPrimary(databaseUrl);
  await query(databaseUrl, raiseEpoch);
  stage.moveTo({ databaseUrl, rabbitmqUrl: rabbitmq.url });
  await product.start('order-state');
  await rabbitmq.rabbitmqctl(['clear_parameter', 'shovel', outbox]);
  // order-state finds the messages that it has applied among its commands; they change nothing.
  const shovel = { 'src-uri': stage.rabbitmqUrl, 'src-queue': inbox, 'dest-uri': stage.rabbitmqUrl };
  const once = { 'dest-exchange': exchanges.orders, 'src-delete-after': 'queue-length' };
  await rabbitmq.rabbitmqctl(['set_parameter', 'shovel', inbox, JSON.stringify({ ...confirmed, ...shovel, ...once })]);
  await Promise.all([product.start('webhook-dispatcher'), product.start('intake-api')]);
  await product.waitForReady(readyLimitMs);
  await pollUntil('what was held is moved', async () => {
    const running = await rabbitmq.rabbitmqctl(['list_parameters', '--formatter', 'json']);
    return !running.includes(inbox) || undefined;
  });
};
