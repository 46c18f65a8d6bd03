import { createSecretKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { type DeliveryReleased, type ReleasedFault, type ReportedFault, staleBySeconds } from '@delivery/contracts';
import { buildHeaders } from '@delivery/webhooks';
import { type Classification, classifyResponse, isHandled, type PostResult } from '../delivery/classify-response.js';

export type Webhook = { headers: Record<string, string>; body: Buffer };
export type PostWebhook = (webhook: Webhook) => Promise<PostResult>;

/** A fault that was sent. */
export type SentFault = { webhookId: string; at: Date; result: PostResult };

/** Sends the fault that goes ahead of the right webhook. A duplicate goes behind it. */
export const sendFaultAhead = async (
  post: PostWebhook,
  delivery: DeliveryReleased,
  made: { body: Buffer; keys: readonly KeyObject[]; now: Date },
): Promise<SentFault | undefined> => {
  const { fault: fault } = delivery;
  const webhook = fault && buildFaultAhead(delivery, fault, made);
  if (!webhook) return undefined;
  const result = await post(webhook);
  return { webhookId: fault.kind === 'gap' ? fault.ahead.webhook_id : delivery.webhook_id, at: made.now, result };
};

/** Sends an exact copy once the webhook was accepted: after a failure, every further attempt is a repeat anyway. */
export const sendDuplicate = async (
  post: PostWebhook,
  delivery: DeliveryReleased,
  sent: Webhook & { result: PostResult; at: Date },
): Promise<SentFault | undefined> => {
  if (delivery.fault?.kind !== 'duplicate') return undefined;
  if (classifyResponse(sent.result).outcome !== 'delivered') return undefined;
  return { webhookId: delivery.webhook_id, at: sent.at, result: await post(sent) };
};

/** Nothing is sent beside an `exhaust`: its result is the result of the webhook itself. */
export const noteExhausted = (
  { fault: fault, webhook_id: webhookId }: DeliveryReleased,
  { result, at }: { result: PostResult; at: Date },
): SentFault | undefined => (fault?.kind === 'exhaust' ? { webhookId, at, result } : undefined);

/** `undefined` where nothing was sent, because our own proxy was away: the fault comes with the next attempt. */
export const reportFault = (
  { fault: fault }: DeliveryReleased,
  sent: SentFault | undefined,
  right: Pick<Classification, 'outcome'>,
): ReportedFault | undefined => {
  if (!fault || !sent) return undefined;
  const { outcome, errorCode } = classifyResponse(sent.result);
  if (outcome === 'deferred') return undefined;
  return {
    id: fault.id,
    kind: fault.kind,
    webhook_id: sent.webhookId,
    at: sent.at.toISOString(),
    status_code: sent.result.statusCode,
    error_code: errorCode,
    handled: isHandled(fault.kind, sent.result, right),
  };
};

const buildFaultAhead = (
  delivery: DeliveryReleased,
  fault: ReleasedFault,
  { body, keys, now }: { body: Buffer; keys: readonly KeyObject[]; now: Date },
): Webhook | undefined => {
  switch (fault.kind) {
    case 'duplicate':
    case 'exhaust':
      return undefined;
    case 'wrong_signature':
      return { headers: buildHeaders(delivery, { body, keys: keys.slice(0, 1).map(createOther), now }), body };
    case 'stale_timestamp': {
      const then = new Date(now.getTime() - staleBySeconds * 1000);
      return { headers: buildHeaders(delivery, { body, keys, now: then }), body };
    }
    case 'gap': {
      const ahead = Buffer.from(fault.ahead.body, 'utf8');
      return { headers: buildHeaders({ ...delivery, ...fault.ahead }, { body: ahead, keys, now }), body: ahead };
    }
  }
};

/** A key of the same algorithm that no receiver has. */
const createOther = ({ type }: KeyObject): KeyObject =>
  type === 'private' ? generateKeyPairSync('ed25519').privateKey : createSecretKey(randomBytes(32));
