import { randomUUID } from 'node:crypto';
import { deriveOrderId, nextStatuses } from '@delivery/contracts';
import {
  answerJson,
  checkContentType,
  fieldErrorAt,
  parseBody,
  parseJsonBody,
  ProblemError,
} from '@delivery/http-edge';
import {
  currentEvents,
  deliveryAvailabilitySchema,
  deliveryCancelSchema,
  deliveryHandleProblemSchema,
  deliveryOrderSchema,
  listContradictions,
  openDeliveryPath,
  toDeliveryId,
  toExternalId,
  toOrder,
  toProblemAnswer,
  toReason,
} from '@delivery/open-delivery';
import { listIgnored, withUnused } from '../domain/list-ignored.js';
import { toSentError, withSentFields, withTheirStatus } from '../domain/open-delivery-problems.js';
import { cancelRequested, type MessageHead, problemAnswered, readyRequested } from '../domain/order-messages.js';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import { answerCreate, answerTransition } from '../publish/answer-outcome.js';
import type { SubmitCreate } from '../publish/submit-create.js';
import type { Outcome, SubmitMessage } from '../publish/submit-message.js';
import type { Call, CallOf, CallSpec, OpenSpec, RunCall } from './call.js';
import { createSubmitOrder, readCoverage, remarksOf, unprocessable } from './create-order.js';
import { readDetails } from './open-delivery-details.js';

export type OpenDeliveryDeps = { submit: SubmitMessage; submitCreate: SubmitCreate; orderState: MerchantCalls };

const logistics = `${openDeliveryPath}/v1/logistics`;

/** The logistics part of the standard: other words for calls of `/v1`. */
export const openDeliveryCalls = (deps: OpenDeliveryDeps): (CallSpec | OpenSpec)[] => [
  // The standard asks for it without a token, so that no merchant is known. It promises nothing: there are no prices.
  {
    method: 'POST',
    path: `${logistics}/availability`,
    open: () => Promise.resolve(answerJson(200, {})),
    known: post('availability', findCouriers(deps.orderState)),
  },
  post('delivery', createDelivery(deps), 'create'),
  {
    method: 'GET',
    path: `${logistics}/delivery/:orderId`,
    limit: 'other',
    handle: mapProblems(withTheirStatus, readDetails(deps.orderState)),
  },
  post('readyForPickup/:orderId', sayReady(deps.submit)),
  post('cancel/:orderId', cancelDelivery(deps.submit)),
  post('handleProblem/:orderId', handleProblem(deps.submit)),
  ...Object.entries(notServed).map(([path, why]) => post(`${path}/:orderId`, refuse(why))),
];

const post = (path: string, handle: RunCall, limit: CallSpec['limit'] = 'other'): CallSpec => ({
  method: 'POST',
  path: `${logistics}/${path}`,
  limit,
  handle: mapProblems(withTheirStatus, handle),
});

const mapProblems =
  <T>(map: (problem: ProblemError) => ProblemError, handle: (call: Call) => T | Promise<T>) =>
  async (call: Call): Promise<T> => {
    try {
      return await handle(call);
    } catch (error) {
      throw error instanceof ProblemError ? map(error) : error;
    }
  };

/**
 * Whether a courier's system of the merchant delivers to the address now; 200 also if it could not be found out in
 * time.
 */
const findCouriers: CallOf<MerchantCalls> = (orderState) => async (call) => {
  checkContentType(call.headers);
  const { deliveryAddress } = parseBody(deliveryAvailabilitySchema, parseJsonBody(call.body).value);
  const { latitude, longitude } = deliveryAddress;
  const coverage =
    typeof latitude === 'number' && typeof longitude === 'number'
      ? await readCoverage(orderState, call, { latitude, longitude })
      : 'unknown';
  if (coverage === 'covered' || coverage === 'unknown') return answerJson(200, {});
  throw new ProblemError('not_served', 'No courier delivers to deliveryAddress now.', { status: 404 });
};

/** The order goes the way of every create, in other words. */
const createDelivery = ({ submit, submitCreate }: OpenDeliveryDeps): RunCall => {
  const create = mapProblems(withSentFields, submitDelivery(submitCreate));
  return async (call) => {
    checkContentType(call.headers);
    const { value } = parseJsonBody(call.body);
    const sent = parseBody(deliveryOrderSchema, value);
    checkContradictions(sent);
    const { order, unused } = toOrder(sent);
    const { outcome, orderId, doubtful, isRepeat } = await create({
      ...call,
      body: Buffer.from(JSON.stringify(order)),
    });
    refuseEnded(outcome);
    const event = sent.notifyReadyForPickup
      ? eventOf(outcome)
      : await readyAtOnce(submit, headOf(call, order.external_id), call);
    return answerJson(
      202,
      { deliveryId: toDeliveryId(orderId), event, completion: {} },
      {
        ...remarksOf(withUnused(listIgnored(value, sent), unused), doubtful.map(toSentError)),
        ...(isRepeat && { 'idempotent-replayed': 'true' }),
      },
    );
  };
};

const submitDelivery = (submitCreate: SubmitCreate) => {
  // Its problems have no warnings.
  const submitOrder = createSubmitOrder(submitCreate, () => Promise.resolve([]));
  return async (call: Call) => {
    const submitted = await submitOrder(call);
    const { headers = {} } = answerCreate(submitted.outcome, submitted.orderId, {});
    return { ...submitted, isRepeat: 'idempotent-replayed' in headers };
  };
};

const checkContradictions = (sent: Parameters<typeof listContradictions>[0]): void => {
  const code = 'payment_online_mismatch';
  const message = 'Expected no amount to collect, because payments.method says that the order is paid online.';
  const errors = listContradictions(sent).map((pointer) => fieldErrorAt(pointer, code, message));
  if (errors.length > 0) throw unprocessable(code, errors);
};

/** An ended delivery's content may be sent again and would succeed, but no courier would come for it. */
const refuseEnded = (outcome: Outcome): void => {
  if (outcome.kind !== 'verdict') return;
  const { verdict } = outcome;
  if (verdict.outcome === 'unchanged' && verdict.order === null) throw ended('Its data was purged');
  if (verdict.order === null || nextStatuses[verdict.order.status].length > 0) return;
  throw ended(`It is ${verdict.order.status}, and was last changed at ${verdict.order.updated_at}`);
};

const ended = (what: string): ProblemError =>
  new ProblemError(
    'invalid_state_transition',
    `This delivery has ended. ${what}. Use another orderId for a new delivery.`,
  );

/**
 * A till that does not ask us to wait for readyForPickup never calls it. A till that got no answer repeats all: both
 * commands are repeats then.
 */
const readyAtOnce = async (submit: SubmitMessage, head: MessageHead, { traceparent }: Call) => {
  const { outcome } = await submit(readyRequested(head), 0, traceparent);
  const decided = await outcome;
  refuseEnded(decided);
  answerTransition(decided, head.orderId);
  return eventOf(decided);
};

/** Without a verdict it is taken as new. */
const eventOf = (outcome: Outcome) =>
  currentEvents[(outcome.kind === 'verdict' ? outcome.verdict.order?.status : undefined) ?? 'created'];

/** The till sends it again after a 404: it must not wait for a create that comes later. */
const atOnce = <Message extends object>(message: Message) => ({ ...message, park: false as const });

/** 202 where it is applied soon, and not yet. */
const sayReady: CallOf<SubmitMessage> = (submit) => async (call) => {
  const head = headOf(call, call.params['orderId']);
  const { outcome } = await submit(atOnce(readyRequested(head)), call.body.length, call.traceparent);
  return { status: answerTransition(await outcome, head.orderId).status };
};

const cancelDelivery: CallOf<SubmitMessage> = (submit) => async (call) => {
  const head = headOf(call, call.params['orderId']);
  checkContentType(call.headers);
  const { value } = parseJsonBody(call.body);
  const sent = parseBody(deliveryCancelSchema, value);
  const { reason, unused } = toReason(sent);
  const message = atOnce(cancelRequested(head, reason));
  const { outcome } = await submit(message, call.body.length, call.traceparent);
  answerTransition(await outcome, head.orderId);
  const ignored = withUnused(listIgnored(value, sent), unused);
  return answerJson(202, { additionalCharges: false }, remarksOf(ignored, []));
};

/** It names the order alone: every open problem of it is answered. */
const handleProblem: CallOf<SubmitMessage> = (submit) => async (call) => {
  const head = headOf(call, call.params['orderId']);
  checkContentType(call.headers);
  const { value } = parseJsonBody(call.body);
  const sent = parseBody(deliveryHandleProblemSchema, value);
  const { answer, unused } = toProblemAnswer(sent);
  const { outcome } = await submit(problemAnswered(head, answer), call.body.length, call.traceparent);
  const { status } = answerTransition(await outcome, head.orderId);
  return { status, headers: remarksOf(withUnused(listIgnored(value, sent), unused), []) };
};

const headOf = ({ receivedAt, merchant }: Call, externalId = ''): MessageHead => ({
  messageId: randomUUID(),
  receivedAt,
  orderId: deriveOrderId(merchant.merchant_id, toExternalId(externalId)),
  merchantId: merchant.merchant_id,
});

/** By the first part of the path. */
const notServed: Readonly<Record<string, string>> = {
  orderPicked: 'Couriers report the pickup here: leave notifyPickup out, and do not call orderPicked.',
  finishDelivery:
    'Couriers report the end of a delivery here: leave notifyConclusion out, and do not call finishDelivery.',
};

const refuse: CallOf<string> = (why) => () => {
  throw new ProblemError('not_served', why);
};
