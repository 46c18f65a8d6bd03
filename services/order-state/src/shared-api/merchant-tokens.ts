import type { TokenCreated } from '@delivery/contracts';
import { answerJson, type ApiRequest, type ApiRoute, noContent, ProblemError } from '@delivery/http-edge';
import { inTransaction, type Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { type Actor, insertActivity } from '../activity/queries.js';
import { createToken, hashCredential } from '../merchants/rules/credentials.js';
import { countActiveTokens, insertToken, revokeToken } from '../merchants/token-queries.js';
import { readMerchantId, readTokenId, tokenNotFound } from './read-params.js';
import { touchMerchant } from './touch-merchant.js';

type TokenDeps = { pool: Pool; logger: Logger };

/** One token in use, and one to change over to. */
const activeTokenMax = 2;

export const addToken =
  <Identity>(deps: TokenDeps, actorOf: (request: ApiRequest<Identity>) => Actor): ApiRoute<Identity>['handle'] =>
  async (request) => {
    const merchantId = readMerchantId(request);
    const { token, row } = await inTransaction(deps.pool, async (client) => {
      const token = createToken(await touchMerchant(client, merchantId));
      if ((await countActiveTokens(client, 'merchant_tokens', merchantId)) >= activeTokenMax) {
        throw new ProblemError(
          'token_limit_reached',
          `A merchant can have at most ${activeTokenMax} active tokens. Revoke one first.`,
        );
      }
      const row = await insertToken(client, 'merchant_tokens', merchantId, hashCredential(token));
      const subject = { type: 'token', id: row.id };
      await insertActivity(client, actorOf(request), { action: 'token.created', subject, merchantId });
      return { token, row };
    });
    const created: TokenCreated = { id: row.id, token, created_at: row.created_at.toISOString() };
    deps.logger.info({ merchantId, tokenId: row.id }, 'merchant.token_added');
    return answerJson(201, created);
  };

/** Revoking twice is as good as once. */
export const removeToken =
  <Identity>(deps: TokenDeps, actorOf: (request: ApiRequest<Identity>) => Actor): ApiRoute<Identity>['handle'] =>
  async (request) => {
    const [merchantId, tokenId] = [readMerchantId(request), readTokenId(request)];
    await inTransaction(deps.pool, async (client) => {
      await touchMerchant(client, merchantId);
      if (!(await revokeToken(client, 'merchant_tokens', merchantId, tokenId))) throw tokenNotFound();
      const subject = { type: 'token', id: tokenId };
      await insertActivity(client, actorOf(request), { action: 'token.revoked', subject, merchantId });
    });
    deps.logger.info({ merchantId, tokenId }, 'merchant.token_removed');
    return noContent;
  };
