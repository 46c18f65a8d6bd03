import { type CallOptions, pathBelow, type Send } from '../transport.js';
import type {
  Activity,
  ActivityFilter,
  Contact,
  MerchantSettings,
  OAuthClient,
  OAuthClientCreated,
  Store,
  StoreSettings,
} from '../types.js';
import { callJson, deleteOnce, type List, listFrom, type ListOptions } from './read-answer.js';

export type Settings = {
  get: (options?: CallOptions) => Promise<MerchantSettings>;
  /** Safe to repeat. */
  change: (changes: MerchantSettings, options?: CallOptions) => Promise<MerchantSettings>;
};

const settingsPath = '/v1/settings';

export const createSettings = (send: Send): Settings => ({
  get: (options) => callJson(send, { method: 'GET', path: settingsPath, repeat: 'always' }, options),
  change: (changes, options) =>
    callJson(send, { method: 'PATCH', path: settingsPath, json: changes, repeat: 'always' }, options),
});

export type Stores = {
  /** By `ref`. */
  list: (options?: ListOptions) => List<Store>;
  get: (ref: string, options?: CallOptions) => Promise<Store>;
  /** Adds the store, or replaces all of it. Safe to repeat. */
  put: (ref: string, settings: StoreSettings, options?: CallOptions) => Promise<Store>;
  /** Orders that name it keep the name, and have no store until there is one of that name again. */
  delete: (ref: string, options?: CallOptions) => Promise<void>;
};

const storesPath = '/v1/stores';
const storePathOf = (ref: string): string => pathBelow(storesPath, ref);

export const createStores = (send: Send): Stores => ({
  list: (options) => listFrom(send, { path: storesPath }, options),
  get: (ref, options) => callJson(send, { method: 'GET', path: storePathOf(ref), repeat: 'always' }, options),
  put: (ref, settings, options) =>
    callJson(send, { method: 'PUT', path: storePathOf(ref), json: settings, repeat: 'always' }, options),
  delete: (ref, options) => deleteOnce(send, storePathOf(ref), options),
});

export type ContactCalls = {
  get: (options?: CallOptions) => Promise<Contact[]>;
  /** All of them, at most five. Safe to repeat. */
  replace: (contacts: readonly Contact[], options?: CallOptions) => Promise<Contact[]>;
};

type Contacts = { contacts: Contact[] };
const contactsPath = '/v1/contacts';

export const createContacts = (send: Send): ContactCalls => ({
  get: async (options) =>
    (await callJson<Contacts>(send, { method: 'GET', path: contactsPath, repeat: 'always' }, options)).contacts,
  replace: async (contacts, options) => {
    const request = { method: 'PUT', path: contactsPath, json: { contacts }, repeat: 'always' } as const;
    return (await callJson<Contacts>(send, request, options)).contacts;
  },
});

export type ActivityCalls = {
  /** The newest first. */
  list: (filter?: ActivityFilter, options?: ListOptions) => List<Activity>;
};

export const createActivity = (send: Send): ActivityCalls => ({
  list: (filter, options) => listFrom(send, { path: '/v1/activity', query: { ...filter } }, options),
});

export type OAuthClients = {
  /** All of them, the oldest first. */
  list: (options?: CallOptions) => Promise<OAuthClient[]>;
  /** The answer alone shows the secret. Not repeated after a failure: each call adds one. */
  create: (name: string, options?: CallOptions) => Promise<OAuthClientCreated>;
  /** Its access tokens open nothing any more within five seconds. */
  delete: (clientId: string, options?: CallOptions) => Promise<void>;
};

const oauthClientsPath = '/v1/oauth-clients';

export const createOAuthClients = (send: Send): OAuthClients => ({
  list: async (options) =>
    (
      await callJson<{ data: OAuthClient[] }>(
        send,
        { method: 'GET', path: oauthClientsPath, repeat: 'always' },
        options,
      )
    ).data,
  create: (name, options) =>
    callJson(send, { method: 'POST', path: oauthClientsPath, json: { name }, repeat: 'if_not_done' }, options),
  delete: (clientId, options) => deleteOnce(send, pathBelow(oauthClientsPath, clientId), options),
});
