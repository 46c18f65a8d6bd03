import type { MerchantMode, OperatorRole, PortalScope } from '@delivery/contracts';
import { type Queryable, queryCount, queryOne, queryRow, queryRows } from '@delivery/postgres';

/**
 * Sessions of one token, and of one person; in the portal, of one token, and of one merchant without a token. Beginning
 * one more ends the one that would have expired first.
 */
const sessionMax = 100;

/** The origin of a session: a token, or a person at the identity provider. */
export type SessionHolder =
  | { scope: 'all' | 'read'; subject: null; person: null; roles: null }
  | { scope: null; subject: string; person: string; roles: OperatorRole[] };

export type OperatorSessionRow = SessionHolder & {
  id: string;
  hash: string;
  proof: string;
  address: string;
  began_at: Date;
  expires_at: Date;
};

export type NewOperatorSession = SessionHolder & Omit<OperatorSessionRow, 'id' | keyof SessionHolder>;

/** Deletes those whose time is over as well. @returns the id */
export const insertOperatorSession = async (client: Queryable, session: NewOperatorSession): Promise<string> => {
  const { hash, scope, subject, person, roles, proof, address, began_at: now, expires_at: until } = session;
  await client.query(
    `delete from operator_sessions where id in (
       select id from operator_sessions
       where expires_at <= $1 or id in (
         select id from operator_sessions where scope is not distinct from $2 and subject is not distinct from $3
         order by expires_at desc offset $4
       )
       for update skip locked
     )`,
    [now, scope, subject, sessionMax - 1],
  );
  const { id } = await queryOne<{ id: string }>(
    client,
    `insert into operator_sessions (hash, scope, subject, person, roles, proof, address, began_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [hash, scope, subject, person, roles, proof, address, now, until],
  );
  return id;
};

export const findOperatorSessions = (
  client: Queryable,
  hashes: readonly string[],
  now: Date,
): Promise<OperatorSessionRow[]> =>
  queryRows(client, 'select * from operator_sessions where hash = any($1) and expires_at > $2', [hashes, now]);

/** Newest first: at most `sessionMax` of each token and person. */
export const listOperatorSessions = (client: Queryable, now: Date): Promise<OperatorSessionRow[]> =>
  queryRows(client, 'select * from operator_sessions where expires_at > $1 order by began_at desc, id', [now]);

export const deleteOperatorSession = async (client: Queryable, id: string): Promise<boolean> =>
  (await queryCount(client, 'delete from operator_sessions where id = $1', [id])) === 1;

/** @returns those that there were */
export const deleteOperatorSessions = (
  client: Queryable,
  hashes: readonly string[],
): Promise<Pick<OperatorSessionRow, 'id' | 'person'>[]> =>
  queryRows(client, 'delete from operator_sessions where hash = any($1) returning id, person', [hashes]);

/** Links of one merchant that were not used. One more makes the oldest useless. */
const linkMax = 20;

export type PortalSessionRow = {
  id: string;
  hash: string;
  merchant_id: string;
  scope: PortalScope;
  /** Both `null`: it was begun with a link. */
  key_hash: string | null;
  token_hash: string | null;
  /** Whose other merchants, of the mode, it may go on to. */
  platform_id: string | null;
  /** The person whose session it is. */
  person_id: string | null;
  address: string | null;
  began_at: Date;
  expires_at: Date;
};
export type NewPortalSession = Omit<PortalSessionRow, 'id'>;

/** `person`: the person's address. */
export type BegunPortalSession = PortalSessionRow & { mode: MerchantMode; person: string | null };

const personOf = '(select email from people where id = person_id) as person';

/** Deletes those whose time is over as well. */
export const insertPortalSession = async (
  client: Queryable,
  session: NewPortalSession,
): Promise<BegunPortalSession> => {
  const { hash, merchant_id: merchantId, scope, key_hash, token_hash, platform_id, person_id, address } = session;
  const { began_at: now, expires_at } = session;
  await client.query(
    `delete from portal_sessions where hash in (
       select hash from portal_sessions
       where expires_at <= $1 or hash in (
         select hash from portal_sessions
         where merchant_id = $2 and token_hash is not distinct from $3 and platform_id is not distinct from $5
           and person_id is not distinct from $6
         order by expires_at desc offset $4
       )
       for update skip locked
     )`,
    [now, merchantId, token_hash, sessionMax - 1, platform_id, person_id],
  );
  return queryOne(
    client,
    `insert into portal_sessions
       (hash, merchant_id, scope, key_hash, token_hash, address, began_at, expires_at, platform_id, person_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     returning *, (select mode from owners where id = merchant_id) as mode, ${personOf}`,
    [hash, merchantId, scope, key_hash, token_hash, address, now, expires_at, platform_id, person_id],
  );
};

export const findPortalSession = (
  client: Queryable,
  hash: string,
  now: Date,
): Promise<BegunPortalSession | undefined> =>
  queryRow(
    client,
    `select s.*, m.mode, ${personOf} from portal_sessions s join owners m on m.id = s.merchant_id
     where s.hash = $1 and s.expires_at > $2`,
    [hash, now],
  );

/**
 * Deletes the session, in whose place another one comes. `undefined`: there is none that may go on to another merchant.
 */
export const takeSwitchingSession = (
  client: Queryable,
  hash: string,
  now: Date,
): Promise<BegunPortalSession | undefined> =>
  queryRow(
    client,
    `delete from portal_sessions s using owners m
     where s.hash = $1 and s.expires_at > $2 and s.platform_id is not null and m.id = s.merchant_id
     returning s.*, m.mode, ${personOf}`,
    [hash, now],
  );

/** Newest first, without those of revoked tokens, which open nothing any more. */
export const listPortalSessions = (client: Queryable, merchantId: string, now: Date): Promise<PortalSessionRow[]> =>
  queryRows(
    client,
    `select s.* from portal_sessions s
     where s.merchant_id = $1 and s.expires_at > $2 and (s.token_hash is null or exists (
       select from tokens t where t.token_hash = s.token_hash and t.revoked_at is null))
     order by s.began_at desc, s.id`,
    [merchantId, now],
  );

export const deletePortalSession = async (client: Queryable, hash: string): Promise<void> => {
  await client.query('delete from portal_sessions where hash = $1', [hash]);
};

/** @returns whether the merchant had such a session */
export const deletePortalSessionById = async (client: Queryable, merchantId: string, id: string): Promise<boolean> =>
  (await queryCount(client, 'delete from portal_sessions where id = $1 and merchant_id = $2', [id, merchantId])) === 1;

/**
 * Links first: one that is being used meanwhile is waited for, and the session that it begins is then deleted with the
 * others.
 */
export const deletePortalAccess = async (client: Queryable, merchantId: string): Promise<void> => {
  await client.query('delete from portal_links where merchant_id = $1', [merchantId]);
  await client.query('delete from person_links where person_id in (select id from people where owner_id = $1)', [
    merchantId,
  ]);
  await client.query('delete from portal_sessions where merchant_id = $1', [merchantId]);
};

/** For links that a token of the platform may have made, and their sessions. Links first, as above. */
export const deletePlatformLinks = async (client: Queryable, platformId: string): Promise<void> => {
  await client.query('delete from portal_links where platform_id = $1', [platformId]);
  await client.query('delete from portal_sessions where platform_id = $1 and person_id is null', [platformId]);
};

/** And of the platform's people. */
export const deletePlatformAccess = async (client: Queryable, platformId: string): Promise<void> => {
  await deletePlatformLinks(client, platformId);
  await client.query(
    `delete from person_links where person_id in (
       select p.id from people p join platform_owners o on o.owner_id = p.owner_id where o.platform_id = $1)`,
    [platformId],
  );
  await client.query('delete from portal_sessions where platform_id = $1', [platformId]);
};

export type PortalLinkRow = {
  hash: string;
  merchant_id: string;
  scope: PortalScope;
  platform_id: string | null;
  expires_at: Date;
};

/** Deletes those whose time is over as well. */
export const insertPortalLink = async (client: Queryable, link: PortalLinkRow, now: Date): Promise<void> => {
  await client.query(
    `delete from portal_links where hash in (
       select hash from portal_links
       where expires_at <= $1 or hash in (
         select hash from portal_links where merchant_id = $2 order by expires_at desc offset $3
       )
       for update skip locked
     )`,
    [now, link.merchant_id, linkMax - 1],
  );
  await client.query(
    'insert into portal_links (hash, merchant_id, scope, platform_id, expires_at) values ($1, $2, $3, $4, $5)',
    [link.hash, link.merchant_id, link.scope, link.platform_id, link.expires_at],
  );
};

/** One of several concurrent callers gets it: the others wait for its row, and find it gone. */
export const takePortalLink = (
  client: Queryable,
  hash: string,
  now: Date,
): Promise<Omit<PortalLinkRow, 'hash' | 'expires_at'> | undefined> =>
  queryRow(
    client,
    'delete from portal_links where hash = $1 and expires_at > $2 returning merchant_id, scope, platform_id',
    [hash, now],
  );
