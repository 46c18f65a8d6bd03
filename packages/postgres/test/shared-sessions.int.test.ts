import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createDatabase, type TestDatabase } from '@delivery/test-support';
import { openSession, refuseSharedSessions, SharedSessionError } from '../src/migrate.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** As a pooler in transaction mode does it: a connection has a session from `begin` to `rollback`, or for one statement. */
const createTransactionPooler = (sessions: pg.Pool) => async (): Promise<Pick<pg.Client, 'query' | 'end'>> => {
  const lent: { session?: pg.PoolClient } = {};
  const client = new pg.Client();
  const query = async (text: string) => {
    const session = (lent.session ??= await sessions.connect());
    const answer = await session.query(text);
    if (answer.command !== 'BEGIN' && text !== 'begin' && !inTransaction.has(session)) release(lent);
    if (text === 'begin') inTransaction.add(session);
    if (text === 'rollback') {
      inTransaction.delete(session);
      release(lent);
    }
    return answer;
  };
  return Promise.resolve(Object.assign(client, { query, end: () => Promise.resolve() }));
};
const inTransaction = new WeakSet<pg.PoolClient>();
const release = (lent: { session?: pg.PoolClient }): void => {
  lent.session?.release();
  delete lent.session;
};

describe('a connection to Postgres', () => {
  it.each([2, 20])('behind a pooler that lends %s sessions for a transaction is refused', async (max) => {
    const sessions = new pg.Pool({ connectionString: database.url, max });
    try {
      await expect(refuseSharedSessions(createTransactionPooler(sessions))).rejects.toThrow(SharedSessionError);
    } finally {
      await sessions.end();
    }
  });

  it('with a session of its own is used', async () => {
    await refuseSharedSessions(() => openSession(database.url, 'test'));
  });
});
