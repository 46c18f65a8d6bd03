import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import {
  type Coverage,
  coverageSchema,
  deriveOrderId,
  type FieldError,
  type IgnoredFields,
  type OrderContent,
  type OrderValidation,
} from '@delivery/contracts';
import {
  answerJson,
  checkContentType,
  countFaults,
  fieldErrorAt,
  parseJsonBody,
  ProblemError,
} from '@delivery/http-edge';
import { listDoubtful, validateBusinessRules } from '../domain/business-rules.js';
import { listIgnored } from '../domain/list-ignored.js';
import { orderSubmitted } from '../domain/order-messages.js';
import { readOrder } from '../domain/read-order.js';
import { readSimulationSettings } from '../domain/read-simulation-settings.js';
import { listWarnings, tryOrder } from '../domain/try-order.js';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import type { InternalAnswer } from '../order-state/order-state-client.js';
import { askOrderState } from '../order-state/pass-through.js';
import { answerCreate } from '../publish/answer-outcome.js';
import type { SubmitCreate } from '../publish/submit-create.js';
import type { Call, CallOf } from './call.js';
import { passedHeaders } from './pass-call.js';

/** POST /v1/external-orders */
export const createOrder: CallOf<{ submitCreate: SubmitCreate; orderState: MerchantCalls }> = (deps) => {
  const submitOrder = createSubmitOrder(deps.submitCreate, warnOfStore(deps.orderState));
  return async (call) => {
    const { outcome, orderId, ignored, doubtful } = await submitOrder(call);
    return answerCreate(outcome, orderId, remarksOf(ignored, doubtful));
  };
};

type WarnOfStore = (call: Call, ref: string | null | undefined) => Promise<FieldError[]>;

/**
 * Submits an order whose content is right. @param warn adds to the warnings of a refused order. @throws ProblemError
 */
export const createSubmitOrder = (submitCreate: SubmitCreate, warn: WarnOfStore) => async (call: Call) => {
  const { headers, merchant, body, receivedAt, traceparent } = call;
  checkContentType(headers);
  const parsed = parseJsonBody(body, 'external_data');
  const reading = readOrder(parsed);
  const refused = async (code: ProblemError['code'], errors: readonly FieldError[]) => {
    const warnings = listWarnings(parsed, reading, receivedAt);
    return faulty(code, { errors, warnings: [...warnings, ...(await warn(call, reading.order.store_ref))] });
  };
  if (!reading.ok) throw await refused('validation_failed', reading.errors);
  const violations = validateBusinessRules(reading.order, receivedAt);
  if (violations[0]) throw await refused(violations[0].code, violations);
  const orderId = deriveOrderId(merchant.merchant_id, reading.order.external_id);
  const reported = readSimulationSettings(headers, merchant.mode, orderId);
  if ('fault' in reported) throw new ProblemError('invalid_parameter', reported.fault);
  const head = { messageId: randomUUID(), receivedAt, orderId, merchantId: merchant.merchant_id };
  const ignored = listIgnored(parsed.value, reading.known, 'external_data');
  const sandbox = reported.plan && { ...reported.plan, ignored };
  const message = orderSubmitted(head, reading, sandbox);
  const outcome = await submitCreate(message, body.length, traceparent);
  return { outcome, orderId, ignored, doubtful: listDoubtful(reading.order, receivedAt) };
};

/** POST /v1/external-orders/validate. A faulty order is an answer too: it is what was asked. */
export const validateOrder: CallOf<MerchantCalls> = (orderState) => {
  const warn = warnOfStore(orderState);
  return async (call) => {
    checkContentType(call.headers);
    const { storeRef, door, warnings, ...tried } = tryOrder(parseJsonBody(call.body, 'external_data'), call.receivedAt);
    const [coverage, more] = await Promise.all([
      door ? readCoverage(orderState, call, door) : ('unknown' as const),
      warn(call, storeRef),
    ]);
    return answerJson(200, { ...tried, warnings: [...warnings, ...more], coverage } satisfies OrderValidation);
  };
};

const warnOfStore =
  (orderState: MerchantCalls): WarnOfStore =>
  async (call, ref) =>
    ref && (await isUnknownStore(orderState, call, ref)) ? [unknownStore] : [];

const unknownStore = fieldErrorAt(
  '/store_ref',
  'store_not_found',
  'None of your stores has this ref. Until you add it, couriers see no pickup address.',
);

/** Without an answer in time nothing is said of the store. */
const isUnknownStore = async (orderState: MerchantCalls, call: Call, ref: string): Promise<boolean> => {
  const asked = await askInTime(orderState, call, `/stores/${ref}`);
  return asked instanceof ProblemError && asked.code === 'store_not_found';
};

const coverageAnswerSchema = z.object({ coverage: coverageSchema });

export const readCoverage = async (
  orderState: MerchantCalls,
  call: Call,
  { latitude, longitude }: Door,
): Promise<Coverage> => {
  const asked = await askInTime(orderState, call, `/coverage?latitude=${latitude}&longitude=${longitude}`);
  if (asked === undefined || asked instanceof ProblemError) return 'unknown';
  return coverageAnswerSchema.safeParse(JSON.parse(asked.body.toString('utf8'))).data?.coverage ?? 'unknown';
};

export type Door = OrderContent['address']['coordinates'];

const deadlineMs = 300;

/** An answer of order-state, or its problem; `undefined`: nothing in time. */
const askInTime = async (
  orderState: MerchantCalls,
  call: Call,
  rest: string,
): Promise<InternalAnswer | ProblemError | undefined> => {
  const timer = new AbortController();
  const asked = askOrderState(orderState, {
    callerId: call.callerId,
    below: 'merchants',
    method: 'GET',
    rest,
    headers: passedHeaders(call),
    timeoutMs: deadlineMs,
  }).catch((error: unknown) => {
    if (error instanceof ProblemError) return error;
    throw error;
  });
  // It may wait for its turn before it is sent.
  const overdue = delay(deadlineMs, undefined, { signal: timer.signal }).catch(() => undefined);
  return Promise.race([asked, overdue]).finally(() => timer.abort());
};

/** Remarks in headers of a create's answer, whose body is the specification's. */
export const remarksOf = (ignored: IgnoredFields, doubtful: readonly FieldError[]): Record<string, string> => ({
  ...ignoredHeaders(ignored),
  ...(doubtful.length > 0 && { 'doubtful-fields': doubtful.map(({ pointer }) => pointer).join(', ') }),
});

const ignoredHeaders = ({ pointers, count }: IgnoredFields): Record<string, string> =>
  count > 0 ? { 'ignored-fields': pointers.join(', '), 'ignored-fields-count': String(count) } : {};

export const unprocessable = (code: ProblemError['code'], errors: readonly FieldError[]): ProblemError =>
  faulty(code, { errors });

const faulty = (
  code: ProblemError['code'],
  reported: { errors: readonly FieldError[]; warnings?: readonly FieldError[] },
): ProblemError => new ProblemError(code, `The order has ${countFaults(reported.errors)}: see errors.`, reported);
