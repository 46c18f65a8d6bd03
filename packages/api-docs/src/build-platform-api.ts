import { platformCalls } from './calls/platform-calls.js';
import type { JsonObject } from './json.js';
import { buildDocument } from './openapi/build-document.js';
import { errorsTable } from './openapi/errors-table.js';
import { platformNotes } from './schemas/platform-notes.js';
import { platformSchemas } from './schemas/platform-schemas.js';

const description = `For platforms: their merchants, and how these are doing.

**Credentials.** \`Authorization: Bearer <token>\`, of the operator of the service. A token sees the platform's merchants of one mode, and has scopes: what reads needs \`merchants:read\`, what changes needs \`merchants:write\`. What is not yours is not there: 404.

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
      { name: 'Usage', description: 'How much they had, month by month.' },
      { name: 'Errors', description: `Decide by \`code\`.\n\n${errorsTable('platform')}` },
    ],
    calls: platformCalls,
    schemas: platformSchemas,
    notes: platformNotes,
    headers: ['RateLimit', 'RateLimit-Policy', 'X-Request-Id', 'Retry-After', 'WWW-Authenticate', 'Allow'],
    common: {
      answerHeaders: ['RateLimit', 'RateLimit-Policy', 'X-Request-Id'],
      problems: [
        'invalid_parameter',
        'invalid_credentials',
        'platform_disabled',
        'insufficient_scope',
        'rate_limited',
        'internal_error',
        'temporarily_unavailable',
      ],
      bodyProblems: ['malformed_json', 'validation_failed', 'payload_too_large', 'unsupported_media_type'],
    },
    securitySchemes: { platform: { type: 'http', scheme: 'bearer', description: 'A token of a platform.' } },
    security: [{ platform: [] }],
  });
