import { createClient, type DeliveryClient, type PulledMessage } from '@delivery/client';
import type { Merchant } from '@delivery/test-support';
import { type ReceivedWebhook, verifyWebhook } from './verify-webhook.js';

/** Short, so that messages that are not acked come again within a test's patience. A slow machine outlasts it: elsewhere it is the default. */
export const tillVisibilitySeconds = 5;

/** A client that outlives every service: it asks again until there is an answer. */
export const createTillClient = (baseUrl: string, { key, token }: Merchant): DeliveryClient =>
  createClient({ baseUrl, key, token, retry: { firstWaitMs: 50, waitMaxMs: 1_000, attemptMax: 200 } });

export type PulledWebhook = ReceivedWebhook & { deliveryId: string; headers: Record<string, string> };

/** Verifies a pulled message as a till does. @throws Error when its signature does not match */
export const readPulled = ({ id, attempt, headers, body }: PulledMessage, secret: string): PulledWebhook => {
  const webhook = verifyWebhook({ headers, body: Buffer.from(body), json: () => JSON.parse(body) }, secret);
  if (webhook.attempt !== attempt) throw new Error(`attempt ${attempt} of ${id} says ${webhook.attempt} in its header`);
  return { ...webhook, deliveryId: id, headers };
};

export type Till = {
  /** The messages that it pulled, repeats too, in the order of their arrival. */
  webhooks: readonly PulledWebhook[];
  /** Rejects with the error that ended its loop before. */
  stop: () => Promise<void>;
};

/** Pulls, verifies and acks until it is stopped. */
export const startTill = (client: DeliveryClient, endpoint: { id: string; secret: string }): Till => {
  const webhooks: PulledWebhook[] = [];
  const stopping = new AbortController();
  const pull = async (): Promise<void> => {
    for await (const message of client.endpoints.pull(endpoint.id, { wait: 20, signal: stopping.signal }))
      webhooks.push(readPulled(message, endpoint.secret));
  };
  const ended = pull().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  // `stop` reports the failure, however late it is called.
  ended.catch(() => undefined);
  return {
    webhooks,
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
};
