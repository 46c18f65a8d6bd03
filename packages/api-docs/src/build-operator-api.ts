import { type Call, operatorCalls, operatorSchemas } from '@delivery/contracts/calls';
import type { JsonObject } from './json.js';
import { buildDocument } from './openapi/build-document.js';
import { errorsTable } from './openapi/tables.js';

const description = `For couriers' systems, support, the command line and tests. Served by order-state, not exposed to
merchants.
This document is at \`/operator/openapi.json\`, for everybody who can reach the port: it holds no secret.

**Reads** carry an \`ETag\`: with \`If-None-Match\` what has not changed is 304, without a body.

**Before** a replay or a change of dead letters, its \`…/preview\` says how much it touches; \`…/waiting\` says what enabling
an endpoint sends. A replay or a change of dead letters with the header \`Preview-Token\` is refused if that has changed.

**Roles.** Each call needs one: \`look\`, \`customers_data\`, \`act\` or \`administer\`. \`OPERATOR_TOKEN\` has all,
\`OPERATOR_READ_TOKEN\` may only look, and a person has those of the identity provider.

**Errors** are problem details (RFC 9457): see the table at the end.`;

/** The operator API as OpenAPI 3.1. */
export const buildOperatorApi = (): JsonObject =>
  buildDocument({
    title: 'Delivery orders: operator API',
    description,
    tags: [
      { name: 'Session', description: 'A cookie instead of the token, for pages.' },
      { name: 'Merchants', description: 'Senders of orders, with their credentials and limits.' },
      { name: 'Couriers’ systems', description: 'Which companies may deliver, and for which merchants.' },
      { name: 'Platforms', description: 'Which companies integrate many merchants, and what they may do themselves.' },
      { name: 'Orders', description: 'Reports of couriers, and the history of orders.' },
      {
        name: 'Webhooks',
        description: 'How endpoints are doing, and what is done for a merchant: with who did it and why.',
      },
      {
        name: 'Owners',
        description:
          'Calls that a merchant, a platform or a courier’s system has itself at `/v1`, made for it: “you” is ' +
          'the owner. Its own document (`/openapi.json`, `/platform/openapi.json`, `/courier/openapi.json`) has ' +
          'the schemas of the answers.',
      },
      { name: 'Set aside', description: 'Messages for which the database takes too long.' },
      { name: 'Dead letters', description: 'Messages that a service could not handle.' },
      { name: 'Erasures', description: 'A customer asks to be forgotten.' },
      { name: 'Activity', description: 'Changes: by whom, when and why.' },
      { name: 'Usage', description: 'How much each merchant had, month by month.' },
      { name: 'Ledger', description: 'Webhook deliveries as a whole.' },
      { name: 'Errors', description: `Decide by \`code\`.\n\n${errorsTable('operator')}` },
    ],
    calls: Object.values(operatorCalls).map(withRole),
    schemas: operatorSchemas,
    headers: ['X-Request-Id', 'Retry-After', 'WWW-Authenticate', 'Allow', 'Location', 'Set-Cookie'],
    common: {
      answerHeaders: ['X-Request-Id'],
      problems: [],
      changeProblems: ['insufficient_scope', 'cross_site_request'],
    },
    securitySchemes: {
      operator: { type: 'http', scheme: 'bearer', description: 'The operator token, or the one that may only read.' },
      session: { type: 'apiKey', in: 'cookie', name: 'delivery_operator', description: 'See `signIn`.' },
    },
    security: [{ operator: [] }, { session: [] }],
  });

const withRole = (call: Call): Call => {
  if (call.role === undefined) return call;
  return { ...call, description: [call.description, `Role: \`${call.role}\`.`].filter(Boolean).join('\n\n') };
};
