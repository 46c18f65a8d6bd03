import { type MerchantMode, patchMerchantSchema, type TokenCreated } from '@delivery/contracts';
import { answerJson, type ApiRoute, noContent, parseBody, ProblemError } from '@delivery/http-edge';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { merchantNotFound, readMerchantId, readTokenId, tokenNotFound } from '../http/read-params.js';
import {
  countActiveTokens,
  insertToken,
  nextDirectoryVersion,
  revokeToken,
  setMerchantVersion,
  updateMerchant,
} from '../merchants/queries.js';
import { createToken, hashCredential } from '../merchants/rules/credentials.js';
import { readMerchantView } from './view-merchants.js';

export type ChangeMerchantDeps = { pool: Pool; logger: Logger };

/** One in use and one to change over to. */
const activeTokenMax = 2;

export const changeMerchant =
  (deps: ChangeMerchantDeps): ApiRoute['handle'] =>
  async (request) => {
    const merchantId = readMerchantId(request);
    const patch = parseBody(patchMerchantSchema, request.body);
    await inTransaction(deps.pool, async (client) => {
      const version = await nextDirectoryVersion(client);
      if (!(await updateMerchant(client, merchantId, patch, version))) throw merchantNotFound();
    });
    const view = await readMerchantView(deps.pool, merchantId);
    deps.logger.info({ merchantId, status: view.status }, 'merchant.changed');
    return answerJson(200, view);
  };

export const addToken =
  (deps: ChangeMerchantDeps): ApiRoute['handle'] =>
  async (request) => {
    const merchantId = readMerchantId(request);
    const { token, row } = await inTransaction(deps.pool, async (client) => {
      const token = createToken(await touchMerchant(client, merchantId));
      if ((await countActiveTokens(client, merchantId)) >= activeTokenMax) {
        throw new ProblemError('token_limit_reached', `A merchant may have ${activeTokenMax} active tokens at most.`);
      }
      return { token, row: await insertToken(client, merchantId, hashCredential(token)) };
    });
    const created: TokenCreated = { id: row.id, token, created_at: row.created_at.toISOString() };
    deps.logger.info({ merchantId, tokenId: row.id }, 'merchant.token_added');
    return answerJson(201, created);
  };

/** Revoking twice is as good as once. */
export const removeToken =
  (deps: ChangeMerchantDeps): ApiRoute['handle'] =>
  async (request) => {
    const [merchantId, tokenId] = [readMerchantId(request), readTokenId(request)];
    await inTransaction(deps.pool, async (client) => {
      await touchMerchant(client, merchantId);
      if (!(await revokeToken(client, merchantId, tokenId))) throw tokenNotFound();
    });
    deps.logger.info({ merchantId, tokenId }, 'merchant.token_removed');
    return noContent;
  };

/** The directory's lock is held from here on: tokens of a merchant are counted by one transaction at a time. */
const touchMerchant = async (client: Transaction, merchantId: string): Promise<MerchantMode> => {
  const version = await nextDirectoryVersion(client);
  const mode = await setMerchantVersion(client, merchantId, version);
  if (!mode) throw merchantNotFound();
  return mode;
};
