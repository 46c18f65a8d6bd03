import type { Call } from '../openapi/call.js';
import { parameters as merchantParameters } from './operator-merchant-calls.js';

const tag = 'Contacts';
const path = '/v1/contacts';
const example = { contacts: [{ email: 'ana@padaria.example', language: 'pt' }] };
const body = {
  schema: 'Contacts',
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
  answers: { 200: { description: 'All of them.', schema: 'Contacts', example } },
  problems: [],
};

const putContacts: Call = {
  id: 'putContacts',
  method: 'put',
  path,
  tag,
  summary: 'Say who is told by mail when webhooks do not arrive',
  description: `At most five. ${told}`,
  body,
  answers: { 200: { description: 'Replaced.', schema: 'Contacts', example } },
  problems: [],
};

export const contactCalls: readonly Call[] = [getContacts, putContacts];

const ofMerchant = {
  path: '/operator/v1/merchants/{merchant_id}/contacts',
  tag: 'Merchants',
  parameters: merchantParameters,
  problems: ['merchant_not_found'],
} as const;

export const operatorContactCalls: readonly Call[] = [
  { ...getContacts, ...ofMerchant, id: 'getMerchantContacts', summary: 'Read a merchant’s contacts' },
  { ...putContacts, ...ofMerchant, id: 'putMerchantContacts', summary: 'Say whom of a merchant mails tell' },
];
