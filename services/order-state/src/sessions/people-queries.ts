import type { AskForLink, Person, PortalScope } from '@delivery/contracts';
import { arrayOf, type Queryable, queryCount, queryRow, queryRows, queryValue, type RowOf } from '@delivery/postgres';

type PersonRow = RowOf<Person>;

const columns = 'id, email, role, invited_by, invited_at, last_signed_in_at';

export const listPeople = (client: Queryable, ownerId: string): Promise<PersonRow[]> =>
  queryRows(client, `select ${columns} from people where owner_id = $1 order by email`, [ownerId]);

export type NewPerson = Pick<PersonRow, 'email' | 'role' | 'invited_by' | 'invited_at'> & { ownerId: string };

/** @returns `undefined`: the owner has a person with this address */
export const insertPerson = (client: Queryable, person: NewPerson): Promise<PersonRow | undefined> => {
  const { ownerId, email, role, invited_by: by, invited_at: at } = person;
  return queryRow(
    client,
    `insert into people (owner_id, email, role, invited_by, invited_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning ${columns}`,
    [ownerId, email, role, by, at],
  );
};

type OnePerson = { ownerId: string; id: string };

export const readPerson = (client: Queryable, { ownerId, id }: OnePerson): Promise<PersonRow | undefined> =>
  queryRow(client, `select ${columns} from people where id = $1 and owner_id = $2`, [id, ownerId]);

/** Ends the person's sessions. A link that was not used yet gives the new role. */
export const updateRole = async (client: Queryable, id: string, role: PortalScope): Promise<void> => {
  await client.query('update people set role = $2 where id = $1', [id, role]);
  await client.query('delete from portal_sessions where person_id = $1', [id]);
};

/** Deletes the person's sessions and links, too. @returns the address */
export const deletePerson = (client: Queryable, { ownerId, id }: OnePerson): Promise<string | undefined> =>
  queryValue(client, 'delete from people where id = $1 and owner_id = $2 returning email', [id, ownerId]);

/** The address of the person whose session it is. */
export const findEmailOfSession = (client: Queryable, sessionHash: string): Promise<string | undefined> =>
  queryValue(client, 'select p.email from portal_sessions s join people p on p.id = s.person_id where s.hash = $1', [
    sessionHash,
  ]);

/** A person of an active owner. */
export type Invitee = { personId: string; ownerName: string; isSandbox: boolean; isOfPlatform: boolean };

/** Owners in one mail. */
const ownersPerMail = 50;

/** Owners that the person has signed in to come first. @param ownerId `null`: of any owner */
export const findInvitees = (client: Queryable, email: string, ownerId: string | null): Promise<Invitee[]> =>
  queryRows(
    client,
    `select p.id as "personId", o.name as "ownerName", o.mode = 'sandbox' as "isSandbox",
       o.kind = 'platform' as "isOfPlatform"
     from people p join owners o on o.id = p.owner_id and o.status = 'active'
     where p.email = $1 and (p.owner_id = $2 or $2 is null)
     order by p.last_signed_in_at is null, o.name, p.id limit ${ownersPerMail}`,
    [email, ownerId],
  );

export type PersonLink = { hash: string; personId: string };

/** Links that one insert deletes because their time is over. */
const expiredMax = 1_000;

/** Not for a person who was removed meanwhile. */
export const insertPersonLinks = async (
  client: Queryable,
  links: readonly PersonLink[],
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> => {
  await client.query(
    `with expired as (
       delete from person_links where hash in (
         select hash from person_links where expires_at <= $3 order by expires_at
           limit ${expiredMax} for update skip locked)
     )
     insert into person_links (hash, person_id, expires_at)
     select l.hash, p.id, $4 from unnest($1::text[], $2::uuid[]) as l (hash, person_id)
       join people p on p.id = l.person_id`,
    [
      arrayOf(
        'text',
        links.map(({ hash }) => hash),
      ),
      arrayOf(
        'uuid',
        links.map(({ personId }) => personId),
      ),
      now,
      expiresAt,
    ],
  );
};

/** The owner whose row is to be locked before the link is taken. */
export const findLinkOwner = (client: Queryable, hash: string): Promise<string | undefined> =>
  queryValue(client, 'select p.owner_id from person_links l join people p on p.id = l.person_id where l.hash = $1', [
    hash,
  ]);

/** `merchant_id`: where the session begins; `null`: the platform has no active merchant in this mode. */
export type SignedIn = {
  person_id: string;
  owner_id: string;
  email: string;
  scope: PortalScope;
  platform_id: string | null;
  merchant_id: string | null;
};

/** One of several callers at once gets it. `undefined`: there is no such link, or its owner is disabled. */
export const takePersonLink = (client: Queryable, hash: string, now: Date): Promise<SignedIn | undefined> =>
  queryRow(
    client,
    `with taken as (
       delete from person_links l using people p, owners o
       where l.hash = $1 and l.expires_at > $2 and p.id = l.person_id and o.id = p.owner_id and o.status = 'active'
       returning p.id, p.owner_id, p.email, p.role
     ), signed_in as (
       update people set last_signed_in_at = $2 where id in (select id from taken)
     )
     select t.id as person_id, t.owner_id, t.email, t.role as scope, o.platform_id,
       case when o.platform_id is null then t.owner_id else first.id end as merchant_id
     from taken t left join platform_owners o on o.owner_id = t.owner_id
       left join lateral (
         select m.id from merchants m join owners w on w.id = m.id and w.status = 'active'
         where m.platform_owner_id = t.owner_id order by m.reference limit 1) first on true`,
    [hash, now],
  );

/** Requests that wait for the sweep. */
const requestMax = 10_000;

/** Every address costs one write. @returns false where too many wait */
export const insertSignInRequest = async (
  client: Queryable,
  { email, language, place }: AskForLink,
): Promise<boolean> =>
  (await queryCount(
    client,
    `insert into sign_in_requests (email, language, place) select $1, $2, $3
     where (select count(*) from (select from sign_in_requests limit ${requestMax}) waiting) < ${requestMax}`,
    [email, language, place ?? null],
  )) === 1;
