import { operatorOrderListQuerySchema, operatorSearchQuerySchema } from '../list-queries.js';
import { callsOf } from './call.js';
import { problemParameter } from './order-calls.js';
import { orderId, summaryExample } from './order-examples.js';
import { idempotencyKey, pathId } from './parameters.js';
import { schemaRef } from './parameters.js';

const order = '/operator/v1/orders/{order_id}';
const parameters = [pathId('The order.', schemaRef('OrderId'), orderId, 'order_id')];
const reportKey = idempotencyKey(
  'A key applies one report of one order once. Other reports and orders under the same key count separately.',
);

const staleRule =
  'A 200 means that the report took effect, changed nothing, or is stale (`stale: true`). No clock of this ' +
  'service decides: without `occurred_at` a report takes effect when it arrives. With it, a report is stale if ' +
  'it is earlier than the last effective one of its kind (status or tracking URL) and `source`. A time more than ' +
  'a day ahead is 400.';
const reported = { description: 'The order as it is now.', schema: 'ReportedOrder', example: summaryExample };

export const operatorOrderCalls = callsOf('Orders', {
  findOrders: {
    request: ['GET', '/operator/v1/orders'],
    role: 'look',
    summary: 'List orders',
    description:
      'The newest first, of all merchants or of one. With `external_id`: orders with this id, sorted by merchant.',
    query: operatorOrderListQuerySchema,
    answers: { 200: { description: 'One page.', schema: 'OperatorOrderList' } },
  },
  reportStatus: {
    request: ['POST', `${order}/status`],
    role: 'act',
    summary: 'Report the status of an order',
    description: staleRule,
    parameters: [...parameters, reportKey],
    body: {
      schema: 'ReportStatus',
      examples: {
        onRoute: { summary: 'A courier is on the way to the merchant', value: { status: 'on_route_to_pickup' } },
        canceled: {
          summary: 'No courier was found',
          value: { status: 'canceled', reason: { code: 'no_courier' } },
        },
      },
    },
    answers: { 200: reported },
    problems: ['order_not_found', 'order_purged', 'invalid_state_transition', 'order_history_full'],
  },
  reportTrackingUrl: {
    request: ['POST', `${order}/tracking-url`],
    role: 'act',
    summary: 'Set the tracking URL of an order',
    description: staleRule,
    parameters: [...parameters, reportKey],
    body: {
      schema: 'ReportTrackingUrl',
      examples: { url: { summary: 'A URL', value: { tracking_url: 'https://track.example.com/t/9f3b' } } },
    },
    answers: { 200: reported },
    problems: ['order_not_found', 'order_purged', 'invalid_state_transition', 'order_history_full'],
  },
  answerOrderProblem: {
    request: ['POST', `${order}/problems/{problem_id}/answer`],
    role: 'act',
    summary: 'Answer a problem of the courier for the merchant',
    description: 'The activity log shows `by` and `reason`.',
    parameters: [...parameters, problemParameter],
    body: {
      schema: 'AnswerProblem',
      examples: {
        back: {
          summary: 'Bring it back',
          value: { action: 'return', by: 'ana', reason: 'The merchant asked for it by phone.' },
        },
      },
    },
    answers: { 200: { description: 'The order as it is now.', schema: 'ReportedOrder', example: summaryExample } },
    problems: ['order_not_found', 'order_purged', 'problem_not_found', 'problem_closed', 'order_history_full'],
  },
  getTimeline: {
    request: ['GET', `${order}/timeline`],
    role: 'look',
    summary: 'Everything that happened to an order',
    description: 'Commands with their outcomes, events, deliveries and attempts, in the order of time.',
    parameters,
    answers: { 200: { description: 'The timeline.', schema: 'Timeline' } },
    problems: ['order_not_found', 'order_purged'],
  },
  getLanes: {
    request: ['GET', `${order}/lanes`],
    role: 'look',
    summary: 'Read the webhooks of an order by endpoint',
    description: 'A lane for each endpoint, its deliveries in the order in which they go out, with their attempts.',
    parameters,
    answers: { 200: { description: 'The lanes.', schema: 'OrderLanes' } },
    problems: ['order_not_found', 'order_purged'],
  },
  search: {
    request: ['GET', '/operator/v1/search'],
    role: 'look',
    summary: 'Find an order, an endpoint or a merchant',
    description:
      'An order by its id, `external_id` or `display_id`, by a `webhook-id` or the id of a delivery, or, with ' +
      'the role `customers_data`, by its customer’s whole phone number, with or without the country’s code; an ' +
      'endpoint by its id or a part of its URL; a merchant by its id or a part of its name.',
    query: operatorSearchQuerySchema,
    answers: { 200: { description: 'At most fifty.', schema: 'SearchResult' } },
  },
});
