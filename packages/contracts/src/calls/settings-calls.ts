import { ownActivityListQuerySchema } from '../activity.js';
import { callsOf, type CallSpec } from './call.js';
import { endpointId } from './endpoint-example.js';
import { pathId, schemaRef } from './parameters.js';

const settingsPath = '/v1/settings';
const settingsExample = { time_zone: 'America/Sao_Paulo' };

export const settingsCalls = callsOf('Settings', {
  getSettings: {
    request: ['GET', settingsPath],
    summary: 'Read your settings',
    answers: { 200: { description: 'All of them.', schema: 'Settings', example: settingsExample } },
  },
  changeSettings: {
    request: ['PATCH', settingsPath],
    summary: 'Change your settings',
    description: 'Your operator and your platform can change them, too: the last one counts. Safe to repeat.',
    body: {
      schema: 'SettingsChanges',
      examples: {
        zone: { summary: 'Times as they are in São Paulo', value: settingsExample },
        none: { summary: 'Times as each reader’s browser has them', value: { time_zone: null } },
      },
    },
    answers: { 200: { description: 'Changed.', schema: 'Settings', example: settingsExample } },
  },
});

const contactsPath = '/v1/contacts';
const contactsExample = {
  contacts: [{ email: 'ana@padaria.example', language: 'pt', confirmed_at: '2026-03-01T12:00:00.000Z' }],
  email_enabled: true,
};
const body = {
  schema: 'ContactList',
  examples: {
    one: { summary: 'One, in Portuguese', value: { contacts: [{ email: 'ana@padaria.example', language: 'pt' }] } },
    none: { summary: 'No contacts', value: { contacts: [] } },
  },
};
const contactMails =
  'Each address first gets a mail with a link, at most one a day, and no other mail until it confirms there. It ' +
  'then gets a mail when an endpoint has failed for a quarter of an hour, when a till does not poll, when we ' +
  'disable an endpoint, and when the endpoint recovers: one per incident, at most four an hour. A contact that ' +
  'stays in the list stays confirmed. To get a lost link again, put the same list again.';

const getContacts: CallSpec = {
  request: ['GET', contactsPath],
  summary: 'Read your contacts',
  answers: { 200: { description: 'All of them.', schema: 'ContactList', example: contactsExample } },
};
const putContacts: CallSpec = {
  request: ['PUT', contactsPath],
  summary: 'Replace your contacts',
  description: `At most five. ${contactMails}`,
  body,
  answers: { 200: { description: 'Replaced.', schema: 'ContactList', example: contactsExample } },
};
export const contactCalls = callsOf('Contacts', { getContacts, putContacts });

export const activityCalls = callsOf('Activity', {
  listOwnActivity: {
    request: ['GET', '/v1/activity'],
    summary: 'List changes and their authors',
    description:
      'Changes of your endpoints, stores, tokens and settings, newest first: values before and after, the ' +
      'author, the credential and the address, but no secrets. Operators appear without a name.',
    query: ownActivityListQuerySchema,
    answers: {
      200: {
        description: 'One page.',
        schema: 'ActivityList',
        example: {
          data: [
            {
              id: 4711,
              at: '2026-03-01T12:00:00.000Z',
              actor: { type: 'merchant', name: 'Padaria Central', credential: { type: 'token', id: 'x4Qd' } },
              action: 'endpoint.changed',
              subject: { type: 'endpoint', id: endpointId, name: 'Kitchen' },
              reason: null,
              detail: 'url',
              changes: [
                {
                  name: 'url',
                  before: 'https://till.padaria.example/hooks',
                  after: 'https://hooks.example.com/orders?shop=***',
                },
              ],
              address: '203.0.113.7',
            },
          ],
          next_cursor: null,
        },
      },
    },
  },
});

const clients = '/v1/oauth-clients';
const clientExample = {
  client_id: 'oauth_4c1d0b7e9a2f48d6b3e5f708',
  name: 'Till of the counter',
  created_at: '2026-03-01T12:00:00.000Z',
};
const clientId = pathId('The client.', schemaRef('OAuthClientId'), clientExample.client_id, 'client_id');

export const oauthClientCalls = callsOf('OAuth clients', {
  listOAuthClients: {
    request: ['GET', clients],
    summary: 'List your OAuth clients',
    answers: { 200: { description: 'All of them.', schema: 'OAuthClientList', example: { data: [clientExample] } } },
  },
  createOAuthClient: {
    request: ['POST', clients],
    summary: 'Add an OAuth client',
    description:
      'For a till that uses access tokens instead of key and token: `POST /oauth/token` returns one for an hour. ' +
      'At most five per merchant. Only this answer shows the secret.',
    body: {
      schema: 'CreateOAuthClient',
      examples: { till: { summary: 'For one till', value: { name: clientExample.name } } },
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
