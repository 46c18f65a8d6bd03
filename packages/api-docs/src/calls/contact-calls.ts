import type { Call } from '../openapi/call.js';
import { parameters as merchantParameters } from './operator-merchant-calls.js';
import { platformInMode } from './operator-platform-calls.js';

const tag = 'Contacts';
const path = '/v1/contacts';
const example = { contacts: [{ email: 'ana@padaria.example', language: 'pt' }] };
const body = {
  schema: 'ContactList',
  required: true,
  examples: {
    one: { summary: 'One, in Portuguese', value: example },
    none: { summary: 'No contacts', value: { contacts: [] } },
  },
};
const told =
  'They get a mail when an endpoint has failed for a quarter of an hour, when a till does not fetch, when we disable an endpoint, and when it is well again: once for each spell.';

const getContacts: Call = {
  id: 'getContacts',
  method: 'get',
  path,
  tag,
  summary: 'Read your contacts',
  answers: { 200: { description: 'All of them.', schema: 'ContactList', example } },
};

const putContacts: Call = {
  id: 'putContacts',
  method: 'put',
  path,
  tag,
  summary: 'Say who is told by mail when webhooks do not arrive',
  description: `At most five. ${told}`,
  body,
  answers: { 200: { description: 'Replaced.', schema: 'ContactList', example } },
};

export const contactCalls: readonly Call[] = [getContacts, putContacts];

/** Of a platform: whom mails tell of its own endpoints. */
export const platformContactCalls: readonly Call[] = contactCalls.map((call) => ({
  ...call,
  path: `/platform${call.path}`,
  description: [call.description, 'Of your own endpoints, of the mode of your token.'].filter(Boolean).join(' '),
}));

const ofMerchant = {
  path: '/operator/v1/merchants/{merchant_id}/contacts',
  tag: 'Merchants',
  parameters: merchantParameters,
  problems: ['merchant_not_found'],
} as const;

const ofPlatform = {
  path: `${platformInMode.path}/contacts`,
  tag: 'Platforms',
  parameters: platformInMode.parameters,
  problems: ['platform_not_found'],
} as const;

export const operatorContactCalls: readonly Call[] = [
  { ...getContacts, ...ofMerchant, id: 'getMerchantContacts', summary: 'Read a merchant’s contacts' },
  { ...putContacts, ...ofMerchant, id: 'putMerchantContacts', summary: 'Say whom of a merchant mails tell' },
  { ...getContacts, ...ofPlatform, id: 'getPlatformContacts', summary: 'Read a platform’s contacts' },
  { ...putContacts, ...ofPlatform, id: 'putPlatformContacts', summary: 'Say whom of a platform mails tell' },
];
