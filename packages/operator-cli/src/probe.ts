import { z } from 'zod';
import { deadQueueOf, queues } from '@delivery/contracts';

export type Readiness = {
  name: string;
  /** `unknown`: its URL is not configured. */
  state: 'ready' | 'degraded' | 'not ready' | 'not reachable' | 'unknown';
  detail: string | null;
};

const readinessTimeoutMs = 3_000;
const answerSchema = z.looseObject({
  missing: z.record(z.string(), z.string()).optional(),
  degraded: z.record(z.string(), z.string()).optional(),
});

/** The answer of a service at `/readyz`. */
export const readReadiness = async (name: string, url: string | undefined): Promise<Readiness> => {
  if (url === undefined) return { name, state: 'unknown', detail: 'its URL is not known' };
  try {
    const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(readinessTimeoutMs) });
    const { missing, degraded } = answerSchema.parse(await response.json());
    if (!response.ok) return { name, state: 'not ready', detail: list(missing) };
    return degraded ? { name, state: 'degraded', detail: list(degraded) } : { name, state: 'ready', detail: null };
  } catch {
    // The screen says only that it does not answer, not why.
    return { name, state: 'not reachable', detail: new URL(url).origin };
  }
};

const list = (faults: Record<string, string> | undefined): string | null =>
  faults
    ? Object.entries(faults)
        .map(([check, fault]) => `${check}: ${fault}`)
        .join('; ')
    : null;

export type QueueState = {
  name: string;
  messages: number;
  consumers: number;
  /** Keys of the broker's policies for the queue by which messages may be lost, without those of the product. */
  losing_policies: string[];
};

const managementTimeoutMs = 5_000;
const queueSchema = z.object({
  name: z.string(),
  /** Absent until the broker's first statistics, some seconds after a queue was made. */
  messages: z.int().optional(),
  consumers: z.int().optional(),
  /** Policies and operator policies, merged; comes with the statistics. */
  effective_policy_definition: z.record(z.string(), z.unknown()).optional(),
});

const losingPolicies = ['message-ttl', 'expires', 'max-length', 'max-length-bytes', 'delivery-limit'];

/** The product's queues as RabbitMQ's management API shows them, some seconds old; or why they cannot be shown. */
export const readQueues = async (managementUrl: string | undefined): Promise<QueueState[] | string> => {
  if (managementUrl === undefined) return 'not checked, nor their policies: RABBITMQ_MANAGEMENT_URL is not set';
  const url = new URL(managementUrl);
  const credentials = Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`);
  const vhost = encodeURIComponent(decodeURIComponent(url.pathname.slice(1)) || '/');
  try {
    const response = await fetch(new URL(`/api/queues/${vhost}`, url.origin), {
      headers: { authorization: `Basic ${credentials.toString('base64')}` },
      signal: AbortSignal.timeout(managementTimeoutMs),
    });
    if (!response.ok) return `RabbitMQ's management API answered ${response.status}`;
    const found = z.array(queueSchema).parse(await response.json());
    return names.map((name) => {
      const queue = found.find((one) => one.name === name);
      const policies = Object.keys(queue?.effective_policy_definition ?? {});
      return {
        name,
        messages: queue?.messages ?? 0,
        consumers: queue?.consumers ?? 0,
        losing_policies: policies.filter((key) => losingPolicies.includes(key)),
      };
    });
  } catch {
    return `no answer from RabbitMQ's management API at ${url.host}`;
  }
};

const names = Object.values(queues).flatMap((queue) => [queue, deadQueueOf(queue)]);
