import { pageQuerySchema } from '../list-queries.js';
import { type CallAnswer, callsOf } from './call.js';
import { pathId, uuid } from './parameters.js';
import { countsMayMove, previewParameter, replayPreviewExample } from './preview-examples.js';
import { shown } from './shown-members.js';

const replays = '/v1/webhook-replays';
const replayId = '019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77';

const runOfRange = {
  id: replayId,
  status: 'running',
  delivery_id: null,
  since: '2026-01-31T18:00:00.000Z',
  until: '2026-01-31T20:00:00.000Z',
  states: ['exhausted'],
  endpoint_id: null,
  events: null,
  total: null,
  queued: 0,
  settled: 0,
  created_at: '2026-01-31T21:00:00.000Z',
  completed_at: null,
};
const runOfOne = {
  ...runOfRange,
  delivery_id: '019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9',
  since: null,
  until: null,
  states: null,
  endpoint_id: null,
  events: null,
  total: 1,
  queued: 1,
};

const oneEndpoint = {
  since: '2026-01-31T18:00:00Z',
  until: '2026-01-31T20:00:00Z',
  endpoint_id: '019b7f3a-0000-7000-8000-000000000001',
};

const begun: CallAnswer = {
  description: 'Begun.',
  schema: 'Replay',
  headers: ['Location'],
  next: ['getWebhookReplay'],
};

const named = {
  summary: 'Two deliveries',
  value: { delivery_ids: ['019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9', '019b7f3a-a044-7b52-9c0d-0a1b2c3d4e5f'] },
};
const givenUp = {
  summary: 'Exhausted deliveries of the time when your server was down',
  value: { since: '2026-01-31T18:00:00Z', until: '2026-01-31T20:00:00Z' },
};

const tag = 'Webhook replays';

/** An operator names it in the body, as several. */
export const replayOneCalls = callsOf(tag, {
  replayWebhookDelivery: {
    request: ['POST', '/v1/webhook-deliveries/{id}/replay'],
    summary: 'Send one delivery again',
    description:
      'With the same `webhook-id` and body, by the whole schedule of retries. Live events do not wait for it.',
    parameters: [pathId('The delivery: delivered or exhausted.', uuid, runOfOne.delivery_id), previewParameter],
    answers: { 202: { ...begun, example: runOfOne } },
    problems: ['delivery_not_found', 'delivery_not_replayable', 'replay_running', 'preview_stale', 'payload_too_large'],
  },
});

export const replayCalls = callsOf(tag, {
  createWebhookReplay: {
    request: ['POST', replays],
    tool: { shows: shown.replay, after: { preview: 'previewWebhookReplay', given: 'token' } },
    summary: 'Send several deliveries again',
    description:
      'A range: deliveries that were created from `since` on and before `until`, a few at a time, after live webhooks ' +
      'that are due. It continues after a restart of the service. While it runs, the same range is the same ' +
      'replay.\n\nOr the deliveries of `delivery_ids`. Those that are not settled, or are being replayed, are left ' +
      'out; if none remains, the call is refused.\n\nFive replays, and a thousand of single deliveries, can run at ' +
      'once; then 429.',
    parameters: [previewParameter],
    body: {
      schema: 'CreateReplay',
      examples: {
        givenUp,
        oneEndpoint: {
          summary: 'One event of one endpoint',
          value: { ...oneEndpoint, events: ['status_changed'] },
        },
        everything: {
          summary: 'Also what was delivered',
          value: { ...givenUp.value, states: ['delivered', 'exhausted'] },
        },
        named,
      },
    },
    answers: { 202: { ...begun, example: runOfRange } },
    variations: {
      courier: {
        bodyExamples: {
          oneEndpoint: {
            summary: 'One event of one endpoint',
            value: { ...oneEndpoint, events: ['delivery_offered'] },
          },
        },
      },
    },
    problems: ['delivery_not_found', 'delivery_not_replayable', 'replay_running', 'preview_stale'],
  },
  previewWebhookReplay: {
    request: ['POST', `${replays}/preview`],
    isRead: true,
    tool: { shows: shown.replayPreview },
    summary: 'Preview a replay',
    description:
      'The number of deliveries and of their orders, and an estimate of the time. Nothing changes. At most ' +
      '100,000 deliveries of the range are counted. With the `token` as `Preview-Token`, the replay is ' +
      `refused if this has changed. ${countsMayMove} Of named deliveries, each counts.`,
    body: {
      schema: 'CreateReplay',
      examples: { givenUp, named },
    },
    answers: { 200: { description: 'Counted.', schema: 'ReplayPreview', example: replayPreviewExample } },
    problems: ['delivery_not_found'],
  },
  listWebhookReplays: {
    request: ['GET', replays],
    tool: { shows: shown.replays },
    summary: 'List replays, newest first',
    query: pageQuerySchema,
    answers: {
      200: { description: 'One page.', schema: 'ReplayList', example: { data: [runOfRange], next_cursor: null } },
    },
  },
  getWebhookReplay: {
    request: ['GET', `${replays}/{id}`],
    tool: { shows: shown.replay },
    summary: 'Read the progress of a replay',
    parameters: [pathId('The replay.', uuid, replayId)],
    answers: { 200: { description: 'The replay.', schema: 'Replay', example: runOfRange } },
    problems: ['replay_not_found'],
  },
});
