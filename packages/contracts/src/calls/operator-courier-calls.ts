import { pageQuerySchema } from '../list-queries.js';
import { optionalActionSchema } from '../operator-accounts.js';
import { callsOf } from './call.js';
import { type JsonObject, pathId, uuid } from './parameters.js';

const systems = '/operator/v1/courier-systems';
const courierSystemIdSchema: JsonObject = { type: 'string', pattern: '^cour_(test_)?[0-9a-f]{24}$' };
const parameters = [
  pathId('The courier’s system.', courierSystemIdSchema, 'cour_5b1f0c2a9d3e47f8a6b4c1d0', 'courier_system_id'),
];

export const operatorCourierCalls = callsOf('Couriers’ systems', {
  listCourierSystems: {
    request: ['GET', systems],
    role: 'look',
    summary: 'List couriers’ systems',
    query: pageQuerySchema,
    answers: { 200: { description: 'One page.', schema: 'CourierSystemList' } },
  },
  createCourierSystem: {
    request: ['POST', systems],
    role: 'administer',
    summary: 'Add a courier’s system',
    description:
      'Only this answer shows its token, which works at once. Orders that are or become `ready` are offered to it.',
    body: {
      schema: 'CreateCourierSystem',
      examples: {
        all: { summary: 'For every live merchant', value: { name: 'Rapidinho', merchants: 'all' } },
        some: {
          summary: 'For one sandbox merchant',
          value: { name: 'Rapidinho, test', mode: 'sandbox', merchants: ['4c1d0b7e9a2f48d6b3e5f7081a9c2d4e'] },
        },
      },
    },
    answers: { 201: { description: 'Added.', schema: 'CourierSystemCreated' } },
  },
  getCourierSystem: {
    request: ['GET', `${systems}/{courier_system_id}`],
    role: 'look',
    summary: 'Read a courier’s system',
    parameters,
    answers: { 200: { description: 'The system with its tokens.', schema: 'CourierSystem' } },
    problems: ['courier_system_not_found'],
  },
  patchCourierSystem: {
    request: ['PATCH', `${systems}/{courier_system_id}`],
    role: 'administer',
    summary: 'Rename, disable, enable or limit a courier’s system, or change whom it serves',
    description: 'The system keeps the deliveries that it has accepted, even if it no longer serves their merchant.',
    parameters,
    body: {
      schema: 'PatchCourierSystem',
      examples: { disable: { summary: 'Refuse its requests', value: { status: 'disabled' } } },
    },
    answers: { 200: { description: 'The system as it is now.', schema: 'CourierSystem' } },
    problems: ['courier_system_not_found'],
  },
  createCourierToken: {
    request: ['POST', `${systems}/{courier_system_id}/tokens`],
    role: 'administer',
    summary: 'Add a second token, for rotation',
    parameters,
    query: optionalActionSchema,
    answers: { 201: { description: 'Added. Shown once.', schema: 'CourierTokenCreated' } },
    problems: ['courier_system_not_found', 'token_limit_reached'],
  },
  revokeCourierToken: {
    request: ['DELETE', `${systems}/{courier_system_id}/tokens/{token_id}`],
    role: 'administer',
    summary: 'Revoke a token',
    parameters: [...parameters, pathId('The token.', uuid, 'c2a7be10-6b0a-4d4c-9d6a-1f5b0a7f3f22', 'token_id')],
    query: optionalActionSchema,
    answers: { 204: { description: 'Revoked, also when it was before.' } },
    problems: ['courier_system_not_found', 'token_not_found'],
  },
});
