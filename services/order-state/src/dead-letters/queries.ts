import type { DeadLetterGroup, DeadLetterView } from '@delivery/contracts';
import {
  maxUuid,
  type Queryable,
  queryCount,
  queryRow,
  queryRows,
  relation,
  type RowOf,
  toDate,
} from '@delivery/postgres';
import { uuidv7 } from '../ledger/rules/deliveries.js';

export type NewDeadLetter = {
  queue: string;
  messageId: string;
  type: string | null;
  /** Free of customers' data. */
  reason: string;
  detail: string | null;
  body: Buffer;
  properties: object;
  atMs: number;
};

/** A message that is refused again keeps its row: count and last time rise, and the newest reason counts. */
export const insertDeadLetters = async (client: Queryable, letters: readonly NewDeadLetter[]): Promise<void> => {
  // Two refusals of one message in one batch would touch a row twice, which one statement may not.
  for (const letter of letters) {
    await client.query({
      name: 'insert_dead_letter',
      text: `
        insert into dead_letters as d (id, queue, message_id, type, reason, detail, body, properties, first_at, last_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
        on conflict (queue, message_id, body_digest) do update
        set count = d.count + 1, last_at = excluded.last_at, reason = excluded.reason, detail = excluded.detail,
            replayed_at = null`,
      values: [
        uuidv7(letter.atMs),
        letter.queue,
        letter.messageId,
        letter.type,
        letter.reason,
        letter.detail,
        letter.body,
        letter.properties,
        toDate(letter.atMs),
      ],
    });
  }
};

export type DeadLetterRow = RowOf<DeadLetterView>;

/** With the columns that a replay needs. */
export type WholeDeadLetterRow = DeadLetterRow & {
  body: Buffer;
  correlation_id: string | null;
  /** The trace that the message belongs to goes on. */
  traceparent: string | null;
};

const columns = 'id, queue, message_id, type, reason, detail, count, first_at, last_at, erased_at';

const wholeColumns = `${columns}, body, properties->>'correlation_id' as correlation_id,
  properties->>'traceparent' as traceparent`;

/** Dead letters that were not replayed since, newest first: ids rise with time. */
export const listDeadLetters = (
  client: Queryable,
  page: { queue: string | null; beforeId: string | null; rowMax: number },
): Promise<DeadLetterRow[]> =>
  queryRows(
    client,
    `select ${columns} from dead_letters
     where replayed_at is null and ($1::text is null or queue = $1) and id < $2
     order by id desc limit $3`,
    [page.queue, page.beforeId ?? maxUuid, page.rowMax],
  );

export const readDeadLetter = (client: Queryable, id: string): Promise<WholeDeadLetterRow | undefined> =>
  queryRow(client, `select ${wholeColumns} from dead_letters where id = $1`, [id]);

/**
 * The next dead letters of one reason that were refused until `before`, oldest first, with the columns that a replay
 * needs.
 */
export const readDeadLetters = (
  client: Queryable,
  { queue, refused_for }: DeadLetterGroup,
  page: { before: Date; afterId: string; rowMax: number },
): Promise<WholeDeadLetterRow[]> =>
  queryRows(
    client,
    `select ${wholeColumns} from dead_letters
     where replayed_at is null and queue = $1 and md5(reason) = md5($2) and last_at <= $3
       and id > $4 and erased_at is null
     order by queue, md5(reason), id limit $5`,
    [queue, refused_for, page.before, page.afterId, page.rowMax],
  );

export type CountedDeadLetters = {
  messages: number;
  erased: number;
  first_at: Date | null;
  last_at: Date | null;
};

/**
 * Dead letters of one reason until `before` that were not replayed since, counted to `countMax`. The index is asked by
 * the reason's hash, which is as long for every reason.
 */
export const countDeadLetters = async (
  client: Queryable,
  { queue, refused_for }: DeadLetterGroup,
  before: Date,
  countMax: number,
): Promise<CountedDeadLetters> =>
  (await queryRow<CountedDeadLetters>(
    client,
    `select count(*)::int as messages, (count(*) filter (where erased_at is not null))::int as erased,
            min(first_at) as first_at, max(last_at) as last_at
     from (
       select first_at, last_at, erased_at from dead_letters
       where replayed_at is null and queue = $1 and md5(reason) = md5($2) and last_at <= $3
       order by queue, md5(reason), id limit $4
     ) counted`,
    [queue, refused_for, before, countMax],
  )) ?? { messages: 0, erased: 0, first_at: null, last_at: null };

const marked = relation<{ id: string; count: number }>({
  id: ['uuid', ({ id }) => id],
  count: ['int', ({ count }) => count],
});

/**
 * Takes dead letters off the list, once the broker has their messages again. Not one that was refused meanwhile, which
 * its count tells: then it is on the list again, and rightly.
 */
export const markDeadLettersReplayed = async (
  client: Queryable,
  letters: readonly { id: string; count: number }[],
): Promise<void> => {
  await client.query({
    name: 'mark_dead_letters_replayed',
    text: `
      update dead_letters d set replayed_at = now()
      from ${marked.unnest(1)} as t (${marked.columns}) where d.id = t.id and d.count = t.count`,
    values: marked.values(letters),
  });
};

/** @returns whether there was one */
export const deleteDeadLetter = async (client: Queryable, id: string): Promise<boolean> =>
  (await queryCount(client, 'delete from dead_letters where id = $1', [id])) === 1;

/** Deletes some dead letters of one reason until `before`. @returns how many; less than `deleteMax`: all are gone */
export const deleteDeadLetters = (
  client: Queryable,
  { queue, refused_for }: DeadLetterGroup,
  before: Date,
  deleteMax: number,
): Promise<number> =>
  queryCount(
    client,
    `delete from dead_letters where id in (
       select id from dead_letters
       where replayed_at is null and queue = $1 and md5(reason) = md5($2) and last_at <= $3
       order by queue, md5(reason), id limit $4 for update)`,
    [queue, refused_for, before, deleteMax],
  );
