import { type Contacts, contactsSchema } from '@delivery/contracts';
import { answerJson, type ApiRoute, parseBody } from '@delivery/http-edge';
import { inTransaction, type Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { readContacts, saveContacts } from '../mails/queries/contacts.js';
import { merchantNotFound, readMerchantId } from './read-params.js';

export const viewContacts =
  ({ pool }: { pool: Pool }): ApiRoute['handle'] =>
  async (request) => {
    const contacts = await readContacts(pool, readMerchantId(request));
    if (!contacts) throw merchantNotFound();
    return answerJson(200, { contacts } satisfies Contacts);
  };

export const replaceContacts =
  ({ pool, logger }: { pool: Pool; logger: Logger }): ApiRoute['handle'] =>
  async (request) => {
    const merchantId = readMerchantId(request);
    const { contacts } = parseBody(contactsSchema, request.body);
    if (!(await inTransaction(pool, (client) => saveContacts(client, merchantId, contacts)))) throw merchantNotFound();
    logger.info({ merchantId, count: contacts.length }, 'contacts.changed');
    return answerJson(200, { contacts } satisfies Contacts);
  };
