import { callsOf, type CallSpec, mapCalls } from './call.js';

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

export const getContacts: CallSpec = {
  request: ['GET', path],
  summary: 'Read your contacts',
  answers: { 200: { description: 'All of them.', schema: 'ContactList', example } },
};
export const putContacts: CallSpec = {
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
