import { withRabbitmqConnection } from '@delivery/local-stack';

export type RawMessage = { exchange: string; routingKey: string; body: string; messageId?: string; type?: string };

/** For everything, the way there and back included: a broker that does not answer must not keep a caller for ever. */
const publishLimitMs = 20_000;

/** Publishes messages unchecked, as a foreign or faulty publisher would; resolves when the broker has confirmed all. */
export const publishMessages = (rabbitmqUrl: string, messages: readonly RawMessage[]): Promise<void> => {
  const own = { persistent: true, mandatory: true };
  return withRabbitmqConnection(rabbitmqUrl, publishLimitMs, async (connection) => {
    const channel = await connection.createConfirmChannel();
    for (const { exchange, routingKey, body, ...properties } of messages) {
      channel.publish(exchange, routingKey, Buffer.from(body), { ...own, ...properties });
    }
    await channel.waitForConfirms();
  });
};
