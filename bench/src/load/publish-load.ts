import { type ConfirmChannel, connect } from 'amqplib';
import { nowMs } from './clock.js';
import { paced } from './paced.js';

export type LoadMessage = { body: string; messageId: string; type: string };
export type PublishLoad = {
  rabbitmqUrl: string;
  exchange: string;
  messages: LoadMessage[];
  /** All at once where it is absent. */
  perSecond?: number;
};

/** Publishes persistent messages with confirms. @returns when each was sent */
export const publishAll = async ({ rabbitmqUrl, exchange, messages, perSecond }: PublishLoad): Promise<number[]> => {
  const model = await connect(rabbitmqUrl, { noDelay: true });
  const channel = await model.createConfirmChannel();
  const send = (index: number): boolean => {
    const message = messages[index];
    if (!message) throw new Error(`there is no message ${index}`);
    const { body, messageId, type } = message;
    // The product routes by type; on the default exchange the type is the queue.
    return channel.publish(exchange, type, Buffer.from(body), { persistent: true, messageId, type });
  };
  const sentMs =
    perSecond === undefined
      ? await burst(channel, messages.length, send)
      : await paced(messages.length, perSecond, send);
  await channel.waitForConfirms();
  await model.close();
  return sentMs;
};

const burst = async (channel: ConfirmChannel, count: number, send: (index: number) => boolean): Promise<number[]> => {
  const sentMs: number[] = [];
  for (let index = 0; index < count; index += 1) {
    sentMs.push(nowMs());
    if (!send(index)) await new Promise((resolve) => channel.once('drain', resolve));
  }
  return sentMs;
};
