import { deadQueueOf, queues } from '@delivery/contracts';
import { connect, type Channel } from 'amqplib';

export type QueueDepths = Record<string, number>;

/** Messages ready in each queue of the product, asked of the queues themselves: the management API is seconds behind. */
export const readQueueDepths = async (rabbitmqUrl: string): Promise<QueueDepths> => {
  const connection = await connect(rabbitmqUrl, { noDelay: true });
  // Without a listener, a broker that dies right now ends the whole test process; the calls below reject by themselves.
  connection.on('error', () => undefined);
  try {
    const channel = await connection.createChannel();
    return await readAll(channel);
  } finally {
    await connection.close();
  }
};

const readAll = async (channel: Channel): Promise<QueueDepths> => {
  const depths: QueueDepths = {};
  for (const queue of Object.values(queues)) {
    for (const name of [queue, deadQueueOf(queue)]) depths[name] = (await channel.checkQueue(name)).messageCount;
  }
  return depths;
};
