import { type Contact, type MerchantMode, platformOwnerId } from '@delivery/contracts';
import { arrayOf, type Queryable, queryCount, queryRows, queryValue, type Transaction } from '@delivery/postgres';
import type { Mail } from './rules/mail.js';

/** `undefined`: there is no such merchant, or the platform has told none yet. */
export const readContacts = (client: Queryable, ownerId: string): Promise<Contact[] | undefined> =>
  queryValue(client, 'select contacts from told_owners where id = $1', [ownerId]);

/**
 * Replaces a merchant's contacts. What was to be sent to an address that is none any more is not sent.
 * @returns whether there is such a merchant
 */
export const saveContacts = async (
  client: Queryable,
  merchantId: string,
  contacts: readonly Contact[],
): Promise<boolean> => {
  const savedCount = await queryCount(client, 'update merchants set contacts = $2 where id = $1', [
    merchantId,
    JSON.stringify(contacts),
  ]);
  await dropMails(client, merchantId, contacts);
  return savedCount === 1;
};

/** The same of a platform in one mode. */
export const savePlatformContacts = async (
  client: Queryable,
  { platformId, mode }: { platformId: string; mode: MerchantMode },
  contacts: readonly Contact[],
): Promise<boolean> => {
  const savedCount = await queryCount(
    client,
    `insert into platform_contacts (owner_id, platform_id, mode, contacts)
     select platform_owner(id, $2), id, $2, $3 from platforms where id = $1
     on conflict (owner_id) do update set contacts = excluded.contacts`,
    [platformId, mode, JSON.stringify(contacts)],
  );
  await dropMails(client, platformOwnerId(platformId, mode), contacts);
  return savedCount === 1;
};

/** Those that wait for addresses that are no contacts any more. */
const dropMails = async (client: Queryable, ownerId: string, contacts: readonly Contact[]): Promise<void> => {
  await client.query('delete from mails where next_try_at is not null and merchant_id = $1 and not email = any($2)', [
    ownerId,
    arrayOf(
      'text',
      contacts.map(({ email }) => email),
    ),
  ]);
};

/** Longer than a mail server is waited for: the mails of a process that died are sent by another one after it. */
const leaseMs = 5 * 60_000;

/** Takes mails that are due, so that no other replica sends them meanwhile. No transaction stays open while they are sent. */
export const claimMails = (client: Queryable, nowMs: number, mailMax: number): Promise<Mail[]> =>
  queryRows(client, {
    name: 'claim_mails',
    text: `
      with claimed as (
        update mails set tries = tries + 1, next_try_at = $2
        where id in (select id from mails where next_try_at <= $1 order by next_try_at, id limit $3 for update skip locked)
        returning *
      )
      select c.id, c.kind, c.endpoint_id as "endpointId", c.merchant_id as "merchantId", c.spell, c.email, c.language, c.tries,
        c.created_at as "createdAt", m.name as "merchantName", m.time_zone as "timeZone",
        jsonb_build_object('type', e.type, 'name', e.name, 'url', e.url, 'disabledReason', e.disabled_reason) as endpoint
      from claimed c join told_owners m on m.id = c.merchant_id left join endpoints e on e.id = c.endpoint_id
      order by c.id`,
    values: [new Date(nowMs), new Date(nowMs + leaseMs), mailMax],
  });

export const markSent = async (client: Queryable, id: number, now: Date): Promise<void> => {
  await client.query('update mails set sent_at = $2, next_try_at = null, last_error = null where id = $1', [id, now]);
};

/** @param nextTryAt `null`: it is given up */
export const markFailed = async (
  client: Queryable,
  { id, tries }: Pick<Mail, 'id' | 'tries'>,
  { nextTryAt, error }: { nextTryAt: Date | null; error: string },
): Promise<void> => {
  // Not where its lease has ended and another replica has it.
  await client.query(
    'update mails set next_try_at = $3, last_error = $4 where id = $1 and tries = $2 and sent_at is null',
    [id, tries, nextTryAt, error],
  );
};

/** @returns how many were purged */
export const purgeMails = (client: Queryable, before: Date, purgeMax: number): Promise<number> =>
  queryCount(client, {
    name: 'purge_mails',
    text: `
      delete from mails where id in (
        select id from mails m where created_at < $1 and not exists (
          select from spells s where s.endpoint_id = m.endpoint_id and s.since = m.spell and s.ended_at is null)
        order by created_at limit $2 for update skip locked)`,
    values: [before, purgeMax],
  });

/**
 * Writes one mail about each spell that has begun at `now`, or goes on and is of an active endpoint, for each contact of the owner that
 * has none: for those, too, who were added since it began. Nobody is told in the mode sandbox.
 */
export const writeBegun = async (client: Transaction, now: Date): Promise<void> => {
  await client.query({
    name: 'write_mails_of_spells',
    text: `
      insert into mails (kind, endpoint_id, merchant_id, spell, email, language, created_at, next_try_at)
      select s.kind, s.endpoint_id, m.id, s.since, c.email, c.language, $1::timestamptz, $1::timestamptz
      from spells s join told_owners m on m.id = s.merchant_id and m.mode = 'live',
        jsonb_to_recordset(m.contacts) as c (email text, language text)
      where (s.told_at = $1
          or s.ended_at is null and exists (select from endpoints e where e.id = s.endpoint_id and e.status = 'active'))
        and not exists (
          select from mails t
          where t.endpoint_id = s.endpoint_id and t.kind = s.kind and t.spell = s.since and t.email = c.email)
      on conflict do nothing`,
    values: [now],
  });
};

/**
 * For a `with`: one mail about the end of each spell of `spells`, in the words `kind`, for those who were told that it began and are contacts
 * still, where $2, as mails are sent. $1 is now.
 */
export const writeEnded = (spells: string, kind: string): string => `
  insert into mails (kind, endpoint_id, merchant_id, spell, email, language, created_at, next_try_at)
  select ${kind}, s.endpoint_id, s.merchant_id, s.since, b.email, b.language, $1::timestamptz, $1::timestamptz
  from ${spells} s
    join mails b on b.endpoint_id = s.endpoint_id and b.kind = s.kind and b.spell = s.since
    join told_owners m on m.id = s.merchant_id and m.contacts @> jsonb_build_array(jsonb_build_object('email', b.email))
  where $2::boolean
  on conflict do nothing`;
