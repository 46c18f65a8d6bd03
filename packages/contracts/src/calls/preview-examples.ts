import { previewTokenHeader } from '../previews.js';
import { headerParameter, type JsonObject } from './parameters.js';

/** For every action whose preview has a token. */
export const previewParameter: JsonObject = headerParameter(
  previewTokenHeader,
  'The `token` of a preview of this call, which is refused (409 `preview_stale`) if it would no longer do what ' +
    'was shown. A token begins one replay: a repeat answers with that replay. Absent: no such check.',
  { type: 'string', maxLength: 4096 },
);

/** The end of the description of each preview of a range. */
export const countsMayMove =
  'Refused if counts differ by more than a tenth and ten, or an endpoint was switched or has another URL.';

const endpointId = '019b7f3a-6d11-7e94-8a2e-3c4d5e6f7a80';
const token = 'v1.Jk3xQw.mX0aZ1bY2cX3dW4e.c2VhbGVkIHRleHQgdGhhdCBzYXlzIHdoYXQgd2FzIHNob3du';
const expires = '2026-01-31T21:15:00.000Z';

export const previewExample = {
  deliveries: 1204,
  orders: 310,
  truncated: false,
  left_out: 0,
  running_replay_id: null,
  estimated_seconds: 5,
  endpoints: [
    {
      id: endpointId,
      type: 'push',
      url: 'https://hooks.example.com/orders',
      deliveries: 1204,
      blocked_by: null,
      answer_ms: 120.5,
      per_second: 289.4,
      estimated_seconds: 5,
    },
  ],
};

export const replayPreviewExample = { token, expires_at: expires, ...previewExample };

export const deadLetterPreviewExample = {
  token,
  expires_at: expires,
  action: 'replay',
  messages: 42,
  left_out: 0,
  truncated: false,
  first_at: '2026-01-31T18:02:11.000Z',
  last_at: '2026-01-31T20:40:57.000Z',
};
