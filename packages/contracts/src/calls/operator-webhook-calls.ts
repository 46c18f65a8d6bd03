import { deliveryListQuerySchema, operatorEndpointListQuerySchema, pageQuerySchema } from '../list-queries.js';
import { historyQuerySchema } from '../operator-ledger.js';
import { callsOf, type CallSpec } from './call.js';
import { catchUpBody, catchUpNotes, givenUpNote } from './catch-up-calls.js';
import { deliveryId, sendNowNotes } from './delivery-calls.js';
import { countedLate } from './endpoint-calls.js';
import { endpointId } from './endpoint-example.js';
import { sentRequestsCalls } from './operator-customer-calls.js';
import { toCallsOfOtherOwners } from './operator-other-owner-calls.js';
import { merchantId, merchantIdSchema, pathId, uuid } from './parameters.js';
import { countsMayMove, previewExample, previewParameter } from './preview-examples.js';
import { replayId } from './replay-calls.js';

const tag = 'Webhooks';
const endpoints = '/operator/v1/endpoints';
const merchant = '/operator/v1/merchants/{merchant_id}';
const ofEndpoint = [pathId('The endpoint.', uuid, endpointId, 'endpoint_id')];
const ofMerchant = [pathId('The merchant.', merchantIdSchema, merchantId, 'merchant_id')];
const action = { by: 'ana', reason: 'Their server is being moved, ticket 4711.' };
const range = { since: '2026-01-31T18:00:00Z', until: '2026-01-31T20:00:00Z' };
const selection = { delivery_ids: [deliveryId] };

const actionBody = {
  schema: 'OperatorAction',
  examples: { action: { summary: 'Who does it, and why', value: action } },
};

const switchEndpoint = (name: 'enable' | 'disable', summary: string, description: string): CallSpec => ({
  request: ['POST', `${endpoints}/{endpoint_id}/${name}`],
  role: 'act',
  summary,
  description: `${description} Who and why is written into the endpoint’s log.`,
  parameters: name === 'enable' ? [...ofEndpoint, previewParameter] : ofEndpoint,
  body: actionBody,
  answers: { 200: { description: 'The endpoint as it is now.', schema: 'OperatorEndpoint' } },
  problems: ['endpoint_not_found', ...(name === 'enable' ? (['preview_stale'] as const) : [])],
});

const previewEnable: CallSpec = {
  request: ['POST', `${endpoints}/{endpoint_id}/enable/preview`],
  role: 'act',
  summary: 'What enabling an endpoint would let go',
  description: `It changes nothing. ${countsMayMove}`,
  parameters: ofEndpoint,
  answers: { 200: { description: 'Counted, to 100,000.', schema: 'WebhookPreview', example: previewExample } },
  problems: ['endpoint_not_found', 'rate_limited'],
};

const merchantCalls = callsOf(tag, {
  listMerchantDeliveries: {
    request: ['GET', `${merchant}/webhook-deliveries`],
    role: 'look',
    summary: 'List a merchant’s deliveries, newest first',
    parameters: ofMerchant,
    query: deliveryListQuerySchema,
    answers: { 200: { description: 'One page, as the merchant sees it.', schema: 'WebhookDeliveryList' } },
    problems: ['merchant_not_found'],
  },
  getMerchantDelivery: {
    request: ['GET', `${merchant}/webhook-deliveries/{delivery_id}`],
    role: 'look',
    summary: 'Read a delivery with its attempts',
    parameters: [...ofMerchant, pathId('The delivery.', uuid, deliveryId, 'delivery_id')],
    answers: { 200: { description: 'As the merchant sees it.', schema: 'WebhookDeliveryWithAttempts' } },
    problems: ['delivery_not_found'],
  },
  sendMerchantDeliveryNow: {
    request: ['POST', `${merchant}/webhook-deliveries/{delivery_id}/send-now`],
    role: 'act',
    summary: 'Send a waiting delivery of a merchant now',
    description: `${sendNowNotes} Who and why is written into the endpoint’s log.`,
    parameters: [...ofMerchant, pathId('The delivery.', uuid, deliveryId, 'delivery_id')],
    body: actionBody,
    answers: { 202: { description: 'The delivery that is sent first.', schema: 'WebhookDelivery' } },
    problems: ['delivery_not_found', 'delivery_not_waiting', 'endpoint_disabled'],
  },
  replayMerchantDelivery: {
    request: ['POST', `${merchant}/webhook-deliveries/{delivery_id}/replay`],
    role: 'act',
    summary: 'Send one delivery of a merchant again',
    description: 'As the merchant can. Who and why is written down with the replay.',
    parameters: [...ofMerchant, pathId('The delivery.', uuid, deliveryId, 'delivery_id'), previewParameter],
    body: actionBody,
    answers: { 202: { description: 'Begun.', schema: 'Replay', headers: ['Location'] } },
    problems: ['delivery_not_found', 'delivery_not_replayable', 'replay_running', 'preview_stale'],
  },
  replayMerchantDeliveries: {
    request: ['POST', `${merchant}/webhook-deliveries/replay`],
    role: 'act',
    summary: 'Send several deliveries of a merchant again',
    description:
      'As one replay, within the merchant’s five where it is more than one. Those that cannot be sent again now are left out.',
    parameters: [...ofMerchant, previewParameter],
    body: {
      schema: 'OperatorReplayDeliveries',
      examples: { one: { summary: 'Who does it, and why', value: { ...selection, ...action } } },
    },
    answers: { 202: { description: 'Begun.', schema: 'Replay', headers: ['Location'] } },
    problems: ['delivery_not_found', 'delivery_not_replayable', 'replay_running', 'preview_stale', 'rate_limited'],
  },
  previewMerchantDeliveriesReplay: {
    request: ['POST', `${merchant}/webhook-deliveries/replay/preview`],
    role: 'act',
    summary: 'What sending several deliveries again comes to',
    description: 'It changes nothing.',
    parameters: ofMerchant,
    body: {
      schema: 'ReplayDeliveries',
      examples: { one: { summary: 'One delivery', value: selection } },
    },
    answers: { 200: { description: 'Counted.', schema: 'WebhookPreview', example: previewExample } },
    problems: ['delivery_not_found'],
  },
  listMerchantReplays: {
    request: ['GET', `${merchant}/webhook-replays`],
    role: 'look',
    summary: 'List a merchant’s replays, newest first',
    parameters: ofMerchant,
    query: pageQuerySchema,
    answers: { 200: { description: 'One page, as the merchant sees it.', schema: 'ReplayList' } },
    problems: ['merchant_not_found'],
  },
  createMerchantReplay: {
    request: ['POST', `${merchant}/webhook-replays`],
    role: 'act',
    summary: 'Send a range of a merchant’s deliveries again',
    description:
      'As the merchant can, within its five. Who and why is written down with the replay; the same range, while it runs, is the same replay, of who asked first.',
    parameters: [...ofMerchant, previewParameter],
    body: {
      schema: 'CreateOperatorReplay',
      examples: {
        givenUp: {
          summary: 'What was given up while its server was down',
          value: { ...range, ...action },
        },
      },
    },
    answers: { 202: { description: 'Begun.', schema: 'Replay', headers: ['Location'] } },
    problems: ['merchant_not_found', 'preview_stale', 'rate_limited'],
  },
  previewMerchantReplay: {
    request: ['POST', `${merchant}/webhook-replays/preview`],
    role: 'act',
    summary: 'What a replay of a range comes to',
    description: `It changes nothing. At most 100,000 deliveries of the range are looked at. ${countsMayMove}`,
    parameters: ofMerchant,
    body: {
      schema: 'CreateReplay',
      examples: { givenUp: { summary: 'What was given up while its server was down', value: range } },
    },
    answers: { 200: { description: 'Counted.', schema: 'WebhookPreview', example: previewExample } },
    problems: ['merchant_not_found', 'rate_limited'],
  },
  getMerchantReplay: {
    request: ['GET', `${merchant}/webhook-replays/{replay_id}`],
    role: 'look',
    summary: 'Read the progress of a replay',
    parameters: [...ofMerchant, pathId('The replay.', uuid, replayId, 'replay_id')],
    answers: { 200: { description: 'As the merchant sees it.', schema: 'Replay' } },
    problems: ['replay_not_found'],
  },
});

export const operatorWebhookCalls = {
  ...callsOf(tag, {
    listOperatorEndpoints: {
      request: ['GET', endpoints],
      role: 'look',
      summary: 'List endpoints, the largest backlog first',
      description:
        'Of all merchants. Backlogs change: each page shows them as they are then. Where there are 1,000 endpoints or more, what was read is shown to all who ask for the same within a millisecond for each of them, 30 s at most.',
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
        200: { description: 'Its window, its breaker, and what was done to it.', schema: 'OperatorEndpoint' },
      },
      problems: ['endpoint_not_found'],
    },
    getEndpointHistory: {
      request: ['GET', `${endpoints}/{endpoint_id}/history`],
      role: 'look',
      summary: 'What an endpoint answered, how fast, and what waited for it',
      description: `In the last hour by minutes, or in the last day by four of them, with the success rate, the times of answers and the newest failure of the day. ${countedLate}`,
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
      'What was held is sent in order, slowly at first.',
    ),
    previewEnableOperatorEndpoint: previewEnable,
    catchUpOperatorEndpoint: {
      request: ['POST', `${endpoints}/{endpoint_id}/catch-up`],
      role: 'act',
      summary: 'Let an endpoint catch up',
      description: `${catchUpNotes} ${givenUpNote} Who and why is written into the endpoint’s log.`,
      parameters: [...ofEndpoint, previewParameter],
      body: { ...actionBody, schema: 'OperatorCatchUp' },
      answers: { 200: { description: 'The endpoint as it is now.', schema: 'OperatorEndpoint' } },
      problems: ['endpoint_not_found', 'endpoint_disabled', 'preview_stale'],
    },
    previewCatchUpOperatorEndpoint: {
      ...previewEnable,
      request: ['POST', `${endpoints}/{endpoint_id}/catch-up/preview`],
      summary: 'What a catch-up would send',
      body: catchUpBody,
    },
    testOperatorEndpoint: {
      request: ['POST', `${endpoints}/{endpoint_id}/test`],
      role: 'act',
      summary: 'Send a test webhook',
      description:
        'As the merchant can, within its ten a minute. Who and why is written into the endpoint’s log; `last_test` of the endpoint shows what it came to.',
      parameters: ofEndpoint,
      body: { ...actionBody, schema: 'OperatorTest' },
      answers: { 202: { description: 'Under way.', schema: 'EndpointTestStarted' } },
      problems: ['endpoint_not_found', 'endpoint_type_mismatch', 'rate_limited'],
    },
  }),
  ...merchantCalls,
  ...toCallsOfOtherOwners({ ...merchantCalls, ...sentRequestsCalls }),
};
