import type { CallSpec } from './call.js';
import { endpointExample, endpointId } from './endpoint-example.js';
import { pathId, uuid } from './parameters.js';
import { previewExample } from './preview-examples.js';
import { shown } from './shown-members.js';

const catchUpPath = '/v1/webhook-endpoints/{id}/catch-up';
const parameters = [pathId('The endpoint.', uuid, endpointId)];
export const catchUpBody = {
  schema: 'CatchUp',
  examples: { givenUp: { summary: 'With what was given up', value: { since: '2026-01-31T00:00:00Z' } } },
};

export const catchUpNotes =
  'Sends the webhooks whose last attempt failed without waiting for their next attempt, in order, as many at ' +
  'once as the window allows. These attempts do not count.';

export const givenUpNote = 'With `since` a replay sends again, behind it, what was given up since then.';

/** Among those of endpoints. */
export const catchUpCalls = {
  catchUpWebhookEndpoint: {
    request: ['POST', catchUpPath],
    tool: { shows: shown.endpoint, after: { preview: 'previewCatchUpWebhookEndpoint', given: 'deliveries' } },
    summary: 'Catch up an endpoint',
    description: `${catchUpNotes} ${givenUpNote} No body is needed.`,
    parameters,
    body: { ...catchUpBody, isOptional: true },
    answers: { 200: { description: 'The endpoint as it is now.', schema: 'Endpoint', example: endpointExample } },
    problems: ['endpoint_not_found', 'endpoint_disabled'],
  },
  previewCatchUpWebhookEndpoint: {
    request: ['POST', `${catchUpPath}/preview`],
    isRead: true,
    tool: { shows: shown.preview },
    summary: 'Preview a catch-up',
    description:
      `The number of webhooks and of their orders, counted to 100,000, and an estimate of the time; an order ` +
      `that has both counts twice. Nothing changes. No body is needed.`,
    parameters,
    body: { ...catchUpBody, isOptional: true },
    answers: { 200: { description: 'Counted.', schema: 'WebhookPreview', example: previewExample } },
    problems: ['endpoint_not_found'],
  },
} satisfies Readonly<Record<string, CallSpec>>;
