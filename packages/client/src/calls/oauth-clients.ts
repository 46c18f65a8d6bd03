import { type CallOptions, pathBelow, type Send } from '../transport.js';
import type { OAuthClient, OAuthClientCreated } from '../types.js';
import { callJson, deleteOnce } from './read-answer.js';

export type OAuthClients = {
  /** All of them, the oldest first. */
  list: (options?: CallOptions) => Promise<OAuthClient[]>;
  /** The answer alone shows the secret. Not repeated after a failure: each call adds one. */
  create: (name: string, options?: CallOptions) => Promise<OAuthClientCreated>;
  /** Its access tokens open nothing any more within five seconds. */
  delete: (clientId: string, options?: CallOptions) => Promise<void>;
};

const path = '/v1/oauth-clients';

export const createOAuthClients = (send: Send): OAuthClients => ({
  list: async (options) =>
    (await callJson<{ data: OAuthClient[] }>(send, { method: 'GET', path, repeat: 'always' }, options)).data,
  create: (name, options) => callJson(send, { method: 'POST', path, json: { name }, repeat: 'if_not_done' }, options),
  delete: (clientId, options) => deleteOnce(send, pathBelow(path, clientId), options),
});
