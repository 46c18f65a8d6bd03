import type { Contact } from '@delivery/contracts';
import { arrayOf, type Queryable } from '@delivery/postgres';

/** `undefined`: there is no such merchant. */
export const readContacts = async (client: Queryable, merchantId: string): Promise<Contact[] | undefined> => {
  const { rows } = await client.query<{ contacts: Contact[] }>('select contacts from merchants where id = $1', [
    merchantId,
  ]);
  return rows[0]?.contacts;
};

/**
 * Replaces a merchant's contacts. What was to be sent to an address that is none any more is not sent.
 * @returns whether there is such a merchant
 */
export const saveContacts = async (
  client: Queryable,
  merchantId: string,
  contacts: readonly Contact[],
): Promise<boolean> => {
  const { rowCount } = await client.query('update merchants set contacts = $2 where id = $1', [
    merchantId,
    JSON.stringify(contacts),
  ]);
  await client.query('delete from mails where next_try_at is not null and merchant_id = $1 and not email = any($2)', [
    merchantId,
    arrayOf(
      'text',
      contacts.map(({ email }) => email),
    ),
  ]);
  return rowCount === 1;
};
