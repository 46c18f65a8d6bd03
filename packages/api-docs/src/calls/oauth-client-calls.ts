import type { Call } from '../openapi/call.js';
import { pathId } from '../openapi/parameters.js';
import { schemaRef } from '../schemas/convert-schemas.js';
import { parameters as merchantParameters } from './operator-merchant-calls.js';

const tag = 'OAuth clients';
const clients = '/v1/oauth-clients';
const example = {
  client_id: 'oauth_4c1d0b7e9a2f48d6b3e5f708',
  name: 'Till of the counter',
  created_at: '2026-03-01T12:00:00.000Z',
};
const clientId = pathId('The client.', schemaRef('OAuthClientId'), example.client_id, 'client_id');

const listOAuthClients: Call = {
  id: 'listOAuthClients',
  method: 'get',
  path: clients,
  tag,
  summary: 'List your OAuth clients',
  answers: { 200: { description: 'All of them.', schema: 'OAuthClientList', example: { data: [example] } } },
};

const createOAuthClient: Call = {
  id: 'createOAuthClient',
  method: 'post',
  path: clients,
  tag,
  summary: 'Add an OAuth client',
  description:
    'For a till that calls with access tokens instead of key and token: `POST /oauth/token` gives it one for an hour. At most five per merchant. The secret is shown in this answer and never again.',
  body: {
    schema: 'CreateOAuthClient',
    required: true,
    examples: { till: { summary: 'For one till', value: { name: example.name } } },
  },
  answers: { 201: { description: 'Added.', schema: 'OAuthClientCreated' } },
  problems: ['oauth_client_limit_reached'],
};

const deleteOAuthClient: Call = {
  id: 'deleteOAuthClient',
  method: 'delete',
  path: `${clients}/{client_id}`,
  tag,
  summary: 'Delete an OAuth client',
  description: 'Its access tokens open nothing any more within five seconds, on every replica.',
  parameters: [clientId],
  answers: { 204: { description: 'Deleted.' } },
  problems: ['oauth_client_not_found'],
};

export const oauthClientCalls: readonly Call[] = [listOAuthClients, createOAuthClient, deleteOAuthClient];

const ofMerchant = (call: Call, id: string, summary: string): Call => ({
  ...call,
  id,
  summary,
  path: call.path.replace('/v1', '/operator/v1/merchants/{merchant_id}'),
  tag: 'Merchants',
  parameters: [...merchantParameters, ...(call.parameters ?? [])],
  problems: ['merchant_not_found', ...(call.problems ?? [])],
});

export const operatorOAuthClientCalls: readonly Call[] = [
  ofMerchant(listOAuthClients, 'listMerchantOAuthClients', 'List a merchant’s OAuth clients'),
  ofMerchant(createOAuthClient, 'createMerchantOAuthClient', 'Add an OAuth client of a merchant'),
  ofMerchant(deleteOAuthClient, 'deleteMerchantOAuthClient', 'Delete an OAuth client of a merchant'),
];
