import { type Store, storeSettingsSchema } from '@delivery/contracts';
import { answerJson, type ApiRoute, noContent, parseBody, ProblemError } from '@delivery/http-edge';
import { inTransaction, type Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { lockMerchant } from '../merchants/queries.js';
import { countStores, deleteStore, readStore, saveStore } from '../merchants/store-queries.js';
import { merchantNotFound, readMerchantId, readStoreRef, storeNotFound } from '../shared-api/read-params.js';

type StoreDeps = { pool: Pool; logger: Logger };

/** A page of them has a hundred. */
const storeMax = 1_000;

export const viewStore =
  ({ pool }: Pick<StoreDeps, 'pool'>): ApiRoute['handle'] =>
  async (request) => {
    const store = await readStore(pool, readMerchantId(request), readStoreRef(request));
    if (!store) throw storeNotFound();
    return answerJson(200, store);
  };

/** Adds the store, or replaces all of it. */
export const replaceStore =
  ({ pool, logger }: StoreDeps): ApiRoute['handle'] =>
  async (request) => {
    const [merchantId, ref] = [readMerchantId(request), readStoreRef(request)];
    const settings = parseBody(storeSettingsSchema, request.body);
    const isNew = await inTransaction(pool, async (client) => {
      if (!(await lockMerchant(client, merchantId))) throw merchantNotFound();
      const isNew = (await readStore(client, merchantId, ref)) === undefined;
      if (isNew && (await countStores(client, merchantId)) >= storeMax) throw tooMany();
      await saveStore(client, merchantId, ref, settings);
      return isNew;
    });
    logger.info({ merchantId, ref }, isNew ? 'store.created' : 'store.changed');
    return answerJson(isNew ? 201 : 200, { ref, ...settings } satisfies Store);
  };

const tooMany = (): ProblemError =>
  new ProblemError('store_limit_reached', `A merchant can have at most ${storeMax} stores. Delete one first.`);

/** Orders that name it stay as they are: their store is `null` until there is one of that ref again. */
export const removeStore =
  ({ pool, logger }: StoreDeps): ApiRoute['handle'] =>
  async (request) => {
    const [merchantId, ref] = [readMerchantId(request), readStoreRef(request)];
    if (!(await deleteStore(pool, merchantId, ref))) throw storeNotFound();
    logger.info({ merchantId, ref }, 'store.deleted');
    return noContent;
  };
