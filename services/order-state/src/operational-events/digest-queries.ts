import { digestIdsMax } from '@delivery/contracts';
import { arrayOf, nilUuid, queryRows, type Transaction } from '@delivery/postgres';
import { isFree, isLaneFree, pauseOf } from './queries.js';
import { addToDigest, type Digest, type RefusedByLimit } from './rules/operational-events.js';

/** Endpoints, or merchants, of whose digests one statement takes some. */
export const digestsMax = 500;
/** Batches that one statement takes. An endpoint that gives up deliveries all the time has thousands in an hour. */
const batchesMax = 2_000;

/**
 * For a `with recursive`: `looked` has the next values of a column behind $2, as many as one statement looks at. The
 * walk jumps along an index that begins with the column, however many rows have the same value.
 */
const walk = (table: string, column: string): string => `
  walked as (
    (select ${column} from ${table} where ${column} > $2 order by ${column} limit 1)
    union all
    select n.* from walked w cross join lateral (
      select ${column} from ${table} t where t.${column} > w.${column} order by ${column} limit 1) n
  ),
  looked as materialized (select * from walked limit ${digestsMax})`;

/** Whether the last digest of lane `l` is an hour ago. */
const isDigestDue = `(l.digest_at is null or l.digest_at <= $1::timestamptz - ${pauseOf})`;

type Found = { id: string; isDue: boolean };

const findDigests = {
  name: 'find_digests',
  text: `
    with recursive ${walk('pending_digests', 'endpoint_id')}
    select u.endpoint_id as id, ${isDigestDue} and ${isLaneFree('u.endpoint_id')} as "isDue"
    from looked u left join operational_lanes l using (endpoint_id) order by u.endpoint_id`,
};

const findRefusedCalls = {
  name: 'find_refused_calls',
  text: `
    with recursive ${walk('refused_calls', 'owner_id')}
    select r.owner_id as id, ${isDigestDue}
      and ${isFree('operational_lanes where owner_id = r.owner_id and endpoint_id is null')}
      and ${isFree('refused_calls where owner_id = r.owner_id')} as "isDue"
    from looked r left join operational_lanes l on l.owner_id = r.owner_id and l.endpoint_id is null
      order by r.owner_id`,
};

/** @returns those of which a digest is due now, or some of them */
const findDue = async (
  client: Transaction,
  query: { name: string; text: string },
  { now, first }: { now: Date; first: string },
): Promise<string[]> => {
  const due: string[] = [];
  for (let after: string | undefined = first; after !== undefined && due.length < digestsMax;) {
    const looked: Found[] = await queryRows<Found>(client, { ...query, values: [now, after] });
    due.push(...looked.filter(({ isDue }) => isDue).map(({ id }) => id));
    after = looked.length < digestsMax ? undefined : looked.at(-1)?.id;
  }
  return due;
};

/** Batches that another session holds are left to a later digest. */
const takeSql = `
  with taken as (
    delete from pending_digests where id = any(array(
      select u.id from unnest($1::uuid[]) d (endpoint_id) cross join lateral (
        select id from pending_digests where endpoint_id = d.endpoint_id order by id
          limit ${batchesMax} for update skip locked) u
      limit ${batchesMax}))
    returning *
  )
  select t.endpoint_id, e.owner_id, min(t.at) as since, sum(t.count)::int as count,
    array(
      select given.delivery_id from taken first cross join lateral unnest(first.delivery_ids) as given (delivery_id)
      where first.endpoint_id = t.endpoint_id order by first.at limit ${digestIdsMax}
    ) as delivery_ids,
    (array_agg(t.error_code order by t.at desc))[1] as error_code, count(*)::int as batches,
    m.id is not null as "isOfMerchant"
  from taken t left join endpoints e on e.id = t.endpoint_id left join merchants m on m.id = e.owner_id
  group by t.endpoint_id, e.owner_id, m.id order by t.endpoint_id`;

/** `batches`: how many the statement took of the endpoint. */
type TakenBatches = Digest & { batches: number; isOfMerchant: boolean };

/**
 * Takes the digests that are due: at most one an hour for each endpoint. One process at a time. Digests of courier's
 * systems and platforms have no recipient.
 */
export const takeDigests = async (client: Transaction, now: Date): Promise<Digest[]> => {
  const due = await findDue(client, findDigests, { now, first: nilUuid });
  const digests = new Map<string, Digest>();
  for (let taken = batchesMax; due.length > 0 && taken === batchesMax;) {
    const rows = await queryRows<TakenBatches>(client, {
      name: 'take_digests',
      text: takeSql,
      values: [arrayOf('uuid', due)],
    });
    for (const row of rows.filter(({ isOfMerchant }) => isOfMerchant))
      digests.set(row.endpoint_id, addToDigest(digests.get(row.endpoint_id), row));
    taken = rows.reduce((sum, { batches }) => sum + batches, 0);
  }
  return [...digests.values()];
};

/** Takes the digests that are due: at most one an hour for each merchant. One process at a time. */
export const takeRefusedCalls = async (client: Transaction, now: Date): Promise<RefusedByLimit[]> =>
  queryRows(client, {
    name: 'take_refused_calls',
    text: `
      with taken as (
        delete from refused_calls where owner_id = any($1) returning *
      )
      select owner_id, limit_name as "limit", count, first_at, last_at from taken order by owner_id, limit_name`,
    values: [arrayOf('text', await findDue(client, findRefusedCalls, { now, first: '' }))],
  });
