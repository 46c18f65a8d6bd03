import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

/** The broker's counters of one vhost: messages published to it, and bytes on its connections in both directions. */
export type BrokerCounters = { messages: number; receivedBytes: number; sentBytes: number };

const vhostSchema = z.object({
  message_stats: z.object({ publish: z.number() }).partial().optional(),
  recv_oct: z.number().optional(),
  send_oct: z.number().optional(),
});

/** RabbitMQ's processes publish their counts every five seconds. */
const toldEveryMs = 5_500;
/** The services' heartbeats between two readings. */
const heartbeatsMax = 20;

/** Counts of a vhost in which nothing but heartbeats happens at present: read until two readings say so. */
export const readBrokerCounters = async (rabbitmqUrl: string): Promise<BrokerCounters> => {
  let before = await read(rabbitmqUrl);
  for (;;) {
    await delay(toldEveryMs);
    const after = await read(rabbitmqUrl);
    if (after.messages - before.messages <= heartbeatsMax) return after;
    before = after;
  }
};

const read = async (rabbitmqUrl: string): Promise<BrokerCounters> => {
  const { origin, username, password } = new URL(process.env['TEST_RABBITMQ_MANAGEMENT_URL'] ?? '');
  const response = await fetch(`${origin}/api/vhosts${new URL(rabbitmqUrl).pathname}`, {
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
  });
  if (!response.ok) throw new Error(`the management API answered ${response.status}`);
  const { message_stats: stats, recv_oct, send_oct } = vhostSchema.parse(await response.json());
  return { messages: stats?.publish ?? 0, receivedBytes: recv_oct ?? 0, sentBytes: send_oct ?? 0 };
};
