import { type Contact, type Contacts, contactsSchema } from '@delivery/contracts';
import { answerJson, type ApiRequest, type ApiRoute, parseBody } from '@delivery/http-edge';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { type Actor, insertActivity, type NewActivity } from '../activity/queries.js';
import { readContacts, saveContacts, savePlatformContacts } from '../mails/queries.js';
import { readPlatform } from '../merchants/platform-queries.js';
import {
  merchantNotFound,
  ownerKindOf,
  platformNotFound,
  readMerchantId,
  readMode,
  readOwnerId,
  readPlatformId,
} from './read-params.js';

/** Of a merchant, or of a platform in one mode. */
export const viewContacts =
  ({ pool }: { pool: Pool }): ApiRoute['handle'] =>
  async (request) => {
    const contacts = (await readContacts(pool, readOwnerId(request))) ?? (await noContacts(pool, request));
    return answerJson(200, { contacts } satisfies Contacts);
  };

/** A platform that has told none has none. */
const noContacts = async (pool: Pool, request: ApiRequest): Promise<Contact[]> => {
  if (ownerKindOf(request) !== 'platform') throw merchantNotFound();
  if (!(await readPlatform(pool, readPlatformId(request)))) throw platformNotFound();
  return [];
};

/** The activity log names no addresses. */
export const replaceContacts =
  <Identity>(
    { pool, logger }: { pool: Pool; logger: Logger },
    actorOf: (request: ApiRequest<Identity>) => Actor,
  ): ApiRoute<Identity>['handle'] =>
  async (request) => {
    const merchantId = readOwnerId(request);
    const { contacts } = parseBody(contactsSchema, request.body);
    await inTransaction(pool, async (client) => {
      await insertActivity(client, actorOf(request), await writeContacts(client, request, contacts));
    });
    logger.info({ merchantId, count: contacts.length }, 'contacts.changed');
    return answerJson(200, { contacts } satisfies Contacts);
  };

/** @returns the line of the activity log */
const writeContacts = async (
  client: Transaction,
  request: ApiRequest,
  contacts: readonly Contact[],
): Promise<NewActivity> => {
  if (ownerKindOf(request) === 'platform') {
    const of = { platformId: readPlatformId(request), mode: readMode(request) };
    if (!(await savePlatformContacts(client, of, contacts))) throw platformNotFound();
    return { action: 'platform.contacts_changed', subject: { type: 'platform', id: of.platformId } };
  }
  const merchantId = readMerchantId(request);
  if (!(await saveContacts(client, merchantId, contacts))) throw merchantNotFound();
  return { action: 'merchant.contacts_changed', subject: { type: 'merchant', id: merchantId }, merchantId };
};
