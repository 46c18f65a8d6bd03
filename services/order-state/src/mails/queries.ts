import type { Contact, MailLanguage } from '@delivery/contracts';
import {
  arrayOf,
  nilUuid,
  type Queryable,
  queryCount,
  queryRow,
  queryValue,
  relation,
  type Transaction,
} from '@delivery/postgres';
import type { AskedBy } from './rules/confirm-tokens.js';

/** `undefined`: there is no such owner. */
export const readContacts = (client: Queryable, ownerId: string): Promise<Contact[] | undefined> =>
  queryValue(client, 'select contacts from owners where id = $1', [ownerId]);

/**
 * Replaces an owner's contacts. Mails to removed addresses are not sent.
 * @returns them, with those confirmed that were before; `undefined`: there is no such owner
 */
export const saveContacts = async (
  client: Queryable,
  ownerId: string,
  contacts: readonly Contact[],
): Promise<Contact[] | undefined> => {
  const saved = await queryValue<Contact[]>(
    client,
    `update owners set contacts = (
       select coalesce(jsonb_agg(g.contact - 'confirmed_at' || jsonb_build_object('confirmed_at', (
         select k.contact->'confirmed_at' from jsonb_array_elements(contacts) as k (contact)
         where lower(k.contact->>'email') = lower(g.contact->>'email'))) order by g.place), '[]')
       from jsonb_array_elements($2) with ordinality as g (contact, place)
     ) where id = $1 returning contacts`,
    [ownerId, JSON.stringify(contacts)],
  );
  await dropMails(client, ownerId, contacts);
  return saved;
};

/**
 * Those that wait for addresses that are no contacts any more. A confirmation that was handed to the mail server stays,
 * so that its address gets no second one on the same day.
 */
const dropMails = async (client: Queryable, ownerId: string, contacts: readonly Contact[]): Promise<void> => {
  await client.query(
    `with gone as materialized (
       select id, kind = 'confirm' and tries > 0 as is_kept from mails
       where next_try_at is not null and owner_id = $1 and purpose in ('news', 'confirm')
         and lower(email) <> all(select lower(unnest($2::text[])))
     ), kept as (
       update mails set next_try_at = null where id in (select id from gone where is_kept)
     )
     delete from mails where id in (select id from gone where not is_kept)`,
    [
      ownerId,
      arrayOf(
        'text',
        contacts.map(({ email }) => email),
      ),
    ],
  );
};

/** Addresses that one owner can ask within a day: a caller who keeps replacing the list could mail strangers. */
const asksPerDay = 20;

/**
 * Writes a mail to each of these addresses that asks whether it wants mails of the owner, unless one waits already, or
 * as many were written within a day as may be. In the mode sandbox no address is asked.
 */
export const askToConfirm = async (
  client: Transaction,
  ownerId: string,
  contacts: readonly Contact[],
  now: Date,
): Promise<void> => {
  await client.query(
    `insert into mails (kind, owner_id, email, language, created_at, next_try_at)
     select 'confirm', o.id, c.email, c.language, $3, $3
     from owners o, jsonb_to_recordset($2) as c (email text, language text)
     where o.id = $1 and o.mode = 'live' and not exists (
       select from mails m
       where m.kind = 'confirm' and lower(m.email) = lower(c.email) and m.owner_id = o.id and m.next_try_at is not null)
     limit greatest(0, ${asksPerDay} - (
       select count(*) from mails
       where kind = 'confirm' and owner_id = $1 and created_at > $3::timestamptz - interval '1 day'))`,
    [ownerId, JSON.stringify(contacts), now],
  );
};

/** Invitations that one owner sends within a day. */
const invitationsPerDay = 20;

type Invitation = { ownerId: string; email: string; language: MailLanguage };

/** Within a day, of all owners: a platform with many merchants must not flood an address. */
const invitationsPerAddress = 5;

/** @returns false if the owner, or the address, has as many within a day as it may */
export const writeInvitation = async (
  client: Transaction,
  { ownerId, email, language }: Invitation,
  now: Date,
): Promise<boolean> =>
  (await queryCount(
    client,
    `insert into mails (kind, owner_id, email, language, created_at, next_try_at)
     select 'invite', $1, $2, $3, $4, $4
     where ${invitationsPerDay} > (
       select count(*) from mails
       where kind = 'invite' and owner_id = $1 and created_at > $4::timestamptz - interval '1 day')
     and ${invitationsPerAddress} > (
       select count(*) from mails
       where kind = 'invite' and email = $2 and created_at > $4::timestamptz - interval '1 day')`,
    [ownerId, email, language, now],
  )) === 1;

/** `isContact`: the owner of the mail still has its address as a contact. */
type Confirmed = { ownerName: string; isContact: boolean };

/** Confirms the address that a mail went to, for the mail's owner alone. Again, it changes nothing. */
export const confirmContact = (
  client: Queryable,
  { mailId, createdAt }: AskedBy,
  now: Date,
): Promise<Confirmed | undefined> =>
  queryRow(
    client,
    `with asked as (
       select owner_id, email from mails where id = $1 and kind = 'confirm' and created_at = $2
     ), confirmed as (
       update owners o set contacts = (
         select coalesce(jsonb_agg(case
           when lower(c.contact->>'email') = lower(a.email) and c.contact->>'confirmed_at' is null
             then c.contact || jsonb_build_object('confirmed_at', $3::text)
           else c.contact end order by c.place), '[]')
         from jsonb_array_elements(o.contacts) with ordinality as c (contact, place)
       ) from asked a where o.id = a.owner_id
     )
     select o.name as "ownerName",
       exists (select from jsonb_to_recordset(o.contacts) as c (email text)
         where lower(c.email) = lower(a.email)) as "isContact"
     from asked a join owners o on o.id = a.owner_id`,
    [mailId, createdAt, now.toISOString()],
  );

/** The confirmed contacts `c` of owner `m`. */
const confirmedOf = `jsonb_to_recordset(m.contacts) as c (email text, language text, confirmed_at timestamptz)`;

/** Incidents that go on of which one statement looks whether their contacts have their mails. */
const incidentsMax = 500;

/**
 * An endpoint has at most one incident that goes on. Contacts get one mail about a incident, in whatever case their
 * address is written.
 */
const writeSql = `
  with page as materialized (
    select * from endpoint_incidents where ended_at is null and endpoint_id > $2
    order by endpoint_id limit ${incidentsMax}),
  written as (
    insert into mails (kind, endpoint_id, owner_id, incident_since, email, language, created_at, next_try_at)
    select s.kind, s.endpoint_id, m.id, s.since, c.email, c.language, $1::timestamptz, $1::timestamptz
    from (
      select * from page where exists (select from endpoints e where e.id = page.endpoint_id and e.status = 'active')
      union
      -- A range in the place of an equality, and sorted, so that the index is read. Each of three kinds begins as often
      -- in one look.
      (select * from endpoint_incidents where notified_at between $1 and $1
       order by notified_at limit ${3 * incidentsMax})
    ) s join owners m on m.id = s.owner_id and m.mode = 'live', ${confirmedOf}
    where c.confirmed_at is not null and not exists (
      select from mails t
      where t.endpoint_id = s.endpoint_id and t.kind = s.kind and t.incident_since = s.since
        and lower(t.email) = lower(c.email))
    on conflict do nothing
  )
  select endpoint_id from page order by endpoint_id offset ${incidentsMax - 1}`;

/**
 * Writes one mail about each incident that has begun at `now`, or goes on and is of an active endpoint, for each
 * confirmed contact of the owner that has none: for those, too, who were added since it began. The mode sandbox sends
 * no mails.
 */
export const writeBegun = async (client: Transaction, now: Date): Promise<void> => {
  for (let after: string | undefined = nilUuid; after !== undefined;)
    after = await queryValue<string>(client, {
      name: 'write_mails_of_incidents',
      text: writeSql,
      values: [now, after],
    });
};

/** An order with a problem, and since when that waits for an answer. */
export type Unanswered = { orderId: string; since: Date };

const unanswered = relation<Unanswered>({
  order_id: ['text', ({ orderId }) => orderId],
  since: ['timestamptz', ({ since }) => since.getTime()],
});

/** In the transaction that ends the timers, so that each problem causes one mail per contact. */
export const writeUnanswered = async (client: Transaction, orders: readonly Unanswered[], now: Date): Promise<void> => {
  await client.query({
    name: 'write_mails_of_problems',
    text: `
      insert into mails (kind, order_id, owner_id, incident_since, email, language, created_at, next_try_at)
      select 'problem', o.id, m.id, t.since, c.email, c.language, $1, $1
      from ${unanswered.unnest(2)} as t (${unanswered.columns}) join orders o on o.id = t.order_id
        join owners m on m.id = o.merchant_id and m.mode = 'live', ${confirmedOf}
      where c.confirmed_at is not null`,
    values: [now, ...unanswered.values(orders)],
  });
};

/**
 * For a `with`: one mail about the end of each incident of `incidents`, in the words `kind`, for contacts that got, or
 * will get, a mail about its start, that it began: not for an address that the mail server has refused. $1 is now. $2:
 * mails are sent.
 */
export const writeEnded = (incidents: string, kind: string): string => `
  insert into mails (kind, endpoint_id, owner_id, incident_since, email, language, created_at, next_try_at)
  select ${kind}, s.endpoint_id, s.owner_id, s.since, b.email, b.language, $1::timestamptz, $1::timestamptz
  from ${incidents} s
    join mails b on b.endpoint_id = s.endpoint_id and b.kind = s.kind and b.incident_since = s.since
      and (b.sent_at is not null or b.next_try_at is not null)
    join owners m on m.id = s.owner_id and exists (
      select from ${confirmedOf} where lower(c.email) = lower(b.email) and c.confirmed_at is not null)
  where $2::boolean
  on conflict do nothing`;
