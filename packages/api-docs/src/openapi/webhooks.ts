import { schemaRef, type Webhook } from '@delivery/contracts/calls';
import type { JsonObject } from '../json.js';

/** The answers of receivers, and their effect. */
const responses: JsonObject = {
  '2XX': { description: 'Taken, with any body. Answer within 10 s.' },
  '3XX': { description: 'A failure: redirects are never followed.' },
  '410': { description: 'Disables the endpoint: later webhooks are held until it is enabled.' },
  '429': { description: 'Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most).' },
  '503': { description: 'As 429.' },
  default: {
    description:
      'Tried again after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %), then `exhausted`.',
  },
};

/** The webhooks object, of path items by event. */
export const toWebhooks = (webhooks: readonly Webhook[], headers: readonly JsonObject[]): JsonObject =>
  Object.fromEntries(
    webhooks.map(({ event, id, summary, schema, example }) => [
      event,
      {
        post: {
          operationId: id,
          tags: ['Webhooks'],
          summary,
          security: [],
          parameters: [...headers],
          requestBody: { required: true, content: { 'application/json': { schema: schemaRef(schema), example } } },
          responses,
        },
      },
    ]),
  );
