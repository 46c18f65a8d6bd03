import type { OperatorRole } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';

/** Sessions of one token, and of one person. Beginning one more ends the one that would have expired first. */
const sessionMax = 100;

/** Who began a session: a token, or a person at the identity provider. */
export type SessionHolder =
  | { scope: 'all' | 'read'; subject: null; person: null; roles: null }
  | { scope: null; subject: string; person: string; roles: OperatorRole[] };

export type OperatorSessionRow = SessionHolder & {
  id: string;
  hash: string;
  proof: string;
  address: string;
  began_at: Date;
  expires_at: Date;
};

export type NewOperatorSession = SessionHolder & Omit<OperatorSessionRow, 'id' | keyof SessionHolder>;

/** Deletes those whose time is over as well. @returns the id */
export const insertOperatorSession = async (client: Queryable, session: NewOperatorSession): Promise<string> => {
  const { hash, scope, subject, person, roles, proof, address, began_at: now, expires_at: until } = session;
  await client.query(
    `delete from operator_sessions where id in (
       select id from operator_sessions
       where expires_at <= $1 or id in (
         select id from operator_sessions where scope is not distinct from $2 and subject is not distinct from $3
         order by expires_at desc offset $4
       )
       for update skip locked
     )`,
    [now, scope, subject, sessionMax - 1],
  );
  const { rows } = await client.query<{ id: string }>(
    `insert into operator_sessions (hash, scope, subject, person, roles, proof, address, began_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [hash, scope, subject, person, roles, proof, address, now, until],
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

/** Newest first: at most `sessionMax` of each token and person. */
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

/** @returns those that there were */
export const deleteOperatorSessions = async (
  client: Queryable,
  hashes: readonly string[],
): Promise<Pick<OperatorSessionRow, 'id' | 'person'>[]> => {
  const { rows } = await client.query<Pick<OperatorSessionRow, 'id' | 'person'>>(
    'delete from operator_sessions where hash = any($1) returning id, person',
    [hashes],
  );
  return rows;
};
