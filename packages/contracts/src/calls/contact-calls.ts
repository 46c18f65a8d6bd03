import { optionalActionSchema } from '../operator-accounts.js';
import { callsOf, type CallSpec, mapCalls } from './call.js';
import { parameters as merchantParameters } from './operator-merchant-calls.js';
import { platformInMode } from './operator-platform-calls.js';

const path = '/v1/contacts';
const example = { contacts: [{ email: 'ana@padaria.example', language: 'pt' }] };
const body = {
  schema: 'ContactList',
  examples: {
    one: { summary: 'One, in Portuguese', value: example },
    none: { summary: 'No contacts', value: { contacts: [] } },
  },
};
const told =
  'They get a mail when an endpoint has failed for a quarter of an hour, when a till does not fetch, when we disable an endpoint, and when it is well again: once for each spell.';

const getContacts: CallSpec = {
  request: ['GET', path],
  summary: 'Read your contacts',
  answers: { 200: { description: 'All of them.', schema: 'ContactList', example } },
};
const putContacts: CallSpec = {
  request: ['PUT', path],
  summary: 'Say who is told by mail when webhooks do not arrive',
  description: `At most five. ${told}`,
  body,
  answers: { 200: { description: 'Replaced.', schema: 'ContactList', example } },
};
export const contactCalls = callsOf('Contacts', { getContacts, putContacts });

/** Of a platform: whom mails tell of its own endpoints. */
export const platformContactCalls = mapCalls(contactCalls, (call) => ({
  ...call,
  path: `/platform${call.path}`,
  description: [call.description, 'Of your own endpoints, of the mode of your token.'].filter(Boolean).join(' '),
}));

const ofMerchant = { parameters: merchantParameters, problems: ['merchant_not_found'] } as const;
const merchantPath = '/operator/v1/merchants/{merchant_id}/contacts';
const ofPlatform = { parameters: platformInMode.parameters, problems: ['platform_not_found'] } as const;
const platformPath = `${platformInMode.path}/contacts`;

export const operatorContactCalls = {
  ...callsOf('Merchants', {
    getMerchantContacts: {
      ...getContacts,
      ...ofMerchant,
      request: ['GET', merchantPath],
      summary: 'Read a merchant’s contacts',
    },
    putMerchantContacts: {
      ...putContacts,
      ...ofMerchant,
      query: optionalActionSchema,
      request: ['PUT', merchantPath],
      summary: 'Say whom of a merchant mails tell',
    },
  }),
  ...callsOf('Platforms', {
    getPlatformContacts: {
      ...getContacts,
      ...ofPlatform,
      request: ['GET', platformPath],
      summary: 'Read a platform’s contacts',
    },
    putPlatformContacts: {
      ...putContacts,
      ...ofPlatform,
      query: optionalActionSchema,
      request: ['PUT', platformPath],
      summary: 'Say whom of a platform mails tell',
    },
  }),
};
