import type { FieldNotes } from './field-notes.js';

export const timeZoneNote =
  'A name of the IANA database, such as `America/Sao_Paulo`: the portal and mails tell times in it, and “yesterday” of a replay is a day there.';

/** What an endpoint answered, as merchants and operators read it. */
export const historyNotes: FieldNotes[string] = {
  '': 'A step without attempts and backlog is missing, and so is one in which no order-state ran.',
  last_error: 'The newest attempt of the last day that failed; `null`: none did.',
  day: 'This hour and the 23 before it, together and each. Messages of a pull endpoint count once they are acknowledged, or their visibility has ended.',
  'day.answer_ms':
    'Within how long half and 95 % of the answers came, whatever they were; of a pull endpoint, from being fetched until acknowledged. Reckoned from counts by class of 24 durations. `null`: there was none.',
  'day.hours': 'Oldest first; an hour without attempts is missing.',
  'data[].answer_ms': 'As `day.answer_ms`, of the step.',
  'data[].answers':
    'Attempts by what came back. Those of a pull endpoint count as `2xx` when they were acknowledged, else as `none`.',
  'data[].window':
    'The smallest window that was sampled, and the most deliveries in flight. `null`: no sample was taken.',
  'data[].waiting': 'The most that was sampled, counted to 10,000. `null`: no sample was taken.',
  'data[].held': 'The same, while it was disabled.',
};

/** A delivery's requests, as merchants and operators read them. */
export const sentRequestNotes: FieldNotes[string] = {
  url: 'As it is now; values of its query are masked. `null`: a pull endpoint, whose messages are fetched.',
  body: 'The text; where it is `masked`, without what may be the customer’s. Signatures are over the whole.',
  erased_at: 'When customers’ data was erased from the order.',
  attempts: 'Newest first.',
  'attempts[].headers':
    'As posted, but for what HTTP adds (`host`, `content-length`, `accept`, `connection`). The value of the merchant’s own header is masked.',
  'attempts[].unknown':
    '`signature`: a secret that signed it is gone, or was being rotated. `body`: customers’ data was erased from it since. `endpoint`: its URL or header may have been changed since. `span`: with tracing on, the parent in `traceparent` was the dispatcher’s own span.',
  truncated: 'There were more; the oldest are left out.',
};

const usage = {
  'orders.returned': 'Those that could not be delivered.',
  'webhooks.attempts':
    'Each POST to an endpoint, and each acknowledgement of a pull endpoint. Repeats and replays count.',
  'webhooks.exhausted': 'Given up after the last attempt.',
};

/** The calls about usage are the platforms' and the operators'. */
export const usageNotes: FieldNotes = { Usage: usage, MerchantUsage: usage };

export const oldKeyNote = 'For how long the old key works beside the new one. `0`: it ends at once. Default: 24.';
