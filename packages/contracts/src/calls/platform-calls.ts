import { merchantListQuerySchema } from '../list-queries.js';
import { usageQuerySchema } from '../usage.js';
import { callsOf, mapCalls } from './call.js';
import { orderTimesCalls } from './order-times-calls.js';
import { type Json, merchantId, merchantIdSchema, pathId, schemaRef, uuid } from './parameters.js';
import { sharedCalls } from './shared-calls.js';
import { shown } from './shown-members.js';
import { storeCalls as ownStoreCalls, storeExample } from './store-calls.js';
import { usageCalls } from './usage-calls.js';

const merchants = '/platform/v1/merchants';
const one = `${merchants}/{merchant_id}`;
const parameters = [pathId('The merchant.', merchantIdSchema, merchantId, 'merchant_id')];

const merchantExample: Json = {
  merchant_id: merchantId,
  name: 'Pizzaria 12',
  mode: 'live',
  platform: { id: '0d9c6a4e-52f1-4c3b-8e7a-91b2d3f4a5c6', name: 'Pedidos' },
  reference: 'loja-12',
  status: 'active',
  disabled_by: null,
  create_per_minute: null,
  other_per_minute: null,
  tracking_page: false,
  time_zone: 'America/Sao_Paulo',
  created_at: '2026-01-31T12:00:00.000Z',
  tokens: [{ id: 'c2a7be10-6b0a-4d4c-9d6a-1f5b0a7f3f22', last_four: 'x9Qz', created_at: '2026-01-31T12:00:00.000Z' }],
};
const listed: Json = {
  ...merchantExample,
  last_order_at: '2026-01-31T18:52:41.070Z',
  webhooks: {
    endpoints: 1,
    health: 'breaker_open',
    failing_since: '2026-01-31T18:41:07.312Z',
    waiting: 12,
    untried: false,
  },
};

const merchantCalls = callsOf('Merchants', {
  createMerchant: {
    request: ['POST', merchants],
    summary: 'Add a merchant',
    description:
      'The merchant has the mode of your token. Its credentials work at once. Only this answer shows token and ' +
      'secret; `key` is yours, the same for all of your merchants in a mode.',
    body: {
      schema: 'CreateMerchant',
      examples: {
        alone: { summary: 'A merchant', value: { name: 'Pizzaria 12', reference: 'loja-12' } },
        hooked: {
          summary: 'With its webhook endpoint',
          value: { name: 'Pizzaria 12', reference: 'loja-12', webhook_url: 'https://hooks.example.com/orders' },
        },
      },
    },
    answers: {
      201: {
        description: 'Added.',
        schema: 'MerchantCreated',
        example: { merchant_id: merchantId, mode: 'live', key: 'key_…', token: 'tok_…' },
      },
    },
    problems: ['webhook_url_refused', 'reference_taken', 'merchant_limit_reached'],
  },
  listMerchants: {
    request: ['GET', merchants],
    tool: { shows: shown.merchants },
    summary: 'List your merchants, those whose webhooks do worst first',
    query: merchantListQuerySchema,
    answers: {
      200: { description: 'One page.', schema: 'MerchantList', example: { data: [listed], next_cursor: null } },
    },
  },
  getMerchant: {
    request: ['GET', one],
    summary: 'Read a merchant',
    parameters,
    answers: {
      200: {
        description: 'The merchant with its endpoints.',
        schema: 'Merchant',
        example: { ...merchantExample, webhook_endpoints: [] },
      },
    },
    problems: ['merchant_not_found'],
  },
  patchMerchant: {
    request: ['PATCH', one],
    summary: 'Rename, suspend or resume a merchant, or switch its tracking pages',
    description:
      '`disabled`: its calls are refused and its portal sessions end; its webhooks are still sent. If the ' +
      'operator disabled it, you cannot enable it.',
    parameters,
    body: {
      schema: 'PatchMerchant',
      examples: {
        rename: { summary: 'Another reference', value: { reference: 'loja-13' } },
        suspend: { summary: 'Refuse its requests', value: { status: 'disabled' } },
      },
    },
    answers: {
      200: {
        description: 'The merchant as it is now.',
        schema: 'Merchant',
        example: { ...merchantExample, webhook_endpoints: [] },
      },
    },
    problems: ['merchant_not_found', 'merchant_disabled', 'reference_taken', 'public_url_not_set'],
  },
  createToken: {
    request: ['POST', `${one}/tokens`],
    summary: 'Add a second token of a merchant, for rotation',
    description: 'A body is ignored.',
    parameters,
    answers: {
      201: {
        description: 'Added. Shown once.',
        schema: 'TokenCreated',
        example: {
          id: 'c2a7be10-6b0a-4d4c-9d6a-1f5b0a7f3f22',
          token: 'tok_…',
          created_at: '2026-01-31T12:00:00.000Z',
        },
      },
    },
    problems: ['merchant_not_found', 'token_limit_reached'],
  },
  revokeToken: {
    request: ['DELETE', `${one}/tokens/{token_id}`],
    summary: 'Revoke a token of a merchant',
    parameters: [...parameters, pathId('The token.', uuid, 'c2a7be10-6b0a-4d4c-9d6a-1f5b0a7f3f22', 'token_id')],
    answers: { 204: { description: 'Revoked, also when it was before.' } },
    problems: ['merchant_not_found', 'token_not_found'],
  },
});

/** The calls of a merchant about its stores, as its platform has them. */
const storeCalls = mapCalls(ownStoreCalls, (call) => ({
  ...call,
  path: call.path.replace('/v1', one).replace('{ref}', '{store_ref}'),
  summary: call.id === 'listStores' ? 'List the stores of a merchant' : `${call.summary} of a merchant`,
  parameters:
    call.id === 'listStores'
      ? parameters
      : [...parameters, pathId('The store.', schemaRef('StoreRef'), storeExample.ref, 'store_ref')],
  problems: ['merchant_not_found', ...(call.problems ?? [])],
}));

const portalCalls = callsOf('Portal', {
  createPortalLink: {
    request: ['POST', '/platform/v1/portal-links'],
    summary: 'Create a sign-in link to a merchant’s portal',
    description:
      'For an owner who has neither key nor token. The first person to open the link, within 15 minutes, gets a ' +
      'session of 12 hours. With `may_switch`, for your own people only, it can move to your other merchants.',
    body: {
      schema: 'CreatePortalLink',
      examples: {
        full: { summary: 'For the owner', value: { merchant_id: merchantId, scope: 'full' } },
        own: { summary: 'For your own people', value: { merchant_id: merchantId, scope: 'read', may_switch: true } },
      },
    },
    answers: {
      201: {
        description: 'Made. Shown once.',
        schema: 'PortalLink',
        example: { url: 'https://delivery.example.com/portal/#link=…', expires_at: '2026-01-31T12:15:00.000Z' },
      },
    },
    problems: ['merchant_not_found', 'merchant_disabled', 'public_url_not_set'],
  },
  listPortalSessions: {
    request: ['GET', `${one}/portal-sessions`],
    summary: 'List portal sessions of a merchant',
    parameters,
    answers: { 200: { description: 'The sessions, the newest first.', schema: 'PortalSessionList' } },
    problems: ['merchant_not_found'],
  },
  endPortalSession: {
    request: ['DELETE', `${one}/portal-sessions/{session_id}`],
    summary: 'End a session of a merchant’s portal',
    parameters: [...parameters, pathId('The session.', uuid, '5c1f0a8e-8a55-4a1e-9d07-2f6f0c9b7d31', 'session_id')],
    answers: { 204: { description: 'Ended, on every replica within two seconds.' } },
    problems: ['merchant_not_found', 'session_not_found'],
  },
});

export const keyRotation =
  'Both keys work until `old_key_until`; new merchants get the new key. Until then a repeat returns the same new ' +
  'key, and sets the end of the old key anew: `old_key_hours` 0 ends it at once.';

const tokens = '/platform/v1/tokens';
const tokenExample = {
  id: 'e0b6f0c1-1d55-4a7e-9c1c-3f0f3a4b5c6d',
  last_four: 'x9Qz',
  mode: 'live',
  scopes: ['merchants:read', 'merchants:write'],
  created_at: '2026-01-31T12:00:00.000Z',
  expires_at: null,
};

const tokenCalls = callsOf('Tokens', {
  listOwnTokens: {
    request: ['GET', tokens],
    summary: 'List your own tokens',
    answers: {
      200: {
        description: 'The active tokens in the mode of your token, the oldest first.',
        schema: 'OwnTokenList',
        example: { data: [{ ...tokenExample, last_used_at: '2026-01-31T18:41:00.000Z' }] },
      },
    },
  },
  createOwnToken: {
    request: ['POST', tokens],
    summary: 'Add a token of your own, for rotation',
    description:
      'The new token has the mode of your token. At most two are active: one in use, and one to change over to.',
    body: {
      schema: 'CreateOwnToken',
      examples: {
        next: { summary: 'To change over to', value: { scopes: ['merchants:read', 'merchants:write'] } },
        reading: {
          summary: 'For reading alone, for a while',
          value: { scopes: ['merchants:read'], expires_at: '2036-01-31T00:00:00Z' },
        },
      },
    },
    answers: {
      201: {
        description: 'Added. Shown once.',
        schema: 'OwnTokenCreated',
        example: { ...tokenExample, token: 'ptok_…' },
      },
    },
    problems: ['token_limit_reached'],
  },
  revokeOwnToken: {
    request: ['DELETE', `${tokens}/{token_id}`],
    summary: 'Revoke a token of your own',
    parameters: [pathId('The token.', uuid, tokenExample.id, 'token_id')],
    answers: { 204: { description: 'Revoked, also when it was before. It opens nothing a second later.' } },
    problems: ['token_not_found', 'last_token'],
  },
  rotateOwnKey: {
    request: ['POST', '/platform/v1/rotate-key'],
    summary: 'Give your merchants another key',
    description: `The key of your merchants in the mode of your token. ${keyRotation}`,
    body: {
      schema: 'RotateOwnKey',
      examples: {
        planned: { summary: 'With a day to change over', value: {} },
        leaked: { summary: 'The old one ends at once', value: { old_key_hours: 0 } },
      },
    },
    answers: {
      200: {
        description: 'The new key.',
        schema: 'OwnKeyRotated',
        example: { mode: 'live', key: 'key_…', old_key_until: '2026-02-01T12:00:00.000Z' },
      },
    },
  },
});

/** The calls below `/platform/v1`, by their ids. */
export const ownPlatformCalls = {
  ...callsOf('Summary', {
    getSummary: {
      request: ['GET', '/platform/v1/summary'],
      summary: 'Read the summary',
      description:
        'Orders under way and late, how endpoints are doing, and the twenty merchants whose endpoints do worst.',
      answers: {
        200: {
          description: 'Your merchants at a glance.',
          schema: 'Summary',
          example: {
            platform: { id: '0d9c6a4e-52f1-4c3b-8e7a-91b2d3f4a5c6', name: 'Pedidos', mode: 'live' },
            merchants: { active: 211, disabled: 3 },
            orders: { under_way: 97, late: 2 },
            endpoints: { ok: 209, breaker_open: 1 },
            own_endpoints: [
              {
                id: '0199c1a2-7b3c-7d4e-8f50-617283940516',
                health: 'ok',
                waiting: 0,
                failing_since: null,
                untried: false,
              },
            ],
            unwell: [listed],
          },
        },
      },
    },
  }),
  ...merchantCalls,
  ...storeCalls,
  ...portalCalls,
  ...tokenCalls,
  ...mapCalls(orderTimesCalls(one, parameters), (call) => ({ ...call, tag: 'Usage' })),
  ...usageCalls('/platform/v1', { merchant: parameters, list: usageQuerySchema }),
};

/** Every call of the platforms' API, by its id. */
export const platformCalls = { ...ownPlatformCalls, ...sharedCalls.platform };
