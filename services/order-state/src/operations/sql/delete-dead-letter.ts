import type { Queryable } from '@delivery/postgres';

/** @returns whether there was one */
export const deleteDeadLetter = async (client: Queryable, id: string): Promise<boolean> => {
  const { rowCount } = await client.query('delete from dead_letters where id = $1', [id]);
  return rowCount === 1;
};
