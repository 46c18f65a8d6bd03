import { courierCalls, courierSchemas, courierWebhooks, webhookHeaders } from '@delivery/contracts/calls';
import type { JsonObject } from './json.js';
import { buildDocument } from './openapi/build-document.js';
import { toWebhooks } from './openapi/operations.js';
import { attemptErrorsTable, errorsTable } from './openapi/tables.js';

const description = `For couriers' systems: which orders are to be delivered, and what becomes of them.

**Credentials.** \`Authorization: Bearer <token>\`, of the operator of the service. A system sees the orders of the
merchants that it serves, once they are ready.

The calls about webhooks are those of every owner, at \`/v1\`; all others are below \`/courier/v1\`.

**Repeating is safe.** A 200 is done. After a 503 or no answer at all the outcome is unknown: send the same again, it
takes effect once.

**Reads** carry an \`ETag\`: with \`If-None-Match\` what has not changed is 304, without a body.

**Errors** are problem details (RFC 9457): see the table at the end.`;

/** The API of couriers' systems as OpenAPI 3.1. */
export const buildCourierApi = (): JsonObject =>
  buildDocument({
    title: 'Delivery orders: couriers',
    description,
    tags: [
      { name: 'Deliveries', description: 'Find deliveries, accept them, say what becomes of them.' },
      { name: 'Events', description: 'All events, from where you stopped reading.' },
      { name: 'Contacts', description: 'These addresses get a mail when your webhooks do not arrive.' },
      { name: 'Webhook endpoints', description: 'Where events are sent, instead of being read.' },
      {
        name: 'Webhook deliveries',
        description: `The webhooks that were sent, and their results.\n\n${attemptErrorsTable}`,
      },
      { name: 'Webhook replays', description: 'To send again what was sent before.' },
      { name: 'Sandbox', description: 'For sandbox systems alone: to try a receiver with faults.' },
      { name: 'Webhooks', description: 'Requests to your server: at least once, in sequence for each delivery.' },
      { name: 'Errors', description: `Decide by \`code\`.\n\n${errorsTable('courier')}` },
    ],
    calls: Object.values(courierCalls),
    webhooks: toWebhooks(courierWebhooks, webhookHeaders),
    schemas: courierSchemas,
    headers: ['RateLimit', 'RateLimit-Policy', 'X-Request-Id', 'Retry-After', 'Location', 'WWW-Authenticate', 'Allow'],
    common: {
      answerHeaders: ['RateLimit', 'RateLimit-Policy', 'X-Request-Id'],
      problems: ['courier_system_disabled', 'rate_limited'],
    },
    securitySchemes: { system: { type: 'http', scheme: 'bearer', description: 'A token of a courier’s system.' } },
    security: [{ system: [] }],
  });
