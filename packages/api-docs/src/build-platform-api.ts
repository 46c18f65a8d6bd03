import { merchantWebhooks, platformCalls, platformSchemas, platformWebhookHeaders } from '@delivery/contracts/calls';
import type { JsonObject } from './json.js';
import { buildDocument } from './openapi/build-document.js';
import { toWebhooks } from './openapi/operations.js';
import { attemptErrorsTable, errorsTable } from './openapi/tables.js';

const description = `For platforms: their merchants, and how these are doing.

**Credentials.** \`Authorization: Bearer <token>\`, of the operator of the service. A token sees the platform's
merchants of one mode, and has scopes: \`merchants:read\` and \`merchants:write\`, and for events and webhooks
\`webhooks:read\` and \`webhooks:write\`; the latter is for changes and fetches. Objects that are not yours are 404. The
calls about webhooks, events and contacts are at \`/v1\`; all others are below \`/platform/v1\`.

**Reads** carry an \`ETag\`: with \`If-None-Match\` what has not changed is 304, without a body.

**Errors** are problem details (RFC 9457): see the table at the end.`;

/** The API of platforms as OpenAPI 3.1. */
export const buildPlatformApi = (): JsonObject =>
  buildDocument({
    title: 'Delivery orders: platforms',
    description,
    tags: [
      { name: 'Summary', description: 'All of your merchants at a glance.' },
      { name: 'Merchants', description: 'Add them, suspend them, and rotate their tokens.' },
      { name: 'Stores', description: 'Where couriers fetch their orders.' },
      { name: 'Portal', description: 'Let their owners in.' },
      { name: 'Tokens', description: 'Your own, to change over to another one.' },
      {
        name: 'Contacts',
        description: 'Addresses that get a mail when your own endpoint in the mode of your token fails.',
      },
      { name: 'Usage', description: 'How much they had, month by month.' },
      { name: 'Events', description: 'Everything that happened to the orders of all of your merchants.' },
      {
        name: 'Webhook endpoints',
        description: 'Where these events are sent: one endpoint for all of your merchants.',
      },
      {
        name: 'Webhook deliveries',
        description: `The webhooks that were sent, and their results.\n\n${attemptErrorsTable}`,
      },
      { name: 'Webhook replays', description: 'To send again what was sent before.' },
      { name: 'Sandbox', description: 'For sandbox tokens alone: to try a receiver with faults.' },
      { name: 'Webhooks', description: 'Requests to your server: at least once, in sequence for each order.' },
      { name: 'Errors', description: `Decide by \`code\`.\n\n${errorsTable('platform')}` },
    ],
    calls: Object.values(platformCalls),
    webhooks: toWebhooks(merchantWebhooks, platformWebhookHeaders),
    schemas: platformSchemas,
    headers: ['RateLimit', 'RateLimit-Policy', 'X-Request-Id', 'Retry-After', 'Location', 'WWW-Authenticate', 'Allow'],
    common: {
      answerHeaders: ['RateLimit', 'RateLimit-Policy', 'X-Request-Id'],
      problems: ['platform_disabled', 'insufficient_scope', 'rate_limited'],
    },
    securitySchemes: { platform: { type: 'http', scheme: 'bearer', description: 'A token of a platform.' } },
    security: [{ platform: [] }],
  });
