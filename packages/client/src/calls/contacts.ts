import type { CallOptions, Send } from '../transport.js';
import type { Contact } from '../types.js';
import { readJson } from './read-answer.js';

export type ContactCalls = {
  get: (options?: CallOptions) => Promise<Contact[]>;
  /** All of them, at most five. Safe to repeat. */
  replace: (contacts: readonly Contact[], options?: CallOptions) => Promise<Contact[]>;
};

const path = '/v1/contacts';

export const createContacts = (send: Send): ContactCalls => ({
  get: async (options) => {
    const answer = await send({ method: 'GET', path, repeat: 'always' }, options);
    return readJson<{ contacts: Contact[] }>(answer).contacts;
  },
  replace: async (contacts, options) => {
    const body = JSON.stringify({ contacts });
    const answer = await send({ method: 'PUT', path, body, repeat: 'always' }, options);
    return readJson<{ contacts: Contact[] }>(answer).contacts;
  },
});
