import { randomUUID } from 'node:crypto';
import { deriveOrderId, type FieldError } from '@delivery/contracts';
import { checkContentType, parseJsonBody, ProblemError } from '@delivery/http-edge';
import { checkMeaning } from '../domain/check-meaning.js';
import { orderSubmitted } from '../domain/order-messages.js';
import { readOrder } from '../domain/read-order.js';
import { readStory } from '../domain/read-story.js';
import { answerCreate } from '../publish/answer-outcome.js';
import type { SubmitCreate } from '../publish/submit-create.js';
import type { RunCall } from './handle-call.js';

/** POST /v1/external-orders */
export const createOrder =
  (submitCreate: SubmitCreate): RunCall =>
  async ({ headers, merchant, body, receivedAt, traceparent }) => {
    checkContentType(headers);
    const reading = readOrder(parseJsonBody(body, 'external_data'));
    if (!reading.ok) throw validationFailed(reading.errors);
    const meaningless = checkMeaning(reading.order, receivedAt);
    if (meaningless[0]) throw unprocessable(meaningless[0].code, meaningless);
    const orderId = deriveOrderId(merchant.merchant_id, reading.order.external_id);
    const told = readStory(headers, merchant.mode, orderId);
    if ('fault' in told) throw new ProblemError('invalid_parameter', told.fault);
    const head = { messageId: randomUUID(), receivedAt, orderId, merchantId: merchant.merchant_id };
    const message = orderSubmitted(head, reading.order, reading.externalData, told.story);
    const outcome = await submitCreate(message, body.length, traceparent);
    return answerCreate(outcome, orderId);
  };

export const validationFailed = (errors: readonly FieldError[]): ProblemError =>
  new ProblemError('validation_failed', `The body has ${countOf(errors)}: see errors.`, { errors });

const unprocessable = (code: ProblemError['code'], errors: readonly FieldError[]): ProblemError =>
  new ProblemError(code, `The order has ${countOf(errors)}: see errors.`, { errors });

const countOf = (errors: readonly FieldError[]): string =>
  errors.length === 1 ? 'one faulty field' : `${errors.length} faulty fields`;
