import { connect } from 'amqplib';

export type RawMessage = { exchange: string; routingKey: string; body: string; messageId?: string; type?: string };

/** Publishes whatever it is given, as a foreign or faulty publisher would; resolves when the broker has confirmed all. */
export const publishMessages = async (rabbitmqUrl: string, messages: readonly RawMessage[]): Promise<void> => {
  const connection = await connect(rabbitmqUrl, { noDelay: true });
  // Without a listener, a broker that dies right now ends the whole test process; the calls below reject by themselves.
  connection.on('error', () => undefined);
  try {
    const channel = await connection.createConfirmChannel();
    for (const { exchange, routingKey, body, ...properties } of messages) {
      channel.publish(exchange, routingKey, Buffer.from(body), { persistent: true, mandatory: true, ...properties });
    }
    await channel.waitForConfirms();
  } finally {
    await connection.close();
  }
};
