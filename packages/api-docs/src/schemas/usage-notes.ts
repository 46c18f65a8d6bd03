import type { FieldNotes } from './field-notes.js';

const usage = {
  'orders.returned': 'Those that could not be delivered.',
  'webhooks.attempts':
    'Each POST to an endpoint, and each acknowledgement of a pull endpoint. Repeats and replays count.',
  'webhooks.exhausted': 'Given up after the last attempt.',
};

/** The calls about usage are the platforms' and the operators'. */
export const usageNotes: FieldNotes = { Usage: usage, MerchantUsage: usage };
