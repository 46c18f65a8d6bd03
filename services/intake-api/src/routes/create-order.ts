import { randomUUID } from 'node:crypto';
import { deriveOrderId, type FieldError, type IgnoredFields } from '@delivery/contracts';
import {
  answerJson,
  checkContentType,
  countFaults,
  parseJsonBody,
  ProblemError,
  validationFailed,
} from '@delivery/http-edge';
import { listDoubtful, validateBusinessRules } from '../domain/business-rules.js';
import { listIgnored } from '../domain/list-ignored.js';
import { orderSubmitted } from '../domain/order-messages.js';
import { readOrder } from '../domain/read-order.js';
import { readSimulationSettings } from '../domain/read-simulation-settings.js';
import { tryOrder } from '../domain/try-order.js';
import { answerCreate } from '../publish/answer-outcome.js';
import type { SubmitCreate } from '../publish/submit-create.js';
import type { Call, CallOf, RunCall } from './call.js';

/** POST /v1/external-orders */
export const createOrder: CallOf<SubmitCreate> = (submitCreate) => {
  const submitOrder = createSubmitOrder(submitCreate);
  return async (call) => {
    const { outcome, orderId, ignored, doubtful } = await submitOrder(call);
    return answerCreate(outcome, orderId, remarksOf(ignored, doubtful));
  };
};

/** An order whose content is right is submitted. @throws ProblemError */
export const createSubmitOrder =
  (submitCreate: SubmitCreate) =>
  async ({ headers, merchant, body, receivedAt, traceparent }: Call) => {
    checkContentType(headers);
    const parsed = parseJsonBody(body, 'external_data');
    const reading = readOrder(parsed);
    if (!reading.ok) throw validationFailed(reading.errors);
    const violations = validateBusinessRules(reading.order, receivedAt);
    if (violations[0]) throw unprocessable(violations[0].code, violations);
    const orderId = deriveOrderId(merchant.merchant_id, reading.order.external_id);
    const told = readSimulationSettings(headers, merchant.mode, orderId);
    if ('fault' in told) throw new ProblemError('invalid_parameter', told.fault);
    const head = { messageId: randomUUID(), receivedAt, orderId, merchantId: merchant.merchant_id };
    const ignored = listIgnored(parsed.value, reading.known, 'external_data');
    const sandbox = told.plan && { ...told.plan, ignored };
    const message = orderSubmitted(head, reading, sandbox);
    const outcome = await submitCreate(message, body.length, traceparent);
    return { outcome, orderId, ignored, doubtful: listDoubtful(reading.order, receivedAt) };
  };

/** POST /v1/external-orders/validate. A faulty order is an answer too: it is what was asked. */
export const validateOrder: RunCall = ({ headers, body, receivedAt }) => {
  checkContentType(headers);
  return answerJson(200, tryOrder(parseJsonBody(body, 'external_data'), receivedAt));
};

/** Remarks in headers of a create's answer, whose body is the specification's. */
export const remarksOf = (ignored: IgnoredFields, doubtful: readonly FieldError[]): Record<string, string> => ({
  ...ignoredHeaders(ignored),
  ...(doubtful.length > 0 && { 'doubtful-fields': doubtful.map(({ pointer }) => pointer).join(', ') }),
});

const ignoredHeaders = ({ pointers, count }: IgnoredFields): Record<string, string> =>
  count > 0 ? { 'ignored-fields': pointers.join(', '), 'ignored-fields-count': String(count) } : {};

export const unprocessable = (code: ProblemError['code'], errors: readonly FieldError[]): ProblemError =>
  new ProblemError(code, `The order has ${countFaults(errors)}: see errors.`, { errors });
