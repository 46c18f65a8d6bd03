import { signParts } from './signature.js';

export type TestWebhook = {
  /** An object is sent as JSON. */
  body: object | string;
  /** One, or all that are live, newest first. */
  secrets: string | readonly string[];
  /** Default: a new one. */
  webhookId?: string;
  /** Default: now. */
  sentAt?: Date;
  /** Default 1. */
  attempt?: number;
  /** Default 1. */
  sequence?: number;
  /** Default: the one before. */
  previousSequence?: number;
  replayId?: string;
  isTest?: boolean;
};

/** A webhook as the service sends it, for tests of a receiver: POST these headers and this body. */
export const signTestWebhook = async (
  webhook: TestWebhook,
): Promise<{ headers: Record<string, string>; body: string }> => {
  const { secrets, sentAt = new Date(), attempt = 1, sequence = 1, replayId } = webhook;
  const body = typeof webhook.body === 'string' ? webhook.body : JSON.stringify(webhook.body);
  const webhookId = webhook.webhookId ?? `msg_${crypto.randomUUID()}`;
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const parts = { webhookId, timestamp, body: new TextEncoder().encode(body) };
  const signatures = await signParts(parts, typeof secrets === 'string' ? [secrets] : secrets);
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'webhook-id': webhookId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'webhook-attempt': String(attempt),
    'webhook-sequence': String(sequence),
    'webhook-previous-sequence': String(webhook.previousSequence ?? sequence - 1),
  };
  if (replayId !== undefined) headers['webhook-replay'] = replayId;
  if (webhook.isTest) headers['webhook-test'] = 'true';
  return { headers, body };
};
