import pg from 'pg';
import { queryOne } from './query.js';

/** A pooler stands between that lends a session for a transaction, not for a connection. */
export class SharedSessionError extends Error {
  override readonly name = 'SharedSessionError';
}

type Session = Pick<pg.Client, 'query' | 'end'>;

const roundMax = 5;
const limits = { connectionTimeoutMillis: 5_000, query_timeout: 10_000 };

export const openSession = async (databaseUrl: string, applicationName: string): Promise<Session> => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: applicationName, ...limits });
  // The next query rejects after a loss.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/**
 * Looks whether a connection has a session of its own. Advisory locks, settings and prepared statements live in a session: behind a
 * pooler in transaction mode a lock stays behind in a session that others use, and is never given up.
 * @throws SharedSessionError
 */
export const refuseSharedSessions = async (open: () => Promise<Session>): Promise<void> => {
  const one = await open();
  try {
    const other = await open();
    try {
      for (let round = 0; round < roundMax; round += 1) {
        if (await isShared(one, other)) throw new SharedSessionError(refusal);
      }
    } finally {
      await other.end();
    }
  } finally {
    await one.end();
  }
};

const refusal =
  'DATABASE_URL leads to a pooler that shares sessions between connections (transaction mode): use session mode, or Postgres itself';

/** A pooler gives a free session to the next transaction: two connections then see one session, or one sees two. */
const isShared = async (one: Session, other: Session): Promise<boolean> => {
  const before = await readSession(one);
  await other.query('begin');
  const meanwhile = await readSession(other);
  const after = await readSession(one);
  await other.query('rollback');
  return meanwhile === before || after !== before;
};

const readSession = async (client: Session): Promise<number> => {
  const { pid } = await queryOne<{ pid: number }>(client, 'select pg_backend_pid() as pid');
  return pid;
};
