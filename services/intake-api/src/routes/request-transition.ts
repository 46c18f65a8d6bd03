import { randomUUID } from 'node:crypto';
import { answerProblemSchema, cancelRequestSchema, type Reason } from '@delivery/contracts';
import { checkContentType, parseBody, parseJsonBody } from '@delivery/http-edge';
import { cancelRequested, type MessageHead, problemAnswered, readyRequested } from '../domain/order-messages.js';
import { answerTransition } from '../publish/answer-outcome.js';
import type { SubmitMessage } from '../publish/submit-message.js';
import type { Call, CallOf } from './call.js';
import { ownOrderId, ownProblemId } from './own-ids.js';

/** POST /v1/external-orders/{id}/ready. A body is ignored. */
export const markReady: CallOf<SubmitMessage> = (submit) => async (call) => {
  const head = ownOrderHead(call);
  const { outcome } = await submit(readyRequested(head), call.body.length, call.traceparent);
  return answerTransition(await outcome, head.orderId);
};

/** POST /v1/external-orders/{id}/cancel */
export const cancelOrder: CallOf<SubmitMessage> = (submit) => async (call) => {
  const head = ownOrderHead(call);
  const reason = readReason(call);
  const { outcome } = await submit(cancelRequested(head, reason), call.body.length, call.traceparent);
  return answerTransition(await outcome, head.orderId);
};

/** POST /v1/external-orders/{id}/problems/{problem_id}/answer */
export const answerProblem: CallOf<SubmitMessage> = (submit) => async (call) => {
  const head = ownOrderHead(call);
  const problemId = ownProblemId(call);
  checkContentType(call.headers);
  const { action, text } = parseBody(answerProblemSchema, parseJsonBody(call.body).value);
  const message = problemAnswered(head, { problem_id: problemId, action, ...(text && { text }) });
  const { outcome } = await submit(message, call.body.length, call.traceparent);
  return answerTransition(await outcome, head.orderId);
};

export const ownOrderHead = (call: Call): MessageHead => ({
  messageId: randomUUID(),
  receivedAt: call.receivedAt,
  orderId: ownOrderId(call),
  merchantId: call.merchant.merchant_id,
});

const readReason = ({ headers, body }: Call): Reason | undefined => {
  if (body.length === 0) return undefined;
  checkContentType(headers);
  const { reason } = parseBody(cancelRequestSchema, parseJsonBody(body).value);
  if (!reason) return undefined;
  return reason.message === null || reason.message === undefined
    ? { code: reason.code }
    : { code: reason.code, message: reason.message };
};
