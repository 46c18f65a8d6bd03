import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'amqplib';

const queue = 'kept';
const consumeLimitMs = 60_000;
const consumeAgainMs = 100;

/** Resolves when the broker has confirmed the message, in a quorum queue. */
export const publishKept = async (url: string, text: string): Promise<void> => {
  const connection = await connect(url, { noDelay: true });
  const channel = await connection.createConfirmChannel();
  await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  channel.sendToQueue(queue, Buffer.from(text), { persistent: true });
  await channel.waitForConfirms();
  await connection.close();
};

/** Just after a kill -9 a quorum queue has no leader yet: the broker then closes the consumer's connection. */
export const consumeKept = async (url: string): Promise<string> => {
  const deadlineMs = performance.now() + consumeLimitMs;
  for (;;) {
    const text = await tryToConsume(url);
    if (text !== undefined) return text;
    if (performance.now() > deadlineMs) throw new Error('no consumer stays subscribed');
    await delay(consumeAgainMs);
  }
};

/** Undefined where the broker closes the connection. */
const tryToConsume = async (url: string): Promise<string | undefined> => {
  const connection = await connect(url, { noDelay: true });
  const lost = new Promise<undefined>((resolve) => connection.once('close', () => resolve(undefined)));
  connection.on('error', () => undefined);
  const channel = await connection.createChannel();
  channel.on('error', () => undefined);
  const received = new Promise<string>((resolve) => {
    const subscribed = channel.consume(queue, (message) => {
      channel.ack(message!);
      resolve(message!.content.toString());
    });
    subscribed.catch(() => undefined);
  });
  const text = await Promise.race([received, lost]);
  if (text === undefined) return undefined;
  // The broker has taken the ack when it has closed the channel.
  await channel.close();
  await connection.close();
  return text;
};
