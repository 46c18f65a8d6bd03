import type { Queryable } from '@delivery/postgres';

/** Sessions of one token. Beginning one more ends the one that would have expired first. */
const sessionMax = 100;

export type OperatorSessionRow = {
  id: string;
  hash: string;
  scope: 'all' | 'read';
  proof: string;
  address: string;
  began_at: Date;
  expires_at: Date;
};

/** Deletes those whose time is over as well. @returns the id */
export const insertOperatorSession = async (
  client: Queryable,
  session: Omit<OperatorSessionRow, 'id'>,
): Promise<string> => {
  const { hash, scope, proof, address, began_at: now, expires_at: until } = session;
  await client.query(
    `delete from operator_sessions where id in (
       select id from operator_sessions
       where expires_at <= $1 or id in (
         select id from operator_sessions where scope = $2 order by expires_at desc offset $3
       )
       for update skip locked
     )`,
    [now, scope, sessionMax - 1],
  );
  const { rows } = await client.query<{ id: string }>(
    `insert into operator_sessions (hash, scope, proof, address, began_at, expires_at)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [hash, scope, proof, address, now, until],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('an insert returned no row');
  return id;
};

export const findOperatorSessions = async (
  client: Queryable,
  hashes: readonly string[],
  now: Date,
): Promise<OperatorSessionRow[]> => {
  const { rows } = await client.query<OperatorSessionRow>(
    'select * from operator_sessions where hash = any($1) and expires_at > $2',
    [hashes, now],
  );
  return rows;
};

/** Newest first: at most `sessionMax` of each token. */
export const listOperatorSessions = async (client: Queryable, now: Date): Promise<OperatorSessionRow[]> => {
  const { rows } = await client.query<OperatorSessionRow>(
    'select * from operator_sessions where expires_at > $1 order by began_at desc, id',
    [now],
  );
  return rows;
};

export const deleteOperatorSession = async (client: Queryable, id: string): Promise<boolean> => {
  const { rowCount } = await client.query('delete from operator_sessions where id = $1', [id]);
  return rowCount === 1;
};

/** @returns the ids of those that there were */
export const deleteOperatorSessions = async (client: Queryable, hashes: readonly string[]): Promise<string[]> => {
  const { rows } = await client.query<{ id: string }>(
    'delete from operator_sessions where hash = any($1) returning id',
    [hashes],
  );
  return rows.map(({ id }) => id);
};
