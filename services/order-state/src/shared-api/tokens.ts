import {
  createOauthClientSchema,
  type CreatePlatformToken,
  type MerchantMode,
  type OauthClientCreated,
  oauthClientMax,
  platformOwnerId,
  type PlatformTokenCreated,
  type PlatformTokenView,
  type TokenCreated,
} from '@delivery/contracts';
import {
  answerJson,
  type ApiRequest,
  type ApiRoute,
  fieldErrorAt,
  type HandlerOf,
  noContent,
  parseBody,
  ProblemError,
} from '@delivery/http-edge';
import { inTransaction, type Pool, type Queryable, type RowOf, type Transaction } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { type Actor, insertActivity, type NewActivity } from '../activity/queries.js';
import { confirmCaller } from '../merchants/confirm-caller.js';
import {
  countActiveTokens,
  deleteOauthClient,
  insertOauthClient,
  insertToken,
  listOauthClients,
  revokeToken,
} from '../merchants/credential-queries.js';
import { ownerIdsOf, readPlatform, updatePlatform } from '../merchants/platform-queries.js';
import { nextDirectoryVersion, updateOwners } from '../merchants/queries.js';
import {
  createOauthClientId,
  createOauthSecret,
  createPlatformToken,
  createToken,
  hashCredential,
  lastFourOf,
  oauthSecretOf,
} from '../merchants/rules/credentials.js';
import { deletePlatformLinks } from '../sessions/queries.js';
import {
  confirmMerchant,
  merchantNotFound,
  oauthClientNotFound,
  platformNotFound,
  readMerchantId,
  readOauthClientId,
  readPlatformId,
  readTokenId,
  tokenNotFound,
} from './read-params.js';

export type TokenDeps = { pool: Pool; logger: Logger };

type ActorOf<Identity> = (request: ApiRequest<Identity>) => Actor;

/** Whose tokens they are. */
export type TokenOwner<Identity> = {
  /** In logs. */
  subject: 'merchant' | 'courier_system' | 'platform';
  idName: 'merchantId' | 'courierSystemId' | 'platformId';
  readId: (request: ApiRequest<Identity>) => string;
  /** The owners of which one has the token: a platform is one in each mode. */
  ownerIdsOf: (id: string) => readonly string[];
  /**
   * Takes the directory's lock: tokens of an owner are counted by one transaction at a time.
   * @throws ProblemError where there is no such owner
   */
  touch: (client: Transaction, id: string) => Promise<unknown>;
  actorOf: ActorOf<Identity>;
  lineOf: (done: 'token_created' | 'token_revoked', id: string, token: { id: string; lastFour: string }) => NewActivity;
};

/** The token is shown in this answer and never again. @param issue counts them, under the lock of `touch` */
const addToken =
  <Identity, Created extends { id: string; token: string }>(
    { pool, logger }: TokenDeps,
    owner: TokenOwner<Identity>,
    issue: (client: Transaction, id: string, request: ApiRequest<Identity>) => Promise<Created>,
  ): ApiRoute<Identity>['handle'] =>
  async (request) => {
    const id = owner.readId(request);
    const created = await inTransaction(pool, async (client) => {
      const token = await issue(client, id, request);
      await confirmCaller(client, owner.actorOf(request));
      const added = { id: token.id, lastFour: lastFourOf(token.token) };
      await insertActivity(client, owner.actorOf(request), owner.lineOf('token_created', id, added));
      return token;
    });
    logger.info({ [owner.idName]: id, tokenId: created.id }, `${owner.subject}.token_added`);
    return answerJson(201, created);
  };

/** Revoking twice is as good as once. @param check refuses, under the lock of `touch` */
export const removeToken =
  <Identity>(
    { pool, logger }: TokenDeps,
    owner: TokenOwner<Identity>,
    check?: (client: Transaction, tokenId: string, request: ApiRequest<Identity>) => Promise<void>,
  ): ApiRoute<Identity>['handle'] =>
  async (request) => {
    const [id, tokenId] = [owner.readId(request), readTokenId(request)];
    await inTransaction(pool, async (client) => {
      await owner.touch(client, id);
      await confirmCaller(client, owner.actorOf(request));
      await check?.(client, tokenId, request);
      const lastFour = await revokeToken(client, owner.ownerIdsOf(id), tokenId);
      if (lastFour === undefined) throw tokenNotFound();
      const line = owner.lineOf('token_revoked', id, { id: tokenId, lastFour });
      await insertActivity(client, owner.actorOf(request), line);
    });
    logger.info({ [owner.idName]: id, tokenId }, `${owner.subject}.token_removed`);
    return noContent;
  };

/** One token in use, and one to change over to. */
const activeTokenMax = 2;

/** @param whose the begin of the problem's sentence */
const checkTokenLimit = (count: number, whose: string, ofEach = ''): void => {
  if (count < activeTokenMax) return;
  throw new ProblemError(
    'token_limit_reached',
    `${whose} can have at most ${activeTokenMax} active tokens${ofEach}. Revoke one first.`,
  );
};

/** For an owner whose tokens are all alike. */
type PlainOwner<Identity> = Omit<TokenOwner<Identity>, 'touch'> & {
  /** As it begins a sentence. */
  name: string;
  touch: (client: Transaction, id: string) => Promise<MerchantMode>;
  createToken: (mode: MerchantMode) => string;
};

export const addPlainToken = <Identity>(deps: TokenDeps, owner: PlainOwner<Identity>): ApiRoute<Identity>['handle'] =>
  addToken(deps, owner, async (client, id): Promise<TokenCreated> => {
    const token = owner.createToken(await owner.touch(client, id));
    checkTokenLimit(await countActiveTokens(client, id), owner.name);
    const row = await insertToken(client, id, token);
    return { id: row.id, token, created_at: row.created_at.toISOString() };
  });

export const ofMerchant = <Identity>(actorOf: ActorOf<Identity>): PlainOwner<Identity> => ({
  subject: 'merchant',
  idName: 'merchantId',
  name: 'A merchant',
  readId: readMerchantId,
  ownerIdsOf: (id) => [id],
  touch: touchMerchant,
  createToken,
  actorOf,
  lineOf: (done, merchantId, { id, lastFour }) => ({
    action: done === 'token_created' ? 'token.created' : 'token.revoked',
    subject: { type: 'token', id },
    ownerId: merchantId,
    detail: endingIn(lastFour),
  }),
});

/** How a token is named in the activity log. */
export const endingIn = (lastFour: string): string => `…${lastFour}`;

export type PlatformTokenDeps = TokenDeps & { now: () => number };

const ofPlatform = <Identity>(actorOf: ActorOf<Identity>): TokenOwner<Identity> => ({
  subject: 'platform',
  idName: 'platformId',
  readId: readPlatformId,
  ownerIdsOf,
  touch: touchPlatform,
  actorOf,
  lineOf: (done, id, { lastFour }) => ({
    action: `platform.${done}`,
    subject: { type: 'platform', id },
    detail: endingIn(lastFour),
  }),
});

const touchPlatform = async (client: Transaction, id: string): Promise<void> => {
  if (!(await updatePlatform(client, id, {}, await nextDirectoryVersion(client)))) throw platformNotFound();
};

export const addTokenOfPlatform = <Identity>(
  deps: PlatformTokenDeps,
  actorOf: ActorOf<Identity>,
  readWanted: (request: ApiRequest<Identity>) => CreatePlatformToken,
) =>
  addToken(deps, ofPlatform(actorOf), async (client, id, request) => {
    const wanted = readWanted(request);
    await touchPlatform(client, id);
    checkTokenLimit(await countActiveTokens(client, platformOwnerId(id, wanted.mode)), 'A platform', ' of a mode');
    return writePlatformToken(client, id, wanted, deps.now());
  });

/** @param check as of `removeToken` */
export const removeTokenOfPlatform = <Identity>(
  deps: TokenDeps,
  actorOf: ActorOf<Identity>,
  check?: Parameters<typeof removeToken<Identity>>[2],
) =>
  removeToken(deps, ofPlatform(actorOf), async (client, tokenId, request) => {
    await check?.(client, tokenId, request);
    // One of them may have made links for the platform's people.
    await deletePlatformLinks(client, readPlatformId(request));
  });

/** Under the directory's lock. */
export const writePlatformToken = async (
  client: Transaction,
  platformId: string,
  wanted: CreatePlatformToken,
  nowMs: number,
): Promise<RowOf<PlatformTokenCreated>> => {
  const { mode, scopes, expires_at: expiresAt } = wanted;
  if (expiresAt && Date.parse(expiresAt) <= nowMs) throw expired();
  const token = createPlatformToken(mode);
  return { ...(await insertToken(client, platformOwnerId(platformId, mode), token, wanted)), mode, scopes, token };
};

const expired = (): ProblemError =>
  new ProblemError(
    'validation_failed',
    'expires_at is in the past, so the token would never work. Give a later time.',
    {
      errors: [fieldErrorAt('/expires_at', 'invalid_value', 'expected a time in the future')],
    },
  );

/** @throws ProblemError `platform_not_found` */
export const readTokensOfMode = async (
  client: Queryable,
  platformId: string,
  mode: MerchantMode,
): Promise<PlatformTokenView[]> => {
  const platform = await readPlatform(client, platformId);
  if (!platform) throw platformNotFound();
  return platform.tokens.filter((token) => token.mode === mode);
};

export type OauthClientDeps = { pool: Pool; sealer: Sealer; logger: Logger };

export const viewOauthClients: HandlerOf<{ pool: Pool }> = (deps) => async (request) => {
  const merchantId = readMerchantId(request);
  const rows = await listOauthClients(deps.pool, merchantId);
  if (rows.length === 0) await confirmMerchant(deps.pool, merchantId);
  return answerJson(200, { data: rows });
};

/** The secret is shown in this answer and never again. */
export const addOauthClient =
  <Identity>({ pool, sealer, logger }: OauthClientDeps, actorOf: ActorOf<Identity>): ApiRoute<Identity>['handle'] =>
  async (request) => {
    const merchantId = readMerchantId(request);
    const { name } = parseBody(createOauthClientSchema, request.body);
    const secret = createOauthSecret();
    const row = await inTransaction(pool, async (client) => {
      const id = createOauthClientId(await touchMerchant(client, merchantId));
      await confirmCaller(client, actorOf(request));
      if ((await listOauthClients(client, merchantId)).length >= oauthClientMax) throw tooMany();
      const hashed = { secretHash: hashCredential(secret), sealedSecret: sealer.seal(secret, oauthSecretOf(id)) };
      const added = await insertOauthClient(client, { id, merchantId, name, ...hashed });
      const subject = { type: 'oauth_client', id };
      await insertActivity(client, actorOf(request), { action: 'oauth_client.created', subject, ownerId: merchantId });
      return added;
    });
    logger.info({ merchantId, clientId: row.client_id }, 'oauth_client.created');
    return answerJson(201, { ...row, client_secret: secret } satisfies RowOf<OauthClientCreated>);
  };

const tooMany = (): ProblemError =>
  new ProblemError(
    'oauth_client_limit_reached',
    `A merchant can have at most ${oauthClientMax} OAuth clients. Delete one first.`,
  );

/** Its tokens are refused from the next change of the directory on: within a second or two. */
export const removeOauthClient =
  <Identity>(
    { pool, logger }: Pick<OauthClientDeps, 'pool' | 'logger'>,
    actorOf: ActorOf<Identity>,
  ): ApiRoute<Identity>['handle'] =>
  async (request) => {
    const [merchantId, clientId] = [readMerchantId(request), readOauthClientId(request)];
    await inTransaction(pool, async (client) => {
      await touchMerchant(client, merchantId);
      await confirmCaller(client, actorOf(request));
      if (!(await deleteOauthClient(client, merchantId, clientId))) throw oauthClientNotFound();
      const subject = { type: 'oauth_client', id: clientId };
      await insertActivity(client, actorOf(request), { action: 'oauth_client.deleted', subject, ownerId: merchantId });
    });
    logger.info({ merchantId, clientId }, 'oauth_client.deleted');
    return noContent;
  };

/** The directory's lock is held from here on: credentials of a merchant are counted by one transaction at a time. */
const touchMerchant = async (client: Transaction, merchantId: string): Promise<MerchantMode> => {
  const version = await nextDirectoryVersion(client);
  const [mode] = await updateOwners(client, [merchantId], {}, { version, by: 'operator' });
  if (!mode) throw merchantNotFound();
  return mode;
};
