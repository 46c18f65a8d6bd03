import type { Call } from '../openapi/call.js';
import { pathId, uuid } from '../openapi/parameters.js';

const tag = 'Webhook endpoints';
const endpoints = '/v1/webhook-endpoints';
export const endpointId = '0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11';
const parameters = [pathId('The endpoint.', uuid, endpointId)];

const endpointExample = {
  id: endpointId,
  url: 'https://hooks.example.com/orders?shop=***',
  events: null,
  header: null,
  max_per_second: null,
  paced: false,
  waiting: 0,
  status: 'active',
  disabled_reason: null,
  created_at: '2026-01-31T12:00:00.000Z',
  last_test: null,
};
const withSecret = { ...endpointExample, secret: 'whsec_HyYtNDtCSVBXXmVsc3qBiI+WnaSrsrnAx87V3OPq8fg=' };

const listEndpoints: Call = {
  id: 'listWebhookEndpoints',
  method: 'get',
  path: endpoints,
  tag,
  summary: 'List your endpoints',
  answers: {
    200: {
      description: 'All of them.',
      schema: 'EndpointList',
      example: { data: [endpointExample], next_cursor: null },
    },
  },
  problems: [],
};

const createEndpoint: Call = {
  id: 'createWebhookEndpoint',
  method: 'post',
  path: endpoints,
  tag,
  summary: 'Add an endpoint',
  description: 'At most five per merchant, each with a URL of its own. It gets the events that happen from now on.',
  body: {
    schema: 'NewEndpoint',
    required: true,
    examples: {
      allEvents: { summary: 'Every event', value: { url: 'https://hooks.example.com/orders?shop=12' } },
      someEvents: {
        summary: 'Only some events',
        value: { url: 'https://till.example.com/tracking', events: ['tracking_url_added'] },
      },
      header: {
        summary: 'With a header of your choice',
        value: { url: 'https://hooks.example.com/in', header: { name: 'Authorization', value: 'Bearer 8c6976e5' } },
      },
      slow: { summary: 'Ten a second at most', value: { url: 'https://hooks.example.com/erp', max_per_second: 10 } },
      disabled: { summary: 'To be tested first', value: { url: 'https://hooks.example.com/new', enabled: false } },
    },
  },
  answers: {
    201: {
      description: 'Added. Keep the secret.',
      schema: 'EndpointWithSecret',
      example: withSecret,
      next: ['testWebhookEndpoint', 'getWebhookEndpoint', 'rotateWebhookSecret'],
    },
  },
  problems: ['endpoint_url_taken', 'endpoint_limit_reached', 'webhook_url_refused'],
};

const getEndpoint: Call = {
  id: 'getWebhookEndpoint',
  method: 'get',
  path: `${endpoints}/{id}`,
  tag,
  summary: 'Read an endpoint',
  parameters,
  answers: { 200: { description: 'The endpoint.', schema: 'Endpoint', example: endpointExample } },
  problems: ['endpoint_not_found'],
};

const replaceEndpoint: Call = {
  id: 'replaceWebhookEndpoint',
  method: 'put',
  path: `${endpoints}/{id}`,
  tag,
  summary: 'Change the settings of an endpoint',
  description:
    'Give the whole URL: the masked one is refused. What waits goes to the new URL. A `header` that is left out stays; for a URL of another origin give it again, or `null`.',
  parameters,
  body: {
    schema: 'EndpointSettings',
    required: true,
    examples: {
      newUrl: {
        summary: 'Another URL, two kinds of events',
        value: { url: 'https://hooks.example.com/v2/orders', events: ['status_changed', 'tracking_url_added'] },
      },
    },
  },
  answers: { 200: { description: 'Changed.', schema: 'Endpoint', example: endpointExample } },
  problems: ['endpoint_not_found', 'endpoint_url_taken', 'webhook_url_refused'],
};

const deleteEndpoint: Call = {
  id: 'deleteWebhookEndpoint',
  method: 'delete',
  path: `${endpoints}/{id}`,
  tag,
  summary: 'Delete an endpoint',
  description: 'What waits for it is skipped.',
  parameters,
  answers: { 204: { description: 'Deleted.' } },
  problems: ['endpoint_not_found'],
};

const action = (name: string, id: string, summary: string, description: string): Call => ({
  id,
  method: 'post',
  path: `${endpoints}/{id}/${name}`,
  tag,
  summary,
  description: `${description} No body is needed.`,
  parameters,
  answers: { 200: { description: 'The endpoint as it is now.', schema: 'Endpoint', example: endpointExample } },
  problems: ['endpoint_not_found', 'payload_too_large'],
});

const rotateSecret: Call = {
  ...action(
    'rotate-secret',
    'rotateWebhookSecret',
    'Get a new secret',
    'The one before goes on signing for 24 h: webhooks then carry one signature per live secret, five at most.',
  ),
  answers: {
    200: { description: 'Rotated. Keep the new secret.', schema: 'EndpointWithSecret', example: withSecret },
  },
};

const testEndpoint: Call = {
  ...action(
    'test',
    'testWebhookEndpoint',
    'Send a test webhook',
    'An example about an order that does not exist (id of 24 zeros), signed as any other, sent once, to a disabled endpoint too. One at a time per endpoint, and ten a minute per merchant: beyond, 429.',
  ),
  answers: {
    202: {
      description: 'Under way. The endpoint’s `last_test` shows what it came to.',
      schema: 'EndpointTestStarted',
      example: { webhook_id: 'msg_8f14e45fceea467f9e0a3d9b1c2f7a60' },
    },
  },
};

export const endpointCalls: readonly Call[] = [
  listEndpoints,
  createEndpoint,
  getEndpoint,
  replaceEndpoint,
  deleteEndpoint,
  testEndpoint,
  rotateSecret,
  action(
    'enable',
    'enableWebhookEndpoint',
    'Enable an endpoint',
    'What was held is sent in order, slowly at first. Enabled already: nothing changes.',
  ),
  action(
    'disable',
    'disableWebhookEndpoint',
    'Disable an endpoint',
    'From now on its webhooks are held, none is lost.',
  ),
];
