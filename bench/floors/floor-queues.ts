import { type ChannelModel, connect } from 'amqplib';

/** Quorum queues as the product has them; everything else about them is left out. */
export const floorQueues = {
  orders: 'floor.orders',
  deliveries: 'floor.deliveries',
  reports: 'floor.reports',
} as const;

export const connectFloor = async (rabbitmqUrl: string): Promise<ChannelModel> => {
  const model = await connect(rabbitmqUrl, { noDelay: true });
  const channel = await model.createChannel();
  for (const queue of Object.values(floorQueues)) {
    await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  }
  await channel.close();
  return model;
};
