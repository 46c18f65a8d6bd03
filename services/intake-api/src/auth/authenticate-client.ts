import { hash } from 'node:crypto';
import type { DirectoryEntry } from '@delivery/contracts';
import { temporarilyUnavailable } from '@delivery/http-edge';
import { readAccessToken } from './access-tokens.js';
import { type Authenticated, isEqual } from './authenticate.js';

export type AuthenticateClientDeps = {
  /** The key of access tokens; `undefined`: the directory has not been read yet. */
  oauthKey: () => Uint8Array | undefined;
  findByClientId: (clientId: string) => DirectoryEntry | undefined;
  lookUpClient: (clientId: string, address: string) => Promise<DirectoryEntry | undefined>;
};

export type ClientCredentials = { clientId: string; secret: string };

/** The merchant of an OAuth client that says its secret. All calls of a client are counted together. */
export const authenticateClient = async (
  deps: AuthenticateClientDeps,
  { clientId, secret }: ClientCredentials,
  addressOf: () => string,
): Promise<Authenticated | undefined> => {
  const merchant = await findClient(deps, clientId, addressOf);
  const client = merchant?.oauth_clients.find((one) => one.client_id === clientId);
  if (!merchant || !client) return undefined;
  return isEqual(client.secret_hash, hash('sha256', secret, 'hex')) ? ofClient(merchant, clientId) : undefined;
};

/** The merchant of the client whose token this is. One that was deleted has no merchant. */
export const authenticateAccessToken = async (
  deps: AuthenticateClientDeps,
  token: string,
  addressOf: () => string,
): Promise<Authenticated | undefined> => {
  const clientId = await readAccessToken(keyOf(deps), token);
  const merchant = clientId === undefined ? undefined : await findClient(deps, clientId, addressOf);
  return merchant && clientId !== undefined ? ofClient(merchant, clientId) : undefined;
};

const ofClient = (merchant: DirectoryEntry, clientId: string): Authenticated => ({
  merchant,
  tokenHash: clientId,
  credential: { client_id: clientId },
});

/** @throws ProblemError 503 where the directory has not come yet */
export const keyOf = ({ oauthKey }: Pick<AuthenticateClientDeps, 'oauthKey'>): Uint8Array => {
  const key = oauthKey();
  if (!key) throw temporarilyUnavailable('Authentication is temporarily unavailable. Try again.');
  return key;
};

const findClient = async (
  { findByClientId, lookUpClient }: AuthenticateClientDeps,
  clientId: string,
  addressOf: () => string,
): Promise<DirectoryEntry | undefined> => findByClientId(clientId) ?? (await lookUpClient(clientId, addressOf()));
