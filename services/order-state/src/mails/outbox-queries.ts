import {
  arrayOf,
  inTransaction,
  type Pool,
  type Queryable,
  queryCount,
  queryOne,
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

/** Addresses of owners that one claim looks at. */
const lookedMax = 200;

/**
 * `after`: the owner whose turn was the last, empty at first. `underWay`: owners that wait until their message is
 * taken.
 */
export type Turns = { after: string; underWay: Iterable<string> };

/** `next`: the owner to go on behind. If it is `null`, each owner had its turn. */
export type Claim = { mails: Mail[]; next: string | null };

/**
 * Takes the mails of the next message, so that no other replica sends them meanwhile: those that are due for one
 * address of one owner. No transaction stays open while they are sent. Owners take turns, so the mails of one never
 * delay the mails of another. One process claims at a time, so that each sees what the others have taken; meanwhile
 * another one gets none.
 */
export const claimMessage = (pool: Pool, nowMs: number, { after, underWay }: Turns): Promise<Claim> =>
  inTransaction(pool, async (client) => {
    // In a statement of its own, so that the next one sees what another process has taken before.
    const isFree = await queryValue<boolean>(client, `select pg_try_advisory_xact_lock(hashtext('claim mails'))`);
    if (isFree !== true) return { mails: [], next: null };
    const now = new Date(nowMs);
    const { found, next } = await queryOne<{ found: Pair | null; next: string | null }>(client, {
      name: 'find_message',
      text: findSql,
      values: [now, after, arrayOf('text', [...underWay])],
    });
    if (!found) return { mails: [], next };
    const mails = await queryRows<Mail>(client, {
      name: 'claim_message',
      text: claimSql,
      values: [now, new Date(nowMs + leaseMs), found.owner, found.address, found.purpose],
    });
    return { mails, next };
  });

/** An owner and one of its addresses, in lower case, with what it is sent mails for. */
type Pair = { owner: string; address: string; purpose: string };

/** The columns of the index that pairs are walked along. */
const pairOf = `m.owner_id, lower(m.email), m.purpose`;

/** Whether the address of pair `p` was asked to confirm within a day, for any owner, by another mail than `d`. */
const wasAsked = `exists (
  select from mails a
  where a.kind = 'confirm' and lower(a.email) = p.address and a.created_at > $1::timestamptz - interval '1 day'
    and a.tries > 0 and a.id <> d.id)`;

/**
 * How many messages the address of pair `p` got from its owner within an hour, but for links that a person asked for.
 */
const sentLately = `(
  select count(distinct s.sent_at) from mails s
  where s.owner_id = p.owner and lower(s.email) = p.address and s.purpose in ('news', 'confirm')
    and s.sent_at > $1::timestamptz - interval '1 hour')`;

/**
 * The first message of the next owner that has one. The walk jumps from pair to pair, however many mails a pair has.
 */
const findSql = `
  with recursive pairs (owner, address, purpose) as (
    (select ${pairOf} from mails m where next_try_at is not null and owner_id > $2 order by ${pairOf} limit 1)
    union all
    select n.* from pairs p cross join lateral (
      select ${pairOf} from mails m where next_try_at is not null and (${pairOf}) > (p.owner, p.address, p.purpose)
      order by ${pairOf} limit 1) n
  ),
  looked as materialized (select * from pairs limit ${lookedMax}),
  first as materialized (
    select p.* from looked p cross join lateral (
      select m.id, m.next_try_at from mails m
      where (${pairOf}) = (p.owner, p.address, p.purpose) and m.next_try_at <= $1
        order by m.next_try_at, m.id limit 1) d
    where p.owner <> all($3) and not (p.purpose = 'confirm' and ${wasAsked})
      and (p.purpose in ('invite', 'sign_in') or ${sentLately} < ${messagesPerHour})
    order by p.owner, d.next_try_at, d.id limit 1
  )
  select (select to_jsonb(f) from first f) as found,
    coalesce((select owner from first),
      (select max(owner) from looked having count(*) = ${lookedMax})) as next`;

const claimSql = `
  with claimed as (
    update mails set tries = tries + 1, next_try_at = $2,
      created_at = case when kind = 'confirm' and tries = 0 then $1 else created_at end
    where id = any(array(
      select m.id from mails m where (${pairOf}) = ($3, $4, $5) and m.next_try_at <= $1
      order by m.next_try_at, m.id limit ${mailsPerMessageMax} for update skip locked))
    returning *
  )
  select c.id, c.kind, c.endpoint_id as "endpointId", c.order_id as "orderId", r.display_id as "displayId",
    c.owner_id as "ownerId", c.incident_since as "incidentSince", c.email, c.language, c.place,
    c.tries, c.created_at as "createdAt", m.name as "ownerName", ms.time_zone as "timeZone",
    jsonb_build_object('type', e.type, 'name', e.name, 'url', e.url, 'disabledReason', e.disabled_reason) as endpoint
  from claimed c join owners m on m.id = c.owner_id left join merchants ms on ms.id = c.owner_id
    left join endpoints e on e.id = c.endpoint_id left join orders r on r.id = c.order_id
  order by c.id`;

type SentMail = Pick<Mail, 'id'>;

export const markSent = async (client: Queryable, mails: readonly SentMail[], now: Date): Promise<void> => {
  await client.query('update mails set sent_at = $2, next_try_at = null, last_error = null where id = any($1)', [
    mails.map(({ id }) => id),
    now,
  ]);
};

/** Mails whose recipients were removed. */
export const deleteMails = async (client: Queryable, mails: readonly SentMail[]): Promise<void> => {
  await client.query('delete from mails where id = any($1)', [mails.map(({ id }) => id)]);
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

/**
 * But those that wait for their first try: an address is asked once a day, so many owners may wait for it. @returns how
 * many were purged
 */
export const purgeMails = (client: Queryable, before: Date, purgeMax: number): Promise<number> =>
  queryCount(client, {
    name: 'purge_mails',
    text: `
      delete from mails where id in (
        select id from mails m where created_at < $1 and (tries > 0 or next_try_at is null) and not exists (
          select from endpoint_incidents s where s.endpoint_id = m.endpoint_id and s.since = m.incident_since
            and s.ended_at is null)
        order by created_at limit $2 for update skip locked)`,
    values: [before, purgeMax],
  });
