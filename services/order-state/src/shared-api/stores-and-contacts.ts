import {
  type Confirmation,
  confirmationRequestSchema,
  type Contacts,
  contactsSchema,
  type Store,
  type StoreSettings,
  storeSettingsSchema,
} from '@delivery/contracts';
import {
  answerJson,
  type ApiRequest,
  type ApiRoute,
  type HandlerOf,
  noContent,
  parseBody,
  ProblemError,
} from '@delivery/http-edge';
import { inTransaction, type Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { type Actor, insertActivity, type NewActivity } from '../activity/queries.js';
import { describeChanges } from '../activity/rules/changes.js';
import { askToConfirm, confirmContact, readContacts, saveContacts } from '../mails/queries.js';
import type { ConfirmTokens } from '../mails/rules/confirm-tokens.js';
import { confirmCaller } from '../merchants/confirm-caller.js';
import { lockOwner } from '../merchants/queries.js';
import { countStores, deleteStore, readStore, saveStore } from '../merchants/store-queries.js';
import { differencesAt } from '../orders/rules/content.js';
import {
  courierSystemNotFound,
  merchantNotFound,
  ownerKindOf,
  platformNotFound,
  readMerchantId,
  readOwnerId,
  readPlatformId,
  readStoreRef,
  storeNotFound,
} from './read-params.js';

export const viewContacts: HandlerOf<Pick<ContactDeps, 'pool' | 'isMailOn'>> = (deps) => async (request) => {
  const contacts = await readContacts(deps.pool, readOwnerId(request));
  if (!contacts) throw ownerNotFound(request);
  return answerJson(200, { contacts, email_enabled: deps.isMailOn } satisfies Contacts);
};

const ownerNotFound = (request: ApiRequest): ProblemError => {
  switch (ownerKindOf(request)) {
    case 'merchant':
      return merchantNotFound();
    case 'courier_system':
      return courierSystemNotFound();
    case 'platform':
      return platformNotFound();
  }
};

/** `isMailOn`: a mail server is configured. */
export type ContactDeps = { pool: Pool; now: () => number; logger: Logger; isMailOn: boolean };

/** Addresses that are new are asked first. The activity log names no addresses. */
export const replaceContacts =
  <Identity>(
    { pool, now, logger, isMailOn }: ContactDeps,
    actorOf: (request: ApiRequest<Identity>) => Actor,
  ): ApiRoute<Identity>['handle'] =>
  async (request) => {
    const ownerId = readOwnerId(request);
    const wanted = parseBody(contactsSchema, request.body);
    const contacts = await inTransaction(pool, async (client) => {
      const actor = actorOf(request);
      const saved = await saveContacts(client, ownerId, wanted.contacts);
      if (!saved) throw ownerNotFound(request);
      // After the write, whose lock is the stronger one: two callers that had shared the row would wait for each other.
      await confirmCaller(client, actor);
      await insertActivity(client, actor, contactsChanged(request));
      const unconfirmed = saved.filter(({ confirmed_at }) => !confirmed_at);
      if (isMailOn) await askToConfirm(client, ownerId, unconfirmed, new Date(now()));
      return saved;
    });
    logger.info({ ownerId, count: contacts.length }, 'contacts.changed');
    return answerJson(200, { contacts, email_enabled: isMailOn } satisfies Contacts);
  };

const contactsChanged = (request: ApiRequest): NewActivity => {
  const type = ownerKindOf(request);
  const ownerId = readOwnerId(request);
  const id = type === 'platform' ? readPlatformId(request) : ownerId;
  return { action: 'contacts.changed', subject: { type, id }, ownerId };
};

export type ConfirmDeps = { pool: Pool; now: () => number; logger: Logger; confirmTokens: ConfirmTokens };

/** For the holder of a mail's link: it needs no sign-in. */
export const confirmAddress =
  ({ pool, now, logger, confirmTokens }: ConfirmDeps): ApiRoute['handle'] =>
  async ({ body }) => {
    const { token } = parseBody(confirmationRequestSchema, body);
    const asked = confirmTokens.mailOf(token);
    const confirmed = asked && (await confirmContact(pool, asked, new Date(now())));
    if (!confirmed) return answerJson(200, { state: 'unknown' } satisfies Confirmation);
    if (!confirmed.isContact) return answerJson(200, { state: 'ended' } satisfies Confirmation);
    logger.info({ mailId: asked.mailId }, 'contact.confirmed');
    return answerJson(200, { state: 'confirmed', owner: confirmed.ownerName } satisfies Confirmation);
  };

type StoreDeps = { pool: Pool; logger: Logger };
type ActorOf = (request: ApiRequest) => Actor;

/** A page of them has a hundred. */
const storeMax = 1_000;

export const viewStore: HandlerOf<Pick<StoreDeps, 'pool'>> = (deps) => async (request) => {
  const store = await readStore(deps.pool, readMerchantId(request), readStoreRef(request));
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
      if (!(await lockOwner(client, merchantId))) throw merchantNotFound();
      const known = await readStore(client, merchantId, ref);
      if (!known && (await countStores(client, merchantId)) >= storeMax) throw tooMany();
      const [action, changed] = [known ? 'store.changed' : 'store.created', changedSettings(known, settings)] as const;
      if (changed.length === 0) return { action, changed };
      await saveStore(client, merchantId, ref, settings);
      const subject = { type: 'store', id: ref };
      const changes = known && { changes: describeChanges(changed, known, settings) };
      await insertActivity(client, actorOf(request), { action, subject, ownerId: merchantId, ...changes });
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
      await insertActivity(client, actorOf(request), { action: 'store.deleted', subject, ownerId: merchantId });
    });
    logger.info({ merchantId, ref }, 'store.deleted');
    return noContent;
  };
