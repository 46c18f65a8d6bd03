import type { Queryable } from '@delivery/postgres';

/** `messageKey` is what tells the message from all others in its queue; the column is `message_id`. */
export type LoneTry = { queue: string; messageKey: string; processId: string };

/**
 * Notes that this process begins to handle the message alone.
 * @returns how many processes have begun it and not come to an end, this one included
 */
export const beginLoneTry = async (client: Queryable, { queue, messageKey, processId }: LoneTry): Promise<number> => {
  const { rows } = await client.query<{ tries: number }>({
    name: 'begin_lone_try',
    text: `
      insert into lone_tries as l (queue, message_id, process_id) values ($1, $2, $3)
      on conflict (queue, message_id) do update
      set tries = l.tries + case when l.process_id = excluded.process_id then 0 else 1 end,
          process_id = excluded.process_id, last_at = now()
      returning tries`,
    values: [queue, messageKey, processId],
  });
  return rows[0]?.tries ?? 1;
};

/** However the try ended: the process survived it. Rows of messages that are dead letters by now go with it. */
export const endLoneTry = async (client: Queryable, { queue, messageKey }: LoneTry): Promise<void> => {
  await client.query({
    name: 'end_lone_try',
    text: `delete from lone_tries where (queue = $1 and message_id = $2) or last_at < now() - interval '1 day'`,
    values: [queue, messageKey],
  });
};
