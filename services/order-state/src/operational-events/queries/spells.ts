import type { Queryable, Transaction } from '@delivery/postgres';
import { leftAloneAfter } from '../../endpoints/queries/read-endpoints.js';
import { writeBegun, writeEnded } from '../../mails/queries.js';
import type { TurnedSpell } from '../rules/operational-events.js';

/** How long an endpoint has failed, or was not fetched from, before it is told; and how often it is told of a kind. */
const graceOf = `interval '15 minutes'`;
const pauseOf = `interval '1 hour'`;
/** Failed attempts of a spell, at least. */
const failuresMin = 3;

/** Spells that one statement turns. */
export const turnedMax = 500;

/** Whether a spell of endpoint `e` goes on, or one of this kind was told of a short while ago. */
const isTold = (kind: string): string => `exists (
  select from spells s where s.endpoint_id = e.id
    and (s.ended_at is null or (s.kind = '${kind}' and s.told_at > $1::timestamptz - ${pauseOf})))`;

/** An active endpoint `e` of a merchant, with its window `w`. */
const active = `
  endpoints e join endpoint_windows w on w.endpoint_id = e.id join merchants m on m.id = e.merchant_id
  where e.status = 'active'`;

/** A spell has ended with the first success, or fetch. Of an endpoint that is disabled since, the end is not told. */
const endedSql = `
  with over as materialized (
    select s.endpoint_id, s.kind, s.since, e.status
    from spells s join endpoints e on e.id = s.endpoint_id join endpoint_windows w on w.endpoint_id = e.id
    where s.ended_at is null and (
      e.status <> 'active'
      or (s.kind = 'failing' and w.failing_since is null)
      or (s.kind = 'not_fetching' and w.last_fetched_at is distinct from s.since
          and w.last_fetched_at > $1::timestamptz - ${leftAloneAfter}))
    order by s.endpoint_id limit ${turnedMax}
  ),
  ended as (
    update spells s set ended_at = $1 from over o
    where s.endpoint_id = o.endpoint_id and s.kind = o.kind and s.since = o.since
    returning s.*, o.status
  ),
  told as (
    select *, case kind when 'failing' then 'recovered' else 'fetching' end as told_as from ended where status = 'active'
  ),
  mailed as (${writeEnded('told', 's.told_as')})
  select told_as as kind, endpoint_id, merchant_id, since, null as error_code from told order by endpoint_id`;

/** For a `with`: writes what `found` says of endpoints as spells that have begun. */
const begin = (kind: 'failing' | 'not_fetching' | 'disabled'): string => `
  begun as (
    insert into spells (endpoint_id, merchant_id, kind, since, told_at, ended_at)
    select endpoint_id, merchant_id, '${kind}', since, $1, ${kind === 'disabled' ? '$1' : 'null'}::timestamptz
    from found order by endpoint_id limit ${turnedMax}
    on conflict do nothing returning *
  ),
  mailed as (${writeBegun('begun')})
  select b.kind, b.endpoint_id, b.merchant_id, b.since, f.error_code from begun b join found f using (endpoint_id)
  order by b.endpoint_id`;

/** Failures are counted where charts find them, once for all candidates. */
const failingSql = `
  with candidates as materialized (
    select e.id, e.merchant_id, w.failing_since from ${active}
      and w.failing_since < $1::timestamptz - ${graceOf} and not ${isTold('failing')}
  ),
  found as materialized (
    select c.id as endpoint_id, c.merchant_id, c.failing_since as since,
      (array_agg(h.error_code order by h.error_at desc) filter (where h.error_at is not null))[1] as error_code
    from candidates c join endpoint_history h on h.endpoint_id = c.id and h.at >= date_trunc('minute', c.failing_since)
    where h.at >= (select date_trunc('minute', min(failing_since)) from candidates)
    group by c.id, c.merchant_id, c.failing_since
    having sum(h.answered_3xx + h.answered_4xx + h.answered_5xx + h.unanswered) >= ${failuresMin}
  ),
  ${begin('failing')}`;

const notFetchingSql = `
  with found as materialized (
    select e.id as endpoint_id, e.merchant_id, coalesce(w.last_fetched_at, e.created_at) as since, null as error_code from ${active}
      and e.type = 'pull' and coalesce(w.last_fetched_at, e.created_at) < $1::timestamptz - ${graceOf}
      and (select d.not_before from deliveries d
           where d.endpoint_id = e.id and d.state = 'waiting' and d.gate_open
           order by d.not_before, d.id limit 1) < $1::timestamptz - ${graceOf}
      and not ${isTold('not_fetching')}
  ),
  ${begin('not_fetching')}`;

/** By the system, within a day. */
const disabledSql = `
  with found as materialized (
    select e.id as endpoint_id, e.merchant_id, e.disabled_at as since, null as error_code
    from endpoints e join merchants m on m.id = e.merchant_id
    where e.status = 'disabled' and e.disabled_reason in ('gone', 'failing') and e.disabled_at > $1::timestamptz - interval '1 day'
      and not exists (select from spells s where s.endpoint_id = e.id and s.kind = 'disabled' and s.since = e.disabled_at)
  ),
  ${begin('disabled')}`;

const statements = [
  ['end_spells', endedSql],
  ['begin_failing', failingSql],
  ['begin_not_fetching', notFetchingSql],
  ['begin_disabled', disabledSql],
] as const;

/**
 * Writes what has begun or ended since the last look, and the mails about it, where mails are sent. One process at a time.
 * @returns in the order in which it is told
 */
export const turnSpells = async (client: Transaction, now: Date, areMailsSent: boolean): Promise<TurnedSpell[]> => {
  const turned: TurnedSpell[] = [];
  for (const [name, text] of statements) {
    const { rows } = await client.query<TurnedSpell>({ name, text, values: [now, areMailsSent] });
    turned.push(...rows);
  }
  return turned;
};

/** @returns how many were purged */
export const purgeSpells = async (client: Queryable, before: Date, purgeMax: number): Promise<number> => {
  const { rowCount } = await client.query({
    name: 'purge_spells',
    text: `
      delete from spells s using (
        select endpoint_id, kind, since from spells where told_at < $1 and ended_at is not null
        order by told_at limit $2 for update skip locked) old
      where s.endpoint_id = old.endpoint_id and s.kind = old.kind and s.since = old.since`,
    values: [before, purgeMax],
  });
  return rowCount ?? 0;
};
