import { ownerIdSchema } from '@delivery/contracts';
import { type Answer, answerJson, ProblemError } from '@delivery/http-edge';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import {
  answerDeadlineMs,
  type InternalAnswer,
  OrderStateUnavailableError,
} from '../order-state/order-state-client.js';
import { passAnswer, toProblemError, unanswerable } from '../order-state/pass-through.js';
import { type LookDeps, takeLook } from '../tracking/tracking-calls.js';
import type { OpenSpec } from './call.js';

export type WebhookKeyDeps = { orderState: MerchantCalls; tracking: LookDeps };

/** All such calls together have the share of one merchant: strangers make them. */
const callerId = 'webhook-keys';
const kept = { 'cache-control': 'public, max-age=300' };

/** An owner's public keys, for receivers, which have no credentials. */
export const viewWebhookKeys =
  ({ orderState, tracking }: WebhookKeyDeps): OpenSpec['open'] =>
  async ({ request, params }) => {
    const { allowed, headers } = takeLook(tracking, request);
    if (!allowed)
      throw new ProblemError('rate_limited', 'Too many requests from this address. Try again later.', { headers });
    const ownerId = ownerIdSchema.safeParse(params['owner_id']);
    const answer = ownerId.success ? await readKeys(orderState, ownerId.data) : answerJson(200, { keys: [] });
    return { ...answer, headers: { ...answer.headers, ...headers, ...kept } };
  };

const readKeys = async (orderState: MerchantCalls, ownerId: string): Promise<Answer> => {
  const answer = await call(orderState, `/internal/v1/webhook-keys/${ownerId}`);
  if (answer.status !== 200) throw toProblemError(answer);
  return passAnswer(answer);
};

const call = async (orderState: MerchantCalls, path: string): Promise<InternalAnswer> => {
  try {
    return await orderState.call(callerId, { method: 'GET', path, timeoutMs: answerDeadlineMs });
  } catch (error) {
    if (!(error instanceof OrderStateUnavailableError)) throw error;
    throw unanswerable(error);
  }
};
