import type { FieldNotes } from './field-notes.js';

export const sinceNote =
  'What was given up, of what was created at that time or later, is sent again, too. Absent: only what waits.';

export const testEventNote =
  'An event to send an example of, whether the endpoint names it or not. Absent: the first one that it names. Not for one that speaks Open Delivery.';

/** Notes that both APIs share, on previews and replays. */
export const previewNotes: FieldNotes = {
  CatchUp: { since: sinceNote },
  BlockedBy: {
    '': 'Why there is no estimate. `disabled`: deliveries are held until the endpoint is enabled. `failing`: its recent attempts all failed. `fetched`: messages wait until they are fetched.',
  },
  WebhookPreview: {
    token: 'For the header `Preview-Token` of the action.',
    expires_at: 'After that the token is refused.',
    deliveries: 'How many it would send.',
    orders: 'Of how many orders that is.',
    truncated: 'There are more deliveries than are counted: the figures are of the first ones.',
    left_out: 'Deliveries that were asked for and cannot be sent now: not settled, or being sent again already.',
    running_replay_id: 'The range is being sent again already: asking for it again names this replay and begins none.',
    estimated_seconds:
      'If every attempt succeeds and nothing else is to be sent; `null`: no estimate, see the obstacles.',
    'endpoints[].answer_ms':
      'The average duration of its newest answers; `null`: there are none, and a second is assumed.',
    'endpoints[].per_second': 'The rate that its window, or its `max_per_second`, allows at such answers.',
  },
  ReplayDeliveries: { delivery_ids: 'Of one merchant; those that cannot be sent again now are left out.' },
  CreateReplay: {
    states: 'Absent: those that were given up, `exhausted`.',
    endpoint_id: 'Only those to this endpoint. Absent: to every endpoint.',
    events: 'Only these events. Absent: every event.',
  },
};
