import type { FieldNotes } from './field-notes.js';

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
