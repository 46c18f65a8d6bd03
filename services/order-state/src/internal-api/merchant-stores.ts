import { type Store, type StoreSettings, storeSettingsSchema } from '@delivery/contracts';
import { answerJson, type ApiRequest, type ApiRoute, noContent, parseBody, ProblemError } from '@delivery/http-edge';
import { inTransaction, type Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { type Actor, insertActivity } from '../activity/queries.js';
import { lockMerchant } from '../merchants/queries.js';
import { countStores, deleteStore, readStore, saveStore } from '../merchants/store-queries.js';
import { differencesAt } from '../orders/rules/content.js';
import { merchantNotFound, readMerchantId, readStoreRef, storeNotFound } from '../shared-api/read-params.js';

type StoreDeps = { pool: Pool; logger: Logger };
type ActorOf = (request: ApiRequest) => Actor;

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
  ({ pool, logger }: StoreDeps, actorOf: ActorOf): ApiRoute['handle'] =>
  async (request) => {
    const [merchantId, ref] = [readMerchantId(request), readStoreRef(request)];
    const settings = parseBody(storeSettingsSchema, request.body);
    const { action, changed } = await inTransaction(pool, async (client) => {
      if (!(await lockMerchant(client, merchantId))) throw merchantNotFound();
      const known = await readStore(client, merchantId, ref);
      if (!known && (await countStores(client, merchantId)) >= storeMax) throw tooMany();
      const [action, changed] = [known ? 'store.changed' : 'store.created', changedSettings(known, settings)] as const;
      if (changed.length === 0) return { action, changed };
      await saveStore(client, merchantId, ref, settings);
      const [subject, detail] = [{ type: 'store', id: ref }, known && changed.join(', ')];
      await insertActivity(client, actorOf(request), { action, subject, merchantId, detail });
      return { action, changed };
    });
    if (changed.length > 0) logger.info({ merchantId, ref, changed }, action);
    return answerJson(action === 'store.created' ? 201 : 200, { ref, ...settings } satisfies Store);
  };

/** A member that is `undefined` here is one that the stored JSON does not have. */
const changedSettings = (known: Store | undefined, settings: StoreSettings): string[] => {
  const { ref: _, ...before }: Partial<Store> = known ?? {};
  return [...new Set(differencesAt('', before, settings).map((pointer) => pointer.split('/')[1] ?? ''))];
};

const tooMany = (): ProblemError =>
  new ProblemError('store_limit_reached', `A merchant can have at most ${storeMax} stores. Delete one first.`);

/** Orders that name it stay as they are: their store is `null` until there is one of that ref again. */
export const removeStore =
  ({ pool, logger }: StoreDeps, actorOf: ActorOf): ApiRoute['handle'] =>
  async (request) => {
    const [merchantId, ref] = [readMerchantId(request), readStoreRef(request)];
    await inTransaction(pool, async (client) => {
      if (!(await deleteStore(client, merchantId, ref))) throw storeNotFound();
      const subject = { type: 'store', id: ref };
      await insertActivity(client, actorOf(request), { action: 'store.deleted', subject, merchantId });
    });
    logger.info({ merchantId, ref }, 'store.deleted');
    return noContent;
  };
