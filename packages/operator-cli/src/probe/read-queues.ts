import { z } from 'zod';
import { deadQueueOf, queues } from '@delivery/contracts';

export type QueueState = { name: string; messages: number; consumers: number };

const timeoutMs = 5_000;
const queueSchema = z.object({
  name: z.string(),
  /** Absent until the broker's first statistics, some seconds after a queue was made. */
  messages: z.int().optional(),
  consumers: z.int().optional(),
});

/** The product's queues as RabbitMQ's management API shows them, some seconds old; or why they cannot be shown. */
export const readQueues = async (managementUrl: string | undefined): Promise<QueueState[] | string> => {
  if (managementUrl === undefined) return 'RABBITMQ_MANAGEMENT_URL is not set';
  const url = new URL(managementUrl);
  const credentials = Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`);
  const vhost = encodeURIComponent(decodeURIComponent(url.pathname.slice(1)) || '/');
  try {
    const response = await fetch(new URL(`/api/queues/${vhost}`, url.origin), {
      headers: { authorization: `Basic ${credentials.toString('base64')}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) return `RabbitMQ's management API answered ${response.status}`;
    const found = z.array(queueSchema).parse(await response.json());
    return names.map((name) => {
      const queue = found.find((one) => one.name === name);
      return { name, messages: queue?.messages ?? 0, consumers: queue?.consumers ?? 0 };
    });
  } catch {
    return `no answer from RabbitMQ's management API at ${url.host}`;
  }
};

const names = Object.values(queues).flatMap((queue) => [queue, deadQueueOf(queue)]);
