import type { Contact, EndpointType, MailLanguage } from '@delivery/contracts';
import { arrayOf, type Queryable } from '@delivery/postgres';
import { leftAloneAfter } from '../endpoints/queries/read-endpoints.js';
import type { Mail, MailKind } from './rules/mail.js';

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

/** Longer than a mail server is waited for: the mails of a process that died are sent by another one after it. */
const leaseMs = 5 * 60_000;

type ClaimedRow = {
  id: number;
  kind: MailKind;
  endpoint_id: string;
  merchant_id: string;
  spell: Date;
  email: string;
  language: MailLanguage;
  tries: number;
  created_at: Date;
  merchant_name: string;
  type: EndpointType | null;
  name: string | null;
  url: string | null;
  disabled_reason: string | null;
};

/** Takes mails that are due, so that no other replica sends them meanwhile. No transaction stays open while they are sent. */
export const claimMails = async (client: Queryable, nowMs: number, mailMax: number): Promise<Mail[]> => {
  const { rows } = await client.query<ClaimedRow>({
    name: 'claim_mails',
    text: `
      with claimed as (
        update mails set tries = tries + 1, next_try_at = $2
        where id in (select id from mails where next_try_at <= $1 order by next_try_at, id limit $3 for update skip locked)
        returning *
      )
      select c.id, c.kind, c.endpoint_id, c.merchant_id, c.spell, c.email, c.language, c.tries, c.created_at,
        m.name as merchant_name, e.type, e.name, e.url, e.disabled_reason
      from claimed c join merchants m on m.id = c.merchant_id left join endpoints e on e.id = c.endpoint_id
      order by c.id`,
    values: [new Date(nowMs), new Date(nowMs + leaseMs), mailMax],
  });
  return rows.map(toMail);
};

const toMail = (row: ClaimedRow): Mail => ({
  id: row.id,
  kind: row.kind,
  endpointId: row.endpoint_id,
  merchantId: row.merchant_id,
  spell: row.spell,
  email: row.email,
  language: row.language,
  tries: row.tries,
  createdAt: row.created_at,
  merchantName: row.merchant_name,
  endpoint: { type: row.type, name: row.name, url: row.url, disabledReason: row.disabled_reason },
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
export const purgeMails = async (client: Queryable, before: Date, purgeMax: number): Promise<number> => {
  const { rowCount } = await client.query({
    name: 'purge_mails',
    text: `
      delete from mails where id in (
        select id from mails where created_at < $1 and not open order by created_at limit $2 for update skip locked)`,
    values: [before, purgeMax],
  });
  return rowCount ?? 0;
};

/** How long an endpoint has failed, or was not fetched from, before its contacts are told; and how often they are told of it. */
const graceOf = `interval '15 minutes'`;
const pauseOf = `interval '1 hour'`;
/** Failed attempts of a spell, at least. */
const failuresMin = 3;

/** For `insert … select`: one mail for each contact of the merchant. $1 is now. */
const writeMails = (spells: string, { kind, isOpen }: { kind: string; isOpen: boolean }): string => `
  insert into mails (kind, endpoint_id, merchant_id, spell, email, language, open, created_at, next_try_at)
  select ${kind}, t.endpoint_id, m.id, t.spell, c.email, c.language, ${isOpen}, $1::timestamptz, $1::timestamptz
  from ${spells} t join merchants m on m.id = t.merchant_id,
    jsonb_to_recordset(m.contacts) as c (email text, language text)
  on conflict do nothing`;

/** Whether contacts of endpoint `e` were told of a spell that goes on, or of one of this kind a short while ago. */
const isTold = (kind: string): string => `exists (
  select from mails m where m.endpoint_id = e.id and (m.open or (m.kind = '${kind}' and m.created_at > $1::timestamptz - ${pauseOf})))`;

/** Of live merchants: an active endpoint `e` with window `w`, whose merchant has contacts. */
const active = `
  endpoints e join endpoint_windows w on w.endpoint_id = e.id join merchants o on o.id = e.merchant_id and o.contacts <> '[]'
  where e.status = 'active' and e.mode = 'live'`;

/**
 * A spell has ended with the first success, or fetch. Of an endpoint that is disabled since, the end is not told, nor to who is no
 * contact any more.
 */
const endedSql = `
  with ended as (
    update mails m set open = false
    from endpoints e join endpoint_windows w on w.endpoint_id = e.id
    where m.open and e.id = m.endpoint_id and (
      e.status <> 'active'
      or (m.kind = 'failing' and w.failing_since is null)
      or (m.kind = 'not_fetching' and w.last_fetched_at is distinct from m.spell
          and w.last_fetched_at > $1::timestamptz - ${leftAloneAfter}))
    returning m.*, e.status
  )
  insert into mails (kind, endpoint_id, merchant_id, spell, email, language, open, created_at, next_try_at)
  select case kind when 'failing' then 'recovered' else 'fetching' end, endpoint_id, merchant_id, spell, email, language,
    false, $1::timestamptz, $1::timestamptz
  from ended e where status = 'active'
    and exists (select from merchants m where m.id = e.merchant_id and m.contacts @> jsonb_build_array(jsonb_build_object('email', e.email)))
  on conflict do nothing`;

/** Failures are counted where charts find them, once for all candidates. */
const failingSql = `
  with candidates as materialized (
    select e.id, e.merchant_id, w.failing_since from ${active}
      and w.failing_since < $1::timestamptz - ${graceOf} and not ${isTold('failing')}
  ),
  spells as (
    select c.id as endpoint_id, c.merchant_id, c.failing_since as spell
    from candidates c join endpoint_history h on h.endpoint_id = c.id and h.at >= date_trunc('minute', c.failing_since)
    where h.at >= (select date_trunc('minute', min(failing_since)) from candidates)
    group by c.id, c.merchant_id, c.failing_since
    having sum(h.answered_3xx + h.answered_4xx + h.answered_5xx + h.unanswered) >= ${failuresMin}
  )
  ${writeMails('spells', { kind: `'failing'`, isOpen: true })}`;

const notFetchingSql = `
  with spells as (
    select e.id as endpoint_id, e.merchant_id, coalesce(w.last_fetched_at, e.created_at) as spell from ${active}
      and e.type = 'pull' and coalesce(w.last_fetched_at, e.created_at) < $1::timestamptz - ${graceOf}
      and (select d.not_before from deliveries d
           where d.endpoint_id = e.id and d.state = 'waiting' and d.gate_open
           order by d.not_before, d.id limit 1) < $1::timestamptz - ${graceOf}
      and not ${isTold('not_fetching')}
  )
  ${writeMails('spells', { kind: `'not_fetching'`, isOpen: true })}`;

/** By the system, within a day: a contact that is added later is not told of the past. */
const disabledSql = `
  with spells as (
    select e.id as endpoint_id, e.merchant_id, e.disabled_at as spell from endpoints e
    where e.status = 'disabled' and e.mode = 'live' and e.disabled_reason in ('gone', 'failing')
      and e.disabled_at > $1::timestamptz - interval '1 day'
      and not exists (select from mails m where m.endpoint_id = e.id and m.kind = 'disabled' and m.spell = e.disabled_at)
  )
  ${writeMails('spells', { kind: `'disabled'`, isOpen: false })}`;

/** Writes the mails about what has begun or ended since the last look. Two replicas that look at once write each mail once. */
export const writeSpells = async (client: Queryable, now: Date): Promise<void> => {
  for (const [name, text] of statements) await client.query({ name, text, values: [now] });
};

const statements = [
  ['mail_ended', endedSql],
  ['mail_failing', failingSql],
  ['mail_not_fetching', notFetchingSql],
  ['mail_disabled', disabledSql],
] as const;
