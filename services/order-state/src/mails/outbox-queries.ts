import {
  arrayOf,
  inTransaction,
  type Pool,
  type Queryable,
  queryCount,
  queryRows,
  queryValue,
  relation,
} from '@delivery/postgres';
import type { Mail } from './rules/mail.js';

/** Longer than a mail server is waited for: the mails of a process that died are sent by another one after it. */
const leaseMs = 5 * 60_000;

/** Messages that an address gets from one owner in an hour. Further mails wait, and go out together. */
const messagesPerHour = 4;
/** Mails in one message. */
const mailsPerMessageMax = 20;

/** Merchants whose turn is over: `served` in this round, `underWay` until their message is taken. */
export type Turns = { served: Iterable<string>; underWay: Iterable<string> };

/**
 * Takes the mails of the next message, so that no other replica sends them meanwhile: all that are due for one address of one owner. No
 * transaction stays open while they are sent. An owner that was served waits for the others, so the mails of one never delay another's.
 * One process at a time, so that each sees what the others have taken.
 * @returns none, too, while another process takes some
 */
export const claimMessage = (pool: Pool, nowMs: number, { served, underWay }: Turns): Promise<Mail[]> =>
  inTransaction(pool, async (client) => {
    // In a statement of its own, so that the next one sees what another process has taken before.
    const isFree = await queryValue<boolean>(client, `select pg_try_advisory_xact_lock(hashtext('claim mails'))`);
    if (isFree !== true) return [];
    return queryRows<Mail>(client, {
      name: 'claim_message',
      text: claimSql,
      values: [
        ...[new Date(nowMs), new Date(nowMs + leaseMs)],
        ...[arrayOf('text', [...served]), arrayOf('text', [...underWay])],
      ],
    });
  });

/** Whether mail `d` asks an address to confirm that was asked within a day, by whichever owner. */
const wasAsked = `(
  d.kind = 'confirm' and exists (
    select from mails a
    where a.kind = 'confirm' and lower(a.email) = lower(d.email) and a.created_at > $1::timestamptz - interval '1 day'
      and a.tries > 0 and a.id <> d.id))`;

/** How many messages the address of mail `d` has got from its owner within an hour. */
const sentLately = `(
  select count(distinct s.sent_at) from mails s
  where s.owner_id = d.owner_id and lower(s.email) = lower(d.email) and s.sent_at > $1::timestamptz - interval '1 hour')`;

const claimSql = `
  with first as (
    select owner_id, email, kind = 'confirm' as asks from mails d
    where next_try_at <= $1 and owner_id <> all($4) and not ${wasAsked} and ${sentLately} < ${messagesPerHour}
    order by owner_id = any($3), next_try_at, id limit 1 for update skip locked
  ),
  claimed as (
    update mails set tries = tries + 1, next_try_at = $2,
      created_at = case when kind = 'confirm' and tries = 0 then $1 else created_at end
    where id in (
      select m.id from mails m join first f on f.owner_id = m.owner_id and f.email = m.email and f.asks = (m.kind = 'confirm')
      where m.next_try_at <= $1 order by m.id limit ${mailsPerMessageMax} for update of m skip locked)
    returning *
  )
  select c.id, c.kind, c.endpoint_id as "endpointId", c.owner_id as "ownerId", c.incident_since as "incidentSince", c.email, c.language, c.tries,
    c.created_at as "createdAt", m.name as "ownerName", ms.time_zone as "timeZone",
    jsonb_build_object('type', e.type, 'name', e.name, 'url', e.url, 'disabledReason', e.disabled_reason) as endpoint
  from claimed c join owners m on m.id = c.owner_id left join merchants ms on ms.id = c.owner_id left join endpoints e on e.id = c.endpoint_id
  order by c.id`;

type SentMail = Pick<Mail, 'id'>;

export const markSent = async (client: Queryable, mails: readonly SentMail[], now: Date): Promise<void> => {
  await client.query('update mails set sent_at = $2, next_try_at = null, last_error = null where id = any($1)', [
    mails.map(({ id }) => id),
    now,
  ]);
};

/** `nextTryAtMs`: `null`: it is given up. */
export type FailedMail = Pick<Mail, 'id' | 'tries'> & { nextTryAtMs: number | null };

const failedRows = relation<FailedMail>({
  id: ['text', ({ id }) => String(id)],
  tries: ['int', ({ tries }) => tries],
  next_try_at: ['timestamptz', ({ nextTryAtMs }) => nextTryAtMs],
});

/** Not a mail whose lease has ended and that another replica has, nor one that was dropped meanwhile. */
export const markFailed = async (client: Queryable, mails: readonly FailedMail[], error: string): Promise<void> => {
  await client.query(
    `update mails m set next_try_at = f.next_try_at, last_error = $1
     from ${failedRows.unnest(2)} as f (${failedRows.columns})
     where m.id = f.id::bigint and m.tries = f.tries and m.sent_at is null and m.next_try_at is not null`,
    [error, ...failedRows.values(mails)],
  );
};

/** But those that wait for their first try: an address is asked once a day, so many owners may wait for it. @returns how many were purged */
export const purgeMails = (client: Queryable, before: Date, purgeMax: number): Promise<number> =>
  queryCount(client, {
    name: 'purge_mails',
    text: `
      delete from mails where id in (
        select id from mails m where created_at < $1 and (tries > 0 or next_try_at is null) and not exists (
          select from endpoint_incidents s where s.endpoint_id = m.endpoint_id and s.since = m.incident_since and s.ended_at is null)
        order by created_at limit $2 for update skip locked)`,
    values: [before, purgeMax],
  });
