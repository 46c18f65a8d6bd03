import { callsOf } from './call.js';
import { pathId, schemaRef } from './parameters.js';

const clients = '/v1/oauth-clients';
const example = {
  client_id: 'oauth_4c1d0b7e9a2f48d6b3e5f708',
  name: 'Till of the counter',
  created_at: '2026-03-01T12:00:00.000Z',
};
const clientId = pathId('The client.', schemaRef('OAuthClientId'), example.client_id, 'client_id');

export const oauthClientCalls = callsOf('OAuth clients', {
  listOAuthClients: {
    request: ['GET', clients],
    summary: 'List your OAuth clients',
    answers: { 200: { description: 'All of them.', schema: 'OAuthClientList', example: { data: [example] } } },
  },
  createOAuthClient: {
    request: ['POST', clients],
    summary: 'Add an OAuth client',
    description:
      'For a till that calls with access tokens instead of key and token: `POST /oauth/token` gives it one for an hour. At most five per merchant. The secret is shown in this answer and never again.',
    body: {
      schema: 'CreateOAuthClient',
      examples: { till: { summary: 'For one till', value: { name: example.name } } },
    },
    answers: { 201: { description: 'Added.', schema: 'OAuthClientCreated' } },
    problems: ['oauth_client_limit_reached'],
  },
  deleteOAuthClient: {
    request: ['DELETE', `${clients}/{client_id}`],
    summary: 'Delete an OAuth client',
    description: 'Its access tokens open nothing any more within five seconds, on every replica.',
    parameters: [clientId],
    answers: { 204: { description: 'Deleted.' } },
    problems: ['oauth_client_not_found'],
  },
});
