import { randomBytes } from 'node:crypto';
import { sessionHashOf } from '@delivery/http-edge';
import { inTransaction, type Pool, queryCount, queryValue } from '@delivery/postgres';
import { findInvitees, insertPersonLinks } from '../sessions/people-queries.js';
import type { AccessMail, SignInLink } from './rules/mail.js';

/** An invitation may be read days later; who asks for a link waits for it. */
const linkMs = { invite: 3 * 24 * 3_600_000, sign_in: 15 * 60_000 };

export type MakeLinks = (mail: Pick<AccessMail, 'kind' | 'email' | 'ownerId' | 'place'>) => Promise<SignInLink[]>;

/**
 * Makes the links of a mail as it is sent, so that no secret is stored: of an invitation for its owner, else for each
 * owner whose person the address is. None where the person was removed meanwhile, or the owner was disabled.
 */
export const createMakeLinks =
  ({ pool, now, publicUrl }: { pool: Pool; now: () => number; publicUrl: string }): MakeLinks =>
  async ({ kind, email, ownerId, place }) => {
    const invitees = await findInvitees(pool, email, kind === 'invite' ? ownerId : null);
    const links = invitees.map((invitee) => ({ ...invitee, secret: randomBytes(32).toString('base64url') }));
    const madeAt = now();
    await insertPersonLinks(
      pool,
      links.map(({ personId, secret }) => ({ personId, hash: sessionHashOf(secret) })),
      { now: new Date(madeAt), expiresAt: new Date(madeAt + linkMs[kind]) },
    );
    return links.map(({ ownerName, isSandbox, isOfPlatform, secret }) => {
      const first = place ?? (isOfPlatform ? '/merchants' : null);
      const to = first === null ? '' : `&place=${encodeURIComponent(first)}`;
      return {
        owner: isSandbox ? `${ownerName} (sandbox)` : ownerName,
        href: `${publicUrl}/portal/#mailed-link=${secret}${to}`,
      };
    });
  };

/** Sign-in mails that an address gets within an hour. */
const linksPerHour = 3;
/** Requests of one transaction. */
const requestMax = 500;

/**
 * Writes one mail to each address that asked for a link and is a person of an active owner, unless it got three within
 * an hour. One process does so at a time, so that each sees what the others have written.
 * @returns how many requests were taken, or 1 while another process takes some: there may be more
 */
export const takeSignInRequests = (pool: Pool, nowMs: number): Promise<number> =>
  inTransaction(pool, async (client) => {
    const isFree = await queryValue<boolean>(client, `select pg_try_advisory_xact_lock(hashtext('sign-in requests'))`);
    if (isFree !== true) return 1;
    return queryCount(client, {
      name: 'take_sign_in_requests',
      text: `
        with taken as (
          delete from sign_in_requests
          where id = any(array(select id from sign_in_requests order by id limit ${requestMax}))
          returning *
        ), written as (
          insert into mails (kind, owner_id, email, language, place, created_at, next_try_at)
          select 'sign_in', p.owner_id, t.email, t.language, t.place, $1, $1
          from (select distinct on (email) * from taken order by email, id desc) t cross join lateral (
            select p.owner_id from people p join owners o on o.id = p.owner_id and o.status = 'active'
            where p.email = t.email order by p.owner_id limit 1) p
          where ${linksPerHour} > (
            select count(*) from mails m
            where m.kind = 'sign_in' and m.email = t.email and m.created_at > $1::timestamptz - interval '1 hour')
        )
        select from taken`,
      values: [new Date(nowMs)],
    });
  });
