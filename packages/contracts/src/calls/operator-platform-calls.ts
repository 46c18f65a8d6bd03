import { pageQuerySchema } from '../list-queries.js';
import { optionalActionSchema } from '../operator-accounts.js';
import { callsOf } from './call.js';
import { pathId, uuid } from './parameters.js';
import { keyRotation } from './platform-calls.js';

const platforms = '/operator/v1/platforms';
const parameters = [pathId('The platform.', uuid, '0d9c6a4e-52f1-4c3b-8e7a-91b2d3f4a5c6', 'platform_id')];

export const operatorPlatformCalls = callsOf('Platforms', {
  listPlatforms: {
    request: ['GET', platforms],
    role: 'look',
    summary: 'List platforms',
    description: 'By name. A merchant that was added without a platform has one of its own, which is not listed.',
    query: pageQuerySchema,
    answers: { 200: { description: 'One page.', schema: 'PlatformList' } },
  },
  createPlatform: {
    request: ['POST', platforms],
    role: 'administer',
    summary: 'Add a platform, as a caller of `/platform/v1`',
    description:
      'Only this answer shows its token, which works within a second. If it has merchants already, use ' +
      '`createPlatformToken`.',
    body: {
      schema: 'CreatePlatform',
      examples: {
        live: {
          summary: 'For its live merchants',
          value: { name: 'Pedidos', scopes: ['merchants:read', 'merchants:write'] },
        },
        reading: {
          summary: 'For looking at its sandbox merchants, for a year',
          value: {
            name: 'Pedidos',
            mode: 'sandbox',
            scopes: ['merchants:read'],
            expires_at: '2036-01-31T00:00:00Z',
          },
        },
      },
    },
    answers: { 201: { description: 'Added.', schema: 'PlatformCreated' } },
    problems: ['platform_name_taken'],
  },
  getPlatform: {
    request: ['GET', `${platforms}/{platform_id}`],
    role: 'look',
    summary: 'Read a platform',
    parameters,
    answers: { 200: { description: 'The platform with its tokens.', schema: 'Platform' } },
    problems: ['platform_not_found'],
  },
  patchPlatform: {
    request: ['PATCH', `${platforms}/{platform_id}`],
    role: 'administer',
    summary: 'Rename, disable, enable or limit a platform',
    description: 'Disabled: its calls of `/platform/v1` are refused. Its merchants go on.',
    parameters,
    body: {
      schema: 'PatchPlatform',
      examples: { disable: { summary: 'Refuse its calls', value: { status: 'disabled' } } },
    },
    answers: { 200: { description: 'The platform as it is now.', schema: 'Platform' } },
    problems: ['platform_not_found', 'platform_name_taken'],
  },
  rotatePlatformKey: {
    request: ['POST', `${platforms}/{platform_id}/rotate-key`],
    role: 'administer',
    summary: 'Give it another key for its merchants of a mode',
    description: keyRotation,
    parameters,
    body: {
      schema: 'RotateKey',
      examples: {
        planned: { summary: 'With a day to change over', value: {} },
        leaked: {
          summary: 'The old one ends at once',
          value: { old_key_hours: 0, by: 'Ana', reason: 'It was in a log' },
        },
      },
    },
    answers: { 200: { description: 'The new key.', schema: 'PlatformKeyRotated' } },
    problems: ['platform_not_found'],
  },
  createPlatformToken: {
    request: ['POST', `${platforms}/{platform_id}/tokens`],
    role: 'administer',
    summary: 'Add a token',
    description:
      'For the merchants of one mode. At most two of a mode are active: one in use, and one to change over to.',
    parameters,
    query: optionalActionSchema,
    body: {
      schema: 'CreatePlatformToken',
      examples: { read: { summary: 'For reading alone', value: { scopes: ['merchants:read'] } } },
    },
    answers: { 201: { description: 'Added. Shown once.', schema: 'PlatformTokenCreated' } },
    problems: ['platform_not_found', 'token_limit_reached'],
  },
  revokePlatformToken: {
    request: ['DELETE', `${platforms}/{platform_id}/tokens/{token_id}`],
    role: 'administer',
    summary: 'Revoke a token',
    parameters: [...parameters, pathId('The token.', uuid, 'c2a7be10-6b0a-4d4c-9d6a-1f5b0a7f3f22', 'token_id')],
    query: optionalActionSchema,
    answers: { 204: { description: 'Revoked, also when it was before. It opens nothing a second later.' } },
    problems: ['platform_not_found', 'token_not_found'],
  },
});
