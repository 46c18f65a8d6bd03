import { type Contacts, contactsSchema } from '@delivery/contracts';
import { answerJson, type ApiRequest, type ApiRoute, parseBody } from '@delivery/http-edge';
import { inTransaction, type Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { type Actor, insertActivity } from '../activity/queries.js';
import { readContacts, saveContacts } from '../mails/queries/contacts.js';
import { merchantNotFound, readMerchantId } from './read-params.js';

export const viewContacts =
  ({ pool }: { pool: Pool }): ApiRoute['handle'] =>
  async (request) => {
    const contacts = await readContacts(pool, readMerchantId(request));
    if (!contacts) throw merchantNotFound();
    return answerJson(200, { contacts } satisfies Contacts);
  };

/** The activity log names no addresses. */
export const replaceContacts =
  (
    { pool, logger }: { pool: Pool; logger: Logger },
    actorOf: (request: Pick<ApiRequest, 'headers' | 'address'>) => Actor,
  ): ApiRoute['handle'] =>
  async (request) => {
    const merchantId = readMerchantId(request);
    const { contacts } = parseBody(contactsSchema, request.body);
    await inTransaction(pool, async (client) => {
      if (!(await saveContacts(client, merchantId, contacts))) throw merchantNotFound();
      const subject = { type: 'merchant', id: merchantId };
      await insertActivity(client, actorOf(request), { action: 'merchant.contacts_changed', subject, merchantId });
    });
    logger.info({ merchantId, count: contacts.length }, 'contacts.changed');
    return answerJson(200, { contacts } satisfies Contacts);
  };
