import pg from 'pg';
import { isErrorCode } from '../files/error-code.js';
import { awaitAnswer } from '../processes/await-answer.js';

const connectTimeoutMs = 3_000;

/**
 * Connects and asks until the server answers or the signal aborts.
 * @throws Error with the last answer when it does not within the limit
 */
export const awaitPostgres = (url: string, limitMs: number, signal?: AbortSignal): Promise<void> =>
  awaitAnswer('Postgres', () => withClient(url, (client) => client.query('select 1')), { limitMs, signal });

/** Creates the database where it is missing; two starts at the same time do no harm. */
export const ensureDatabase = (serverUrl: string, database: string): Promise<void> =>
  withClient(serverUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount !== 0) return;
    try {
      await client.query(`create database ${client.escapeIdentifier(database)}`);
    } catch (error) {
      // duplicate_database, or the unique violation that a concurrent creation ends in
      if (!isErrorCode(error, '42P04', '23505')) throw error;
    }
  });

export const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  // An idle client without a listener ends the process when its server dies.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
};
