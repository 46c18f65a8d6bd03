import { operatorEndpointListQuerySchema } from '../list-queries.js';
import { historyQuerySchema } from '../operator-ledger.js';
import { callsOf, type CallSpec } from './call.js';
import { catchUpCalls, catchUpNotes, givenUpNote } from './catch-up-calls.js';
import { countedLate } from './endpoint-calls.js';
import { endpointId } from './endpoint-example.js';
import { pathId, uuid } from './parameters.js';

const tag = 'Webhooks';
const endpoints = '/operator/v1/endpoints';
const ofEndpoint = [pathId('The endpoint.', uuid, endpointId, 'endpoint_id')];
const action = { by: 'ana', reason: 'Their server is being moved, ticket 4711.' };

const actionBody = {
  schema: 'OperatorAction',
  examples: { action: { summary: 'The operator and the reason', value: action } },
};

const switchEndpoint = (name: 'enable' | 'disable', summary: string, description: string): CallSpec => ({
  request: ['POST', `${endpoints}/{endpoint_id}/${name}`],
  role: 'act',
  summary,
  description: `${description} Who and why is written into the endpoint’s log.`,
  parameters: ofEndpoint,
  body: actionBody,
  answers: { 200: { description: 'The endpoint as it is now.', schema: 'OperatorEndpoint' } },
  problems: ['endpoint_not_found'],
});

export const operatorWebhookCalls = callsOf(tag, {
  listOperatorEndpoints: {
    request: ['GET', endpoints],
    role: 'look',
    summary: 'List endpoints, the largest backlog first',
    description:
      'The endpoints of all merchants. Each page shows the current backlogs. With 1,000 endpoints or more, an ' +
      'answer is reused for equal requests for a millisecond per endpoint, at most 30 s.',
    query: operatorEndpointListQuerySchema,
    answers: { 200: { description: 'One page.', schema: 'OperatorEndpointList' } },
    problems: [],
  },
  getOperatorEndpoint: {
    request: ['GET', `${endpoints}/{endpoint_id}`],
    role: 'look',
    summary: 'How a webhook endpoint is doing',
    parameters: ofEndpoint,
    answers: {
      200: { description: 'Its window, its breaker, and the age of its secret.', schema: 'OperatorEndpoint' },
    },
    problems: ['endpoint_not_found'],
  },
  getEndpointHistory: {
    request: ['GET', `${endpoints}/{endpoint_id}/history`],
    role: 'look',
    summary: 'Read charts of an endpoint',
    description:
      'The last hour minute by minute, or the last day in steps of four minutes, with the success rate, answer ' +
      `times and the newest failure of the day. ${countedLate}`,
    parameters: ofEndpoint,
    query: historyQuerySchema,
    answers: { 200: { description: 'Oldest first.', schema: 'EndpointHistory' } },
    problems: ['endpoint_not_found'],
  },
  disableOperatorEndpoint: switchEndpoint(
    'disable',
    'Disable an endpoint',
    'Its webhooks are held, none is lost. The merchant may enable it.',
  ),
  enableOperatorEndpoint: switchEndpoint(
    'enable',
    'Enable an endpoint',
    'Held webhooks are sent in order, slowly at first.',
  ),
  catchUpOperatorEndpoint: {
    request: ['POST', `${endpoints}/{endpoint_id}/catch-up`],
    role: 'act',
    summary: 'Catch up an endpoint',
    description: `${catchUpNotes} ${givenUpNote} Who and why is written into the endpoint’s log.`,
    parameters: ofEndpoint,
    body: { ...actionBody, schema: 'OperatorCatchUp' },
    answers: { 200: { description: 'The endpoint as it is now.', schema: 'OperatorEndpoint' } },
    problems: ['endpoint_not_found', 'endpoint_disabled'],
  },
  getOperatorEndpointWaiting: {
    ...catchUpCalls.getWaitingWebhooks,
    request: ['GET', `${endpoints}/{endpoint_id}/waiting`],
    role: 'look',
    parameters: ofEndpoint,
    problems: ['endpoint_not_found', 'rate_limited'],
  },
  testOperatorEndpoint: {
    request: ['POST', `${endpoints}/{endpoint_id}/test`],
    role: 'act',
    summary: 'Send a test webhook',
    description:
      'Counts towards the merchant’s ten tests a minute. The activity log has the operator and the reason; ' +
      '`last_test` of the endpoint has the result.',
    parameters: ofEndpoint,
    body: { ...actionBody, schema: 'OperatorTest' },
    answers: { 202: { description: 'Under way.', schema: 'EndpointTestStarted' } },
    problems: ['endpoint_not_found', 'endpoint_type_mismatch', 'rate_limited'],
  },
});
