import type { DeadLetterGroup } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';
import { wholeColumns, type WholeDeadLetterRow } from './list-dead-letters.js';

/** The next ones, oldest first, of what was refused for one reason until `before`, with what a replay needs. */
export const readDeadLetters = async (
  client: Queryable,
  { queue, reason }: DeadLetterGroup,
  page: { before: Date; afterId: string; rowMax: number },
): Promise<WholeDeadLetterRow[]> => {
  const { rows } = await client.query<WholeDeadLetterRow>(
    `select ${wholeColumns} from dead_letters
     where replayed_at is null and queue = $1 and md5(reason) = md5($2) and last_at <= $3 and id > $4 and erased_at is null
     order by queue, md5(reason), id limit $5`,
    [queue, reason, page.before, page.afterId, page.rowMax],
  );
  return rows;
};
