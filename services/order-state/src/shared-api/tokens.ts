import type { MerchantMode, TokenCreated } from '@delivery/contracts';
import { answerJson, type ApiRequest, type ApiRoute, noContent, ProblemError } from '@delivery/http-edge';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { type Actor, insertActivity, type NewActivity } from '../activity/queries.js';
import {
  countActiveTokens,
  insertToken,
  type PlainTable,
  revokeToken,
  type TokenTable,
} from '../merchants/credential-queries.js';
import { createToken, hashCredential } from '../merchants/rules/credentials.js';
import { touchMerchant } from './merchant-credentials.js';
import { readMerchantId, readTokenId, tokenNotFound } from './read-params.js';

export type TokenDeps = { pool: Pool; logger: Logger };

/** Whose tokens they are. */
export type TokenOwner<Identity> = {
  /** In logs. */
  subject: 'merchant' | 'courier_system' | 'platform';
  idName: 'merchantId' | 'courierSystemId' | 'platformId';
  table: TokenTable;
  readId: (request: ApiRequest<Identity>) => string;
  /**
   * Takes the directory's lock: tokens of an owner are counted by one transaction at a time.
   * @throws ProblemError where there is no such owner
   */
  touch: (client: Transaction, id: string) => Promise<unknown>;
  actorOf: (request: ApiRequest<Identity>) => Actor;
  lineOf: (done: 'token_created' | 'token_revoked', id: string, tokenId: string) => NewActivity;
};

/** The token is shown in this answer and never again. @param issue counts them, under the lock of `touch` */
export const addToken =
  <Identity, Created extends { id: string }>(
    { pool, logger }: TokenDeps,
    owner: TokenOwner<Identity>,
    issue: (client: Transaction, id: string, request: ApiRequest<Identity>) => Promise<Created>,
  ): ApiRoute<Identity>['handle'] =>
  async (request) => {
    const id = owner.readId(request);
    const created = await inTransaction(pool, async (client) => {
      const token = await issue(client, id, request);
      await insertActivity(client, owner.actorOf(request), owner.lineOf('token_created', id, token.id));
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
      await check?.(client, tokenId, request);
      if (!(await revokeToken(client, owner.table, id, tokenId))) throw tokenNotFound();
      await insertActivity(client, owner.actorOf(request), owner.lineOf('token_revoked', id, tokenId));
    });
    logger.info({ [owner.idName]: id, tokenId }, `${owner.subject}.token_removed`);
    return noContent;
  };

/** One token in use, and one to change over to. */
const activeTokenMax = 2;

/** @param whose the begin of the problem's sentence */
export const checkTokenLimit = (count: number, whose: string, ofEach = ''): void => {
  if (count < activeTokenMax) return;
  throw new ProblemError(
    'token_limit_reached',
    `${whose} can have at most ${activeTokenMax} active tokens${ofEach}. Revoke one first.`,
  );
};

/** Of an owner whose tokens are all alike. */
type PlainOwner<Identity> = Omit<TokenOwner<Identity>, 'table' | 'touch'> & {
  /** As it begins a sentence. */
  name: string;
  table: PlainTable;
  touch: (client: Transaction, id: string) => Promise<MerchantMode>;
  createToken: (mode: MerchantMode) => string;
};

export const addPlainToken = <Identity>(deps: TokenDeps, owner: PlainOwner<Identity>): ApiRoute<Identity>['handle'] =>
  addToken(deps, owner, async (client, id): Promise<TokenCreated> => {
    const token = owner.createToken(await owner.touch(client, id));
    checkTokenLimit(await countActiveTokens(client, owner.table, id), owner.name);
    const row = await insertToken(client, owner.table, id, hashCredential(token));
    return { id: row.id, token, created_at: row.created_at.toISOString() };
  });

export const ofMerchant = <Identity>(actorOf: TokenOwner<Identity>['actorOf']): PlainOwner<Identity> => ({
  subject: 'merchant',
  idName: 'merchantId',
  name: 'A merchant',
  table: 'merchant_tokens',
  readId: readMerchantId,
  touch: touchMerchant,
  createToken,
  actorOf,
  lineOf: (done, merchantId, id) => ({
    action: done === 'token_created' ? 'token.created' : 'token.revoked',
    subject: { type: 'token', id },
    merchantId,
  }),
});
