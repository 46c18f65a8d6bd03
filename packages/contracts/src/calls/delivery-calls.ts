import { courierWebhookDeliveryListQuerySchema } from '../courier-webhooks.js';
import { deliveryListQuerySchema } from '../list-queries.js';
import { callsOf } from './call.js';
import { courierEventBody } from './courier-examples.js';
import { endpointId } from './endpoint-example.js';
import { orderId } from './order-examples.js';
import { merchantId, pathId, uuid } from './parameters.js';
import { shown } from './shown-members.js';

const deliveries = '/v1/webhook-deliveries';
const deliveryId = '019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9';

const deliveryExample = {
  id: deliveryId,
  order_id: orderId,
  display_id: '1001',
  endpoint_id: endpointId,
  event: 'status_changed',
  status: 'ready',
  sequence: 1,
  webhook_id: 'msg_019b7f3a9c1e7d20a3f451f0c2d7e8b9',
  state: 'delivered',
  attempt_count: 2,
  next_attempt_at: null,
  last_error_code: null,
  last_status_code: null,
  created_at: '2026-01-31T18:41:07.312Z',
  settled_at: '2026-01-31T18:41:18.904Z',
  replay_id: null,
};

/** The example as other owners see it. */
const seenBy = {
  courier: { event: 'delivery_offered', status: null },
  platform: { merchant_id: merchantId },
} as const;

const attempt = { attempt: 1, duration_ms: 84, error_detail: null, response_excerpt: 'oops', replay_id: null };
const attemptExamples = [
  { ...attempt, at: '2026-01-31T18:41:07.330Z', status_code: 500, error_code: 'http_status' },
  {
    ...attempt,
    attempt: 2,
    at: '2026-01-31T18:41:18.860Z',
    status_code: 200,
    error_code: null,
    response_excerpt: '{}',
  },
];

const requestExample = {
  type: 'push',
  method: 'POST',
  url: 'https://hooks.example.com/orders',
  body: `{"id":"${orderId}","event":"status_changed","status":"PENDING","external_data":{}}`,
  customer_data: 'shown',
  erased_at: null,
  attempts: [
    {
      attempt: 1,
      at: '2026-01-31T18:41:07.330Z',
      replay_id: null,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'delivery-webhooks/1',
        'webhook-id': deliveryExample.webhook_id,
        'webhook-timestamp': '1769884867',
        'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      },
      unknown: [],
    },
  ],
  truncated: false,
};

const waitingExample = {
  ...deliveryExample,
  state: 'waiting',
  attempt_count: 6,
  next_attempt_at: '2026-01-31T20:15:02.118Z',
  last_error_code: 'connection_refused',
  settled_at: null,
};

const sendNowNotes =
  'Sends the first unsettled delivery of its order and endpoint at once; the others follow in order. The attempt ' +
  'does not count. A delivery in flight stays as it is.';

export const deliveryCalls = callsOf('Webhook deliveries', {
  listWebhookDeliveries: {
    request: ['GET', deliveries],
    tool: { shows: shown.deliveries },
    summary: 'List webhook deliveries, newest first',
    query: deliveryListQuerySchema,
    answers: {
      200: {
        description: 'One page.',
        schema: 'WebhookDeliveryList',
        example: { data: [deliveryExample], next_cursor: null },
      },
    },
    variations: {
      courier: {
        query: courierWebhookDeliveryListQuerySchema,
        example: { data: [{ ...deliveryExample, ...seenBy.courier }], next_cursor: null },
      },
      platform: { example: { data: [{ ...deliveryExample, ...seenBy.platform }], next_cursor: null } },
    },
  },
  getWebhookDelivery: {
    request: ['GET', `${deliveries}/{id}`],
    tool: { shows: shown.deliveryWithAttempts },
    summary: 'Read a delivery with its attempts',
    parameters: [pathId('The delivery.', uuid, deliveryId)],
    answers: {
      200: {
        description: 'The delivery and what each attempt came to.',
        schema: 'WebhookDeliveryWithAttempts',
        example: { ...deliveryExample, attempts: attemptExamples },
      },
    },
    variations: {
      courier: { example: { ...deliveryExample, ...seenBy.courier, attempts: attemptExamples } },
      platform: { example: { ...deliveryExample, ...seenBy.platform, attempts: attemptExamples } },
    },
    problems: ['delivery_not_found'],
  },
  getWebhookDeliveryRequests: {
    request: ['GET', `${deliveries}/{id}/requests`],
    summary: 'Read the requests of a delivery, as they were sent',
    description: 'Requests are not stored, but rebuilt by the code that sent them. `unknown` names missing parts.',
    parameters: [pathId('The delivery.', uuid, deliveryId)],
    answers: {
      200: { description: 'The newest hundred attempts.', schema: 'SentRequests', example: requestExample },
    },
    variations: {
      courier: { example: { ...requestExample, body: JSON.stringify(courierEventBody('delivery_offered')) } },
    },
    problems: ['delivery_not_found'],
  },
  sendWebhookDeliveryNow: {
    request: ['POST', `${deliveries}/{id}/send-now`],
    tool: { shows: shown.delivery, after: { preview: 'getWebhookDelivery', given: 'attempt_count' } },
    summary: 'Send a waiting delivery now',
    description: sendNowNotes,
    parameters: [pathId('The delivery.', uuid, deliveryId)],
    answers: {
      202: { description: 'The delivery that is sent first.', schema: 'WebhookDelivery', example: waitingExample },
    },
    variations: {
      courier: { example: { ...waitingExample, ...seenBy.courier } },
      platform: { example: { ...waitingExample, ...seenBy.platform } },
    },
    problems: ['delivery_not_found', 'delivery_not_waiting', 'endpoint_disabled', 'payload_too_large'],
  },
});
