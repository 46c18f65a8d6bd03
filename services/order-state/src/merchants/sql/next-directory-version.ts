import type { Queryable } from '@delivery/postgres';

/**
 * Takes the next version of the directory and its row's lock until the transaction ends: merchant writes commit one
 * after the other, in the order of their versions, so that whoever reads changes since a version misses none.
 */
export const nextDirectoryVersion = async (client: Queryable): Promise<number> => {
  const { rows } = await client.query<{ version: number }>(
    'update directory_state set version = version + 1 returning version',
  );
  const version = rows[0]?.version;
  if (version === undefined) throw new Error('directory_state has lost its row');
  return version;
};
