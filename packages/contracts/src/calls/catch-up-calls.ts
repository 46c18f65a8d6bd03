import { waitingQuerySchema } from '../previews.js';
import type { CallSpec } from './call.js';
import { endpointExample, endpointId } from './endpoint-example.js';
import { pathId, uuid } from './parameters.js';
import { previewExample } from './preview-examples.js';
import { shown } from './shown-members.js';

const parameters = [pathId('The endpoint.', uuid, endpointId)];

export const catchUpNotes =
  'Sends the webhooks whose last attempt failed without waiting for their next attempt, in order, as many at ' +
  'once as the window allows. These attempts do not count.';

export const givenUpNote =
  'With `since` a replay sends again, behind it, what was given up since then. Repeated after that replay has ended, ' +
  'the call sends it once more.';

/** Among those of endpoints. */
export const catchUpCalls = {
  catchUpWebhookEndpoint: {
    request: ['POST', '/v1/webhook-endpoints/{id}/catch-up'],
    tool: { shows: shown.endpoint, after: { preview: 'getWaitingWebhooks', given: 'deliveries' } },
    summary: 'Catch up an endpoint',
    description: `${catchUpNotes} ${givenUpNote} No body is needed.`,
    parameters,
    body: {
      schema: 'CatchUp',
      isOptional: true,
      examples: { givenUp: { summary: 'With what was given up', value: { since: '2026-01-31T00:00:00Z' } } },
    },
    answers: { 200: { description: 'The endpoint as it is now.', schema: 'Endpoint', example: endpointExample } },
    problems: ['endpoint_not_found', 'endpoint_disabled'],
  },
  getWaitingWebhooks: {
    request: ['GET', '/v1/webhook-endpoints/{id}/waiting'],
    tool: { shows: shown.preview },
    summary: 'Count what waits for an endpoint',
    description:
      'The number of webhooks that a catch-up would send now and of their orders, counted to 100,000, and an ' +
      'estimate of the time. With `since`, an order that also has exhausted webhooks counts twice. If the endpoint ' +
      'is disabled, its held webhooks are counted: enabling the endpoint sends them.',
    parameters,
    query: waitingQuerySchema,
    answers: { 200: { description: 'Counted.', schema: 'WebhookPreview', example: previewExample } },
    problems: ['endpoint_not_found'],
  },
} satisfies Readonly<Record<string, CallSpec>>;
