import { randomUUID } from 'node:crypto';
import { deriveOrderId, orderSummarySchema } from '@delivery/contracts';
import { type Answer, answerJson, checkContentType, parseBody, parseJsonBody, ProblemError } from '@delivery/http-edge';
import {
  currentEvents,
  deliveryCancelSchema,
  deliveryOrderSchema,
  openDeliveryPath,
  toDeliveryId,
  toOrder,
  toReason,
} from '@delivery/open-delivery';
import { listIgnored } from '../domain/list-ignored.js';
import { withSentFields, withTheirStatus } from '../domain/open-delivery-problems.js';
import { cancelRequested, type MessageHead, readyRequested } from '../domain/order-messages.js';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import { answerTransition } from '../publish/answer-outcome.js';
import type { SubmitCreate } from '../publish/submit-create.js';
import type { SubmitMessage } from '../publish/submit-message.js';
import type { Call, CallOf, CallSpec, OpenSpec, RunCall } from './call.js';
import { createOrder, ignoredHeaders } from './create-order.js';
import { readDetails } from './open-delivery-details.js';

export type OpenDeliveryDeps = { submit: SubmitMessage; submitCreate: SubmitCreate; orderState: MerchantCalls };

const logistics = `${openDeliveryPath}/v1/logistics`;

/** The logistics part of the standard: other words for calls of `/v1`. */
export const openDeliveryCalls = ({ submit, submitCreate, orderState }: OpenDeliveryDeps): (CallSpec | OpenSpec)[] => [
  // The standard asks for it without a token. It promises nothing: there are no prices, and couriers are not counted.
  { method: 'POST', path: `${logistics}/availability`, open: () => Promise.resolve(answerJson(200, {})) },
  post('delivery', createDelivery(mapProblems(withSentFields, createOrder(submitCreate)), submit), 'create'),
  {
    method: 'GET',
    path: `${logistics}/delivery/:orderId`,
    limit: 'other',
    handle: mapProblems(withTheirStatus, readDetails(orderState)),
  },
  post('readyForPickup/:orderId', sayReady(submit)),
  post('cancel/:orderId', cancelDelivery(submit)),
  ...Object.entries(notServed).map(([path, why]) => post(`${path}/:orderId`, refuse(why))),
];

const post = (path: string, handle: RunCall, limit: CallSpec['limit'] = 'other'): CallSpec => ({
  method: 'POST',
  path: `${logistics}/${path}`,
  limit,
  handle: mapProblems(withTheirStatus, handle),
});

const mapProblems =
  (map: (problem: ProblemError) => ProblemError, handle: RunCall): RunCall =>
  async (call) => {
    try {
      return await handle(call);
    } catch (error) {
      throw error instanceof ProblemError ? map(error) : error;
    }
  };

/** The order goes the way of every create, in other words. */
const createDelivery =
  (create: RunCall, submit: SubmitMessage): RunCall =>
  async (call) => {
    checkContentType(call.headers);
    const { value } = parseJsonBody(call.body);
    const sent = parseBody(deliveryOrderSchema, value);
    const { headers = {} } = await create({ ...call, body: Buffer.from(JSON.stringify(toOrder(sent))) });
    const head = headOf(call, sent.orderId);
    const event = sent.notifyReadyForPickup ? currentEvents.created : await readyAtOnce(submit, head, call);
    return answerJson(
      202,
      { deliveryId: toDeliveryId(head.orderId), event, completion: {} },
      {
        ...ignoredHeaders(listIgnored(value, sent)),
        ...(headers['idempotent-replayed'] && { 'idempotent-replayed': 'true' }),
      },
    );
  };

/**
 * Who does not ask us to wait for readyForPickup never calls it. A till that got no answer sends all again: both commands are
 * repeats then. An order that was canceled meanwhile stays so.
 */
const readyAtOnce = async (submit: SubmitMessage, head: MessageHead, { traceparent }: Call) => {
  try {
    const { outcome } = await submit(readyRequested(head), 0, traceparent);
    const answer = answerTransition(await outcome, head.orderId);
    return answer.status === 200 ? currentEvents[statusOf(answer)] : currentEvents.created;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'invalid_state_transition') return currentEvents.canceled;
    throw error;
  }
};

const statusOf = ({ body }: Answer) => orderSummarySchema.parse(JSON.parse(String(body))).status;

/** 202 where it is applied soon, and not yet. */
const sayReady: CallOf<SubmitMessage> = (submit) => async (call) => {
  const head = headOf(call, call.params['orderId']);
  const { outcome } = await submit(readyRequested(head), call.body.length, call.traceparent);
  return { status: answerTransition(await outcome, head.orderId).status };
};

const cancelDelivery: CallOf<SubmitMessage> = (submit) => async (call) => {
  const head = headOf(call, call.params['orderId']);
  checkContentType(call.headers);
  const { value } = parseJsonBody(call.body);
  const sent = parseBody(deliveryCancelSchema, value);
  const { outcome } = await submit(cancelRequested(head, toReason(sent)), call.body.length, call.traceparent);
  answerTransition(await outcome, head.orderId);
  return answerJson(202, { additionalCharges: false }, ignoredHeaders(listIgnored(value, sent)));
};

const headOf = ({ receivedAt, merchant }: Call, externalId = ''): MessageHead => ({
  messageId: randomUUID(),
  receivedAt,
  orderId: deriveOrderId(merchant.merchant_id, externalId),
  merchantId: merchant.merchant_id,
});

/** By the first part of the path. */
const notServed: Readonly<Record<string, string>> = {
  orderPicked: 'Couriers report the pickup here: leave notifyPickup out, and do not call orderPicked.',
  finishDelivery:
    'Couriers report the end of a delivery here: leave notifyConclusion out, and do not call finishDelivery.',
  handleProblem:
    'Couriers decide here how a problem is solved. Before pickup you may cancel; after it, call the operator.',
};

const refuse: CallOf<string> = (why) => () => {
  throw new ProblemError('not_served', why);
};
