import type { DeadLetterGroup } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';

export type CountedDeadLetters = {
  messages: number;
  erased: number;
  first_at: Date | null;
  last_at: Date | null;
};

/**
 * What was refused for one reason until `before` and not replayed since, counted to `countMax`. The index is asked by the
 * reason's hash, which is as long for every reason.
 */
export const countDeadLetters = async (
  client: Queryable,
  { queue, reason }: DeadLetterGroup,
  before: Date,
  countMax: number,
): Promise<CountedDeadLetters> => {
  const { rows } = await client.query<CountedDeadLetters>(
    `select count(*)::int as messages, (count(*) filter (where erased_at is not null))::int as erased,
            min(first_at) as first_at, max(last_at) as last_at
     from (
       select first_at, last_at, erased_at from dead_letters
       where replayed_at is null and queue = $1 and md5(reason) = md5($2) and last_at <= $3
       order by queue, md5(reason), id limit $4
     ) counted`,
    [queue, reason, before, countMax],
  );
  return rows[0] ?? { messages: 0, erased: 0, first_at: null, last_at: null };
};
