import type { DeadLetterGroup } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';

/** Deletes some of what was refused for one reason until `before`. @returns how many; less than `deleteMax`: all are gone */
export const deleteDeadLetters = async (
  client: Queryable,
  { queue, reason }: DeadLetterGroup,
  before: Date,
  deleteMax: number,
): Promise<number> => {
  const { rowCount } = await client.query(
    `delete from dead_letters where id in (
       select id from dead_letters
       where replayed_at is null and queue = $1 and md5(reason) = md5($2) and last_at <= $3
       order by queue, md5(reason), id limit $4 for update)`,
    [queue, reason, before, deleteMax],
  );
  return rowCount ?? 0;
};
