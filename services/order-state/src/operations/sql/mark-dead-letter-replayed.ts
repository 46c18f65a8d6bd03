import type { Queryable } from '@delivery/postgres';

/**
 * Takes a dead letter off the list, once the broker has its message again. Not if it was refused meanwhile, which its
 * count tells: then it is on the list again, and rightly.
 */
export const markDeadLetterReplayed = async (client: Queryable, id: string, count: number): Promise<void> => {
  await client.query('update dead_letters set replayed_at = now() where id = $1 and count = $2', [id, count]);
};
