import type { CallOptions, Send } from '../transport.js';
import type { Contact } from '../types.js';
import { callJson } from './read-answer.js';

export type ContactCalls = {
  get: (options?: CallOptions) => Promise<Contact[]>;
  /** All of them, at most five. Safe to repeat. */
  replace: (contacts: readonly Contact[], options?: CallOptions) => Promise<Contact[]>;
};

type Contacts = { contacts: Contact[] };
const path = '/v1/contacts';

export const createContacts = (send: Send): ContactCalls => ({
  get: async (options) => (await callJson<Contacts>(send, { method: 'GET', path, repeat: 'always' }, options)).contacts,
  replace: async (contacts, options) => {
    const request = { method: 'PUT', path, json: { contacts }, repeat: 'always' } as const;
    return (await callJson<Contacts>(send, request, options)).contacts;
  },
});
