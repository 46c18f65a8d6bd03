import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Disaster, readyLimitMs, shortLease } from './disaster.js';

export const brokerLost: Disaster = {
  name: 'broker',
  summary: 'RabbitMQ and its disk are lost while order-state is cut off from it, so that orders wait in the queue',
  stage: { env: shortLease },
  prepare: async ({ product, rabbitmq, rabbitmqServer, rabbitmqctl, brokerProxies }) => {
    const { dataDir } = rabbitmq;
    if (dataDir === undefined) throw new Error('the drill needs a RabbitMQ whose files it can delete');
    const definitions = join(dataDir, '..', 'definitions.json');
    await rabbitmqctl(['export_definitions', definitions]);
    return {
      secure: () => Promise.resolve(brokerProxies['order-state'].cut()),
      lose: async () => {
        await rabbitmqServer.kill9();
        await rm(dataDir, { recursive: true });
      },
      recover: async () => {
        brokerProxies['order-state'].restore();
        await rabbitmqServer.start();
        await rabbitmqctl(['import_definitions', definitions]);
        await product.waitForReady(readyLimitMs);
      },
    };
  },
};
