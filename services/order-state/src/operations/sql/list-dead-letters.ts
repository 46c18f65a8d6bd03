import { maxUuid, type Queryable } from '@delivery/postgres';

export type DeadLetterRow = {
  id: string;
  queue: string;
  message_id: string;
  type: string | null;
  reason: string;
  detail: string | null;
  count: number;
  first_at: Date;
  last_at: Date;
  erased_at: Date | null;
};

/** With what a replay needs. */
export type WholeDeadLetterRow = DeadLetterRow & {
  body: Buffer;
  correlation_id: string | null;
  traceparent: string | null;
};

const columns = 'id, queue, message_id, type, reason, detail, count, first_at, last_at, erased_at';

export const wholeColumns = `${columns}, body, properties->>'correlation_id' as correlation_id, properties->>'traceparent' as traceparent`;

/** What was refused and not replayed since, newest first: ids rise with time. */
export const listDeadLetters = async (
  client: Queryable,
  page: { queue: string | null; beforeId: string | null; rowMax: number },
): Promise<DeadLetterRow[]> => {
  const { rows } = await client.query<DeadLetterRow>(
    `select ${columns} from dead_letters
     where replayed_at is null and ($1::text is null or queue = $1) and id < $2
     order by id desc limit $3`,
    [page.queue, page.beforeId ?? maxUuid, page.rowMax],
  );
  return rows;
};

export const readDeadLetter = async (client: Queryable, id: string): Promise<WholeDeadLetterRow | undefined> => {
  const { rows } = await client.query<WholeDeadLetterRow>(`select ${wholeColumns} from dead_letters where id = $1`, [
    id,
  ]);
  return rows[0];
};
