import type { CreatePlatformToken, MerchantMode, PlatformTokenCreated, PlatformTokenView } from '@delivery/contracts';
import { type ApiRequest, fieldErrorAt, ProblemError } from '@delivery/http-edge';
import type { Queryable, Transaction } from '@delivery/postgres';
import {
  countPlatformTokens,
  insertPlatformToken,
  type PlatformRow,
  readPlatform,
  updatePlatform,
} from '../merchants/platform-queries.js';
import { nextDirectoryVersion } from '../merchants/queries.js';
import { createPlatformToken, hashCredential } from '../merchants/rules/credentials.js';
import { platformNotFound, readPlatformId } from './read-params.js';
import { addToken, checkTokenLimit, removeToken, type TokenDeps, type TokenOwner } from './tokens.js';

export type PlatformTokenDeps = TokenDeps & { now: () => number };

const ofPlatform = <Identity>(actorOf: TokenOwner<Identity>['actorOf']): TokenOwner<Identity> => ({
  subject: 'platform',
  idName: 'platformId',
  table: 'platform_tokens',
  readId: readPlatformId,
  touch: touchPlatform,
  actorOf,
  lineOf: (done, id, detail) => ({ action: `platform.${done}`, subject: { type: 'platform', id }, detail }),
});

const touchPlatform = async (client: Transaction, id: string): Promise<void> => {
  if (!(await updatePlatform(client, id, {}, await nextDirectoryVersion(client)))) throw platformNotFound();
};

export const addTokenOfPlatform = <Identity>(
  deps: PlatformTokenDeps,
  actorOf: TokenOwner<Identity>['actorOf'],
  readWanted: (request: ApiRequest<Identity>) => CreatePlatformToken,
) =>
  addToken(deps, ofPlatform(actorOf), async (client, id, request) => {
    const wanted = readWanted(request);
    await touchPlatform(client, id);
    checkTokenLimit(await countPlatformTokens(client, id, wanted.mode), 'A platform', ' of a mode');
    return writePlatformToken(client, id, wanted, deps.now());
  });

/** @param check as of `removeToken` */
export const removeTokenOfPlatform = <Identity>(
  deps: TokenDeps,
  actorOf: TokenOwner<Identity>['actorOf'],
  check?: Parameters<typeof removeToken<Identity>>[2],
) => removeToken(deps, ofPlatform(actorOf), check);

/** Under the directory's lock. */
export const writePlatformToken = async (
  client: Transaction,
  platformId: string,
  wanted: CreatePlatformToken,
  nowMs: number,
): Promise<PlatformTokenCreated> => {
  const { mode, scopes, expires_at: expiresAt } = wanted;
  if (expiresAt && Date.parse(expiresAt) <= nowMs) throw expired();
  const token = createPlatformToken(mode);
  const row = await insertPlatformToken(client, platformId, { ...wanted, hash: hashCredential(token) });
  return {
    id: row.id,
    mode,
    scopes,
    token,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  };
};

const expired = (): ProblemError =>
  new ProblemError('validation_failed', 'expires_at is in the past: the token would open nothing. Give a later time.', {
    errors: [fieldErrorAt('/expires_at', 'invalid_value', 'expected a time in the future')],
  });

/** Active ones, oldest first. */
export const toPlatformTokens = ({ tokens }: Pick<PlatformRow, 'tokens'>): PlatformTokenView[] =>
  tokens.map(({ created_at, expires_at: expiresAt, last_used_at: usedAt, ...token }) => ({
    ...token,
    created_at: new Date(created_at).toISOString(),
    expires_at: expiresAt && new Date(expiresAt).toISOString(),
    last_used_at: usedAt && new Date(usedAt).toISOString(),
  }));

/** @throws ProblemError `platform_not_found` */
export const readTokensOfMode = async (
  client: Queryable,
  platformId: string,
  mode: MerchantMode,
): Promise<PlatformTokenView[]> => {
  const platform = await readPlatform(client, platformId);
  if (!platform) throw platformNotFound();
  return toPlatformTokens(platform).filter((token) => token.mode === mode);
};
