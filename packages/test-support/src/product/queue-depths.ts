import type { Channel } from 'amqplib';
import { deadQueueOf, queues } from '@delivery/contracts';
import { withRabbitmqConnection } from '@delivery/local-stack';

export type QueueDepths = Record<string, number>;

const readLimitMs = 10_000;

/**
 * Messages ready in each queue of the product, asked of the queues themselves: the management API is seconds behind. All that
 * `work` asks goes over one connection.
 */
export const withQueueDepths = <T>(
  rabbitmqUrl: string,
  work: (read: () => Promise<QueueDepths>) => Promise<T>,
): Promise<T> =>
  withRabbitmqConnection(rabbitmqUrl, readLimitMs, async (connection) => {
    const channel = await connection.createChannel();
    return work(() => readAll(channel));
  });

const readAll = async (channel: Channel): Promise<QueueDepths> => {
  const depths: QueueDepths = {};
  for (const queue of Object.values(queues)) {
    for (const name of [queue, deadQueueOf(queue)]) depths[name] = (await channel.checkQueue(name)).messageCount;
  }
  return depths;
};
