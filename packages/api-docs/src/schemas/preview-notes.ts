import type { FieldNotes } from './field-notes.js';

/** Of what both APIs say before and while webhooks are sent again. */
export const previewNotes: FieldNotes = {
  BlockedBy: {
    '': 'Why nobody can tell how long it takes there. `disabled`: it is held until the endpoint is enabled. `failing`: nothing but failures came back lately. `fetched`: it waits until it is fetched.',
  },
  WebhookPreview: {
    token: 'For the header `Preview-Token` of the action.',
    expires_at: 'After that the token is refused.',
    deliveries: 'What it would send.',
    orders: 'Of how many orders that is.',
    truncated: 'There is more than is counted: what is told is of the first ones.',
    left_out: 'Deliveries that were asked for and cannot be sent now: not settled, or being sent again already.',
    running_replay_id: 'The range is being sent again already: asking for it again names this replay and begins none.',
    estimated_seconds:
      'If every attempt succeeds and nothing else is to be sent; `null`: nobody can tell, see the obstacles.',
    'endpoints[].answer_ms':
      'What its newest answers took on average; `null`: there are none, and a second is reckoned with.',
    'endpoints[].per_second': 'What its window, or its `max_per_second`, lets through at such answers.',
  },
  ReplayDeliveries: { delivery_ids: 'Of one merchant; those that cannot be sent again now are left out.' },
  CreateReplay: { states: 'Absent: those that were given up, `exhausted`.' },
};
