import { historyQuerySchema } from '../operator-ledger.js';
import { messageQuerySchema } from '../pull-api.js';
import { callsOf, type CallSpec } from './call.js';
import { catchUpCalls } from './catch-up-calls.js';
import { courierEventBody } from './courier-examples.js';
import { endpointExample, endpointId, keyExample } from './endpoint-example.js';
import { eventBodyExamples } from './order-examples.js';
import { type JsonObject, merchantId, ownerIdSchema, pathId, schemaRef, uuid } from './parameters.js';
import { shown } from './shown-members.js';

const endpoints = '/v1/webhook-endpoints';
const parameters = [pathId('The endpoint.', uuid, endpointId)];
const withSecret = { ...endpointExample, secret: 'whsec_HyYtNDtCSVBXXmVsc3qBiI+WnaSrsrnAx87V3OPq8fg=' };

/** Describes the history of an endpoint, for every reader. */
export const countedLate =
  'Counts are up to a minute late. If a process is killed, its counts of the last minute are lost.';

const afterChange =
  'The secret stays. Waiting webhooks go to the new URL; webhooks in flight end at the old one. The type cannot ' +
  'change; a pull endpoint has no URL and no header.';

const action = (name: string, summary: string, description: string): CallSpec => ({
  request: ['POST', `${endpoints}/{id}/${name}`],
  summary,
  description: `${description} No body is needed.`,
  parameters,
  answers: { 200: { description: 'The endpoint as it is now.', schema: 'Endpoint', example: endpointExample } },
  problems: ['endpoint_not_found', 'payload_too_large'],
});

const pulledExample = (body: JsonObject): JsonObject => ({
  id: '019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9',
  attempt: 1,
  headers: {
    'content-type': 'application/json',
    'user-agent': 'delivery-webhooks/1',
    'webhook-id': 'msg_019b7f3a9c1e7d20a3f451f0c2d7e8b9',
    'webhook-timestamp': '1769884867',
    'webhook-signature': 'v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=',
    'webhook-attempt': '1',
    'webhook-sequence': '2',
    'webhook-previous-sequence': '1',
  },
  body: JSON.stringify(body),
  visible_until: '2026-01-31T18:41:37.000Z',
});

export const endpointCalls = callsOf('Webhook endpoints', {
  listWebhookEndpoints: {
    request: ['GET', endpoints],
    tool: { shows: shown.endpoints },
    summary: 'List your endpoints',
    answers: {
      200: {
        description: 'All of them.',
        schema: 'EndpointList',
        example: { data: [endpointExample], next_cursor: null },
      },
    },
  },
  createWebhookEndpoint: {
    request: ['POST', endpoints],
    summary: 'Add an endpoint',
    description:
      'At most 25, and at most five that could get the same event. Each push endpoint needs another URL, and ' +
      'gets later events. An endpoint of `"type": "pull"` has no URL: its webhooks wait until you fetch them, ' +
      'for clients that cannot be reached from outside.',
    body: {
      schema: 'CreateEndpoint',
      examples: {
        allEvents: { summary: 'With its URL alone', value: { url: 'https://hooks.example.com/orders?shop=12' } },
        someEvents: {
          summary: 'Only some events',
          value: { url: 'https://till.example.com/tracking', events: ['tracking_url_added'] },
        },
        header: {
          summary: 'With a header of your choice',
          value: { url: 'https://hooks.example.com/in', header: { name: 'Authorization', value: 'Bearer 8c6976e5' } },
        },
        slow: { summary: 'Ten a second at most', value: { url: 'https://hooks.example.com/erp', max_per_second: 10 } },
        ed25519: {
          summary: 'Signed with ed25519',
          value: { url: 'https://hooks.example.com/signed', signature: 'ed25519' },
        },
        pull: { summary: 'To be fetched from', value: { type: 'pull', name: 'Till 1' } },
        disabled: { summary: 'To be tested first', value: { url: 'https://hooks.example.com/new', enabled: false } },
      },
    },
    answers: {
      201: {
        description: 'Added. Keep the secret, if there is one.',
        schema: 'EndpointWithSecret',
        example: withSecret,
        next: ['testWebhookEndpoint', 'getWebhookEndpoint', 'rotateWebhookSecret', 'pullWebhooks'],
      },
    },
    variations: {
      courier: {
        bodyExamples: {
          someEvents: {
            summary: 'Only some events',
            value: { url: 'https://hooks.example.com/withdrawn', events: ['delivery_withdrawn'] },
          },
        },
      },
    },
    problems: ['endpoint_url_taken', 'endpoint_limit_reached', 'recipient_limit_reached', 'webhook_url_refused'],
  },
  ensureWebhookEndpoint: {
    request: ['PUT', `${endpoints}/by-reference/{reference}`],
    summary: 'Add an endpoint, or change it to what it should be',
    description:
      'For deployments: a repeat changes nothing. The endpoint keeps its `reference`, type and format; another ' +
      'type or format is refused. Concurrent calls make one endpoint; if it is deleted meanwhile: 404.',
    parameters: [pathId('Your own name of the endpoint.', schemaRef('EndpointReference'), 'kitchen', 'reference')],
    body: {
      schema: 'EnsureEndpoint',
      examples: { url: { summary: 'With its URL alone', value: { url: 'https://hooks.example.com/orders?shop=12' } } },
    },
    answers: {
      200: {
        description: 'It was there. `changed` has the settings that were others.',
        schema: 'EnsuredEndpoint',
        example: { ...endpointExample, reference: 'kitchen', changed: ['url'] },
      },
      201: {
        description: 'Added. Keep the secret.',
        schema: 'EnsuredEndpoint',
        example: { ...withSecret, reference: 'kitchen', changed: [] },
      },
    },
    problems: [
      'endpoint_not_found',
      'endpoint_url_taken',
      'endpoint_limit_reached',
      'recipient_limit_reached',
      'endpoint_type_mismatch',
      'webhook_url_refused',
    ],
  },
  getWebhookEndpoint: {
    request: ['GET', `${endpoints}/{id}`],
    tool: { shows: shown.endpoint },
    summary: 'Read an endpoint',
    parameters,
    answers: { 200: { description: 'The endpoint.', schema: 'Endpoint', example: endpointExample } },
    problems: ['endpoint_not_found'],
  },
  getWebhookEndpointHistory: {
    request: ['GET', `${endpoints}/{id}/history`],
    tool: { shows: shown.history },
    summary: 'Read charts of an endpoint',
    description:
      'The last hour minute by minute, or the last day in steps of four minutes, with the success rate, answer ' +
      `times and the newest failure of the day. ${countedLate}`,
    parameters,
    query: historyQuerySchema,
    answers: { 200: { description: 'Oldest first.', schema: 'EndpointHistory' } },
    problems: ['endpoint_not_found'],
  },
  updateWebhookEndpoint: {
    request: ['PATCH', `${endpoints}/{id}`],
    summary: 'Change some settings of an endpoint',
    description:
      'Absent fields stay, so concurrent changes of different settings do not undo each other; of one setting, ' +
      'the last change counts. With a URL of another origin send the `header` again, or `null`. ' +
      afterChange,
    parameters,
    body: {
      schema: 'EndpointChanges',
      examples: {
        events: { summary: 'Other events', value: { events: ['status_changed'] } },
        url: { summary: 'Another URL', value: { url: 'https://hooks.example.com/v2/orders' } },
        free: { summary: 'Events by default, as fast as they come', value: { events: null, max_per_second: null } },
      },
    },
    answers: { 200: { description: 'Changed.', schema: 'Endpoint', example: endpointExample } },
    variations: {
      courier: {
        bodyExamples: { events: { summary: 'Other events', value: { events: ['delivery_offered'] } } },
      },
    },
    problems: [
      'endpoint_not_found',
      'endpoint_url_taken',
      'recipient_limit_reached',
      'endpoint_type_mismatch',
      'webhook_url_refused',
    ],
  },
  deleteWebhookEndpoint: {
    request: ['DELETE', `${endpoints}/{id}`],
    summary: 'Delete an endpoint',
    description: 'Its waiting webhooks are skipped.',
    parameters,
    answers: { 204: { description: 'Deleted.' } },
    problems: ['endpoint_not_found'],
  },
  testWebhookEndpoint: {
    ...action(
      'test',
      'Send a test webhook',
      'Sends one signed example about an order that does not exist (id of 24 zeros): of the event that you name, ' +
        'else of the first one of the endpoint. Works for a disabled endpoint, but not for a pull endpoint. One at ' +
        'a time per endpoint, and ten a minute for all of yours; then 429.',
    ),
    body: {
      schema: 'TestEndpoint',
      isOptional: true,
      examples: { named: { summary: 'An event that you name', value: { event: 'tracking_url_added' } } },
    },
    variations: {
      courier: {
        bodyExamples: { named: { summary: 'An event that you name', value: { event: 'delivery_withdrawn' } } },
      },
    },
    problems: ['endpoint_not_found', 'endpoint_type_mismatch'],
    tool: { shows: shown.testStarted, after: { preview: 'getWebhookEndpoint', given: 'url' } },
    answers: {
      202: {
        description: 'Under way. The endpoint’s `last_test` shows what it came to.',
        schema: 'EndpointTestStarted',
        example: { webhook_id: 'msg_8f14e45fceea467f9e0a3d9b1c2f7a60' },
      },
    },
  },
  rotateWebhookSecret: {
    ...action(
      'rotate-secret',
      'Get a new secret or key',
      'The old key also signs for 24 h: webhooks have one signature per live key. So `signature` changes the ' +
        'algorithm without a pause: give your receiver the new key within that time. A rotation that would leave ' +
        'more than five keys is 409.',
    ),
    body: {
      schema: 'RotateSecret',
      isOptional: true,
      examples: { ed25519: { summary: 'Sign with ed25519 from now on', value: { signature: 'ed25519' } } },
    },
    answers: {
      200: {
        description: 'Rotated. Keep the new secret, if there is one.',
        schema: 'EndpointWithSecret',
        example: withSecret,
      },
    },
    problems: ['endpoint_not_found', 'secret_limit_reached', 'payload_too_large'],
  },
  getWebhookKeys: {
    request: ['GET', '/v1/webhook-keys/{owner_id}'],
    isOpen: true,
    summary: 'Read the public keys of an owner',
    description:
      'The current ed25519 keys of the endpoints of a merchant, a platform or a courier’s system, for receivers ' +
      'that fetch keys by themselves. No credentials are needed; the answer can be cached for five minutes. An ' +
      'unknown owner has no keys.',
    parameters: [
      pathId(
        'The owner of the endpoints: of a merchant the `merchant_id` of `GET /v1/session`.',
        ownerIdSchema,
        merchantId,
        'owner_id',
      ),
    ],
    answers: { 200: { description: 'A JWK Set.', schema: 'WebhookKeys', example: { keys: [keyExample] } } },
  },
  enableWebhookEndpoint: action(
    'enable',
    'Enable an endpoint',
    'Held webhooks are sent in order, slowly at first. If the endpoint is enabled already, nothing changes.',
  ),
  ...catchUpCalls,
  disableWebhookEndpoint: action('disable', 'Disable an endpoint', 'From now on its webhooks are held, none is lost.'),
  pullWebhooks: {
    request: ['GET', `${endpoints}/{id}/messages`],
    summary: 'Fetch webhooks of a pull endpoint',
    description:
      'Each message is the webhook as it would have been posted: verify it in the same way. No other poll gets ' +
      'it until `visible_until`; ack it before. ' +
      'Otherwise it is available again with the next `attempt`: at once the first time, then by the schedule of ' +
      'webhooks, until it is `exhausted`. The next event of an order follows once the one before is acked. ' +
      'With `wait` the call waits for a message. At most 256 are unacked at once. A disabled endpoint hands out ' +
      'nothing.',
    parameters,
    query: messageQuerySchema,
    answers: {
      200: {
        description: 'Messages; none when the wait has ended.',
        schema: 'PulledMessageList',
        example: { data: [pulledExample(eventBodyExamples.delivery_requested)] },
      },
    },
    variations: { courier: { example: { data: [pulledExample(courierEventBody('delivery_offered'))] } } },
    problems: ['endpoint_not_found', 'endpoint_type_mismatch'],
  },
  ackWebhooks: {
    request: ['POST', `${endpoints}/{id}/ack`],
    summary: 'Ack webhooks of a pull endpoint',
    description:
      'Works like a 2xx of a push endpoint: the message is not sent again, and the next event of its order can ' +
      'follow. An ack after `visible_until` counts. A repeat changes nothing.',
    parameters,
    body: {
      schema: 'Ack',
      examples: { one: { summary: 'One message', value: { ids: ['019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9'] } } },
    },
    answers: {
      200: {
        description: 'The messages that are acked now or were acked before.',
        schema: 'AckResult',
        example: { acked: ['019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9'], unknown: [] },
      },
    },
    problems: ['endpoint_not_found', 'endpoint_type_mismatch'],
  },
});
