import { merchantCalls, merchantSchemas, merchantWebhooks, webhookHeaders } from '@delivery/contracts/calls';
import type { JsonObject } from './json.js';
import { buildDocument } from './openapi/build-document.js';
import { toWebhooks } from './openapi/operations.js';
import { headerNames } from './openapi/problem-responses.js';
import { attemptErrorsTable, errorsTable } from './openapi/tables.js';

const description = `Delivery orders in over HTTP, signed webhooks out, nothing lost in between.

**Credentials.** Every call takes the \`key\` of your platform and the \`token\` of the merchant: in the query, or as
HTTP Basic with the key as user and the token as password. An OAuth client has instead an access token, for an hour,
from \`POST /oauth/token\` (RFC 6749, client credentials).

**Repeating is safe.** A 201, 200 or 202 is durable. After a 503 or no answer at all the outcome is unknown: send the
same again, it takes effect once.

**Versioning.** \`/v1\` is in the path. Fields, events' fields, error codes and statuses may be added without notice:
ignore what you do not know. A breaking change is \`/v2\` beside it for at least 12 months, announced by the headers
\`Deprecation\` and \`Sunset\`.

**Reads** carry an \`ETag\`: with \`If-None-Match\` what has not changed is 304, without a body.

**Limits.** Bodies of at most 256 KiB and 20 levels; \`RateLimit\` and \`RateLimit-Policy\` on every answer.

**Errors** are problem details (RFC 9457): see the table at the end.`;

const tags = [
  { name: 'Orders', description: 'Create orders, say when they are ready, follow them.' },
  { name: 'Events', description: 'Everything that happened to your orders, to catch up or to live without webhooks.' },
  { name: 'Stores', description: 'Where couriers fetch your orders.' },
  { name: 'Contacts', description: 'Addresses that get a mail when webhooks do not arrive.' },
  { name: 'Settings', description: 'Settings for all of your people.' },
  { name: 'OAuth clients', description: 'Tills that call with access tokens, such as those that speak Open Delivery.' },
  { name: 'Webhook endpoints', description: 'Where events are sent.' },
  {
    name: 'Webhook deliveries',
    description: `The webhooks that were sent, and their results.\n\n${attemptErrorsTable}`,
  },
  { name: 'Webhook replays', description: 'To send again what was sent before.' },
  { name: 'Sandbox', description: 'For sandbox merchants alone: to be the courier oneself.' },
  { name: 'People', description: 'Each signs in to the portal with links that are sent by mail.' },
  { name: 'Session', description: 'A cookie instead of key and token, for pages. The portal is one: `/portal/`.' },
  { name: 'Webhooks', description: 'Requests to your server: at least once, in sequence for each order.' },
  { name: 'Errors', description: `Decide by \`code\`.\n\n${errorsTable('merchant')}` },
];

/** The merchant API as OpenAPI 3.1, from the same schemas that check requests. */
export const buildMerchantApi = (): JsonObject =>
  buildDocument({
    title: 'Delivery orders',
    description,
    tags,
    calls: Object.values(merchantCalls),
    webhooks: toWebhooks(merchantWebhooks, webhookHeaders),
    schemas: merchantSchemas,
    headers: headerNames,
    common: {
      answerHeaders: ['RateLimit', 'RateLimit-Policy', 'X-Request-Id'],
      problems: ['merchant_disabled', 'rate_limited'],
      changeProblems: ['cross_site_request', 'read_only_session'],
    },
    securitySchemes: {
      platformKey: { type: 'apiKey', in: 'query', name: 'key', description: 'Belongs to an integrating platform.' },
      merchantToken: { type: 'apiKey', in: 'query', name: 'token', description: 'Belongs to one merchant.' },
      basic: { type: 'http', scheme: 'basic', description: 'The key as user, the token as password.' },
      oauth: {
        type: 'oauth2',
        description: 'The access token of one of the merchant’s OAuth clients, valid for an hour.',
        flows: { clientCredentials: { tokenUrl: '/oauth/token', scopes: { 'od.all': 'Everything.' } } },
      },
      session: { type: 'apiKey', in: 'cookie', name: 'delivery_merchant', description: 'See `signIn`.' },
    },
    security: [{ platformKey: [], merchantToken: [] }, { basic: [] }, { oauth: ['od.all'] }, { session: [] }],
  });
