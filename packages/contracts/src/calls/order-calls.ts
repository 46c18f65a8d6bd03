import { orderEventListQuerySchema, orderListQuerySchema } from '../list-queries.js';
import { positionPollSchema } from '../positions.js';
import { sandboxHeaders, sandboxSpeedMax } from '../sandbox.js';
import { type Call, callsOf } from './call.js';
import {
  answerExamples,
  changeExamples,
  eventBodyExamples,
  lanesExample,
  listEntryExample,
  orderExample,
  orderExamples,
  orderId,
  summaryExample,
  validationExample,
} from './order-examples.js';
import { headerParameter, pathId } from './parameters.js';
import { schemaRef } from './parameters.js';
import { shown } from './shown-members.js';

const orders = '/v1/external-orders';
const parameters = [pathId('The id that creation returned.', schemaRef('OrderId'), orderId)];
export const problemParameter = pathId(
  'The `id` of the problem.',
  { type: 'string', pattern: '^\\d{1,2}$' },
  '1',
  'problem_id',
);

/** Business rules that an order's content can break. */
const contentProblems = [
  'payment_sum_mismatch',
  'payment_online_mismatch',
  'payment_offline_mismatch',
  'cash_must_be_offline',
  'cash_not_allowed',
  'invalid_change_for',
  'invalid_coordinates',
  'delivery_time_too_far',
] as const satisfies Call['problems'];

const transitionAnswers: Call['answers'] = {
  200: { description: 'Done, or it was so already.', schema: 'OrderSummary', example: summaryExample },
  202: {
    description: 'Accepted and durable; applied soon. The webhook tells when.',
    schema: 'OrderAccepted',
    example: { id: orderId },
  },
};

export const orderCalls = callsOf('Orders', {
  createOrder: {
    request: ['POST', orders],
    summary: 'Create an order',
    description:
      'A 201 means that the order is durable. A repeat is always safe: it returns the same `id`, however often ' +
      'and concurrently it is sent. Unknown fields are ignored, and named in `Ignored-Fields`.',
    parameters: [
      headerParameter(
        sandboxHeaders.scenario,
        'The scenario of the order. Default: `delivered`. Only for sandbox merchants; a live one gets 400.',
        schemaRef('SandboxScenario'),
      ),
      headerParameter(
        sandboxHeaders.speed,
        'Speed of the simulated couriers relative to people: above 0, at most 3600, such as `60` or `0.5`. Default: 1.',
        { type: 'number', format: 'double', exclusiveMinimum: 0, maximum: sandboxSpeedMax },
      ),
      headerParameter(
        sandboxHeaders.seed,
        'Only for sandbox merchants: equal seeds and scenarios give equal courses. Default: the id of the order.',
        { type: 'string', pattern: '^[A-Za-z0-9_.:-]{1,64}$' },
      ),
    ],
    body: { schema: 'ExternalOrder', examples: orderExamples },
    answers: {
      201: {
        description: 'Accepted and durable. With `Idempotent-Replayed: true`: it had been before.',
        schema: 'OrderCreated',
        headers: ['Location', 'Idempotent-Replayed', 'Ignored-Fields', 'Ignored-Fields-Count', 'Doubtful-Fields'],
        example: { id: orderId },
        next: ['getOrder', 'markOrderReady', 'cancelOrder', 'listOrderEvents'],
      },
    },
    problems: ['external_id_conflict', ...contentProblems],
  },
  validateOrder: {
    request: ['POST', `${orders}/validate`],
    isRead: true,
    summary: 'Validate an order',
    description:
      'Checks the body like a create, and looks for probable mistakes. Nothing is stored or sent. It does not ' +
      'check whether the `external_id` is used.',
    body: { schema: 'ExternalOrder', examples: orderExamples },
    answers: {
      200: {
        description: 'The findings, also if a create would be answered 400 or 422.',
        schema: 'OrderValidation',
        example: validationExample,
      },
    },
  },
  listOrders: {
    request: ['GET', orders],
    tool: { shows: shown.orders },
    summary: 'List orders, newest first',
    description:
      'Orders that are added meanwhile do not disturb the pages. With `updated_since` the oldest change comes ' +
      'first, so an order that changes while you read pages appears again: keep the last `updated_at` you saw, ' +
      'and start a minute before it the next time.',
    query: orderListQuerySchema,
    answers: {
      200: { description: 'One page.', schema: 'OrderList', example: { data: [listEntryExample], next_cursor: null } },
    },
  },
  getOrder: {
    request: ['GET', `${orders}/{id}`],
    tool: { shows: shown.order },
    summary: 'Read an order',
    parameters,
    answers: { 200: { description: 'The whole order.', schema: 'Order', headers: ['ETag'], example: orderExample } },
    problems: ['order_not_found', 'order_purged'],
  },
  changeOrder: {
    request: ['PATCH', `${orders}/{id}`],
    summary: 'Change an order',
    description:
      'A JSON Merge Patch (RFC 7396), sent as `application/json` or `application/merge-patch+json`: absent ' +
      'fields stay, `null` removes a field, a list is replaced as a whole. Either all changes of a request are ' +
      'made, or none. If nothing changes, the answer is 200 and no event is sent.',
    parameters: [
      ...parameters,
      headerParameter(
        'If-Match',
        'The `ETag` of the order that you read. If its content has changed since, the answer is 412.',
        { type: 'string' },
      ),
    ],
    body: { schema: 'OrderChanges', examples: changeExamples },
    answers: transitionAnswers,
    problems: [
      'order_not_found',
      'order_purged',
      'customer_data_erased',
      'too_late_to_change',
      'order_history_full',
      'precondition_failed',
      ...contentProblems,
    ],
  },
  markOrderReady: {
    request: ['POST', `${orders}/{id}/ready`],
    summary: 'Mark an order as ready',
    description: 'Asks for a courier. No body is needed, and any body is ignored. Ready already: 200, and no event.',
    parameters,
    answers: transitionAnswers,
    problems: ['order_not_found', 'order_purged', 'invalid_state_transition', 'payload_too_large'],
  },
  cancelOrder: {
    request: ['POST', `${orders}/{id}/cancel`],
    summary: 'Cancel an order',
    description:
      'Possible until pickup. If it is canceled already, the answer is 200 without an event. An unknown field is 400.',
    parameters,
    body: {
      schema: 'CancelRequest',
      isOptional: true,
      examples: {
        reason: {
          summary: 'With a reason, which comes back in the webhook',
          value: { reason: { code: 'out_of_stock', message: 'The kitchen ran out of dough.' } },
        },
        none: { summary: 'Without a reason', value: {} },
      },
    },
    answers: transitionAnswers,
    problems: ['order_not_found', 'order_purged', 'invalid_state_transition'],
  },
  answerProblem: {
    request: ['POST', `${orders}/{id}/problems/{problem_id}/answer`],
    summary: 'Answer a problem of the courier',
    description:
      'Tells the courier what to do; the status does not change. The first answer counts: a repeat is 200, a ' +
      'different one is 409. After the order’s end, or a release by the courier’s system, it is 409, too.',
    parameters: [...parameters, problemParameter],
    body: { schema: 'AnswerProblem', examples: answerExamples },
    answers: transitionAnswers,
    problems: ['order_not_found', 'order_purged', 'problem_not_found', 'problem_closed', 'order_history_full'],
  },
  listOrderEvents: {
    request: ['GET', `${orders}/{id}/events`],
    summary: 'List events of an order',
    description:
      'Every event with the body of its webhook, and every refused request, in the order in which they happened.',
    parameters,
    query: orderEventListQuerySchema,
    answers: {
      200: {
        description: 'One page.',
        schema: 'OrderEventList',
        example: {
          data: [
            {
              sequence: 1,
              event: 'status_changed',
              at: '2026-01-31T18:41:07.312Z',
              deliveries: [
                {
                  id: '019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9',
                  endpoint_id: '0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11',
                  webhook_id: 'msg_019b7f3a9c1e7d20a3f451f0c2d7e8b9',
                },
              ],
              body: eventBodyExamples.status_changed,
            },
          ],
          next_cursor: null,
        },
      },
    },
    problems: ['order_not_found', 'order_purged'],
  },
  getOrderLanes: {
    request: ['GET', `${orders}/{id}/lanes`],
    tool: { shows: shown.lanes },
    summary: 'Read the webhooks of an order by endpoint',
    description:
      'The commands and events of the order, and a lane for each endpoint: its deliveries in sequence, their ' +
      'attempts, where the time went, and why a delivery waits.',
    parameters,
    answers: { 200: { description: 'The lanes.', schema: 'OrderLanes', example: lanesExample } },
    problems: ['order_not_found', 'order_purged'],
  },
  getOrderPosition: {
    request: ['GET', `${orders}/{id}/position`],
    summary: 'Read the position of the courier',
    description:
      'Accurate to a hundred meters, while the order is on its way to the customer. With `wait` the call waits ' +
      'for the first position, with `after` for a newer one; if none arrives, the answer has the last one.',
    parameters,
    query: positionPollSchema,
    answers: {
      200: {
        description: 'The last position.',
        schema: 'Position',
        example: {
          latitude: -23.557,
          longitude: -46.66,
          at: '2026-01-31T19:12:40.000Z',
          distance_m: 1_400,
          way_done: 0.6,
        },
      },
    },
    problems: ['order_not_found', 'order_purged', 'position_not_found'],
  },
});
