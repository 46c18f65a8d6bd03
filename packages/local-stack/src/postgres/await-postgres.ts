import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { isErrorCode, messageOf } from '../files/error-code.js';

const pollMs = 50;
const connectTimeoutMs = 3_000;

/**
 * Connects and asks until the server answers or the signal aborts.
 * @throws Error with the last answer when it does not within the limit
 */
export const awaitPostgres = async (url: string, limitMs: number, signal?: AbortSignal): Promise<void> => {
  const deadline = performance.now() + limitMs;
  const until = signal ?? new AbortController().signal;
  while (!until.aborted) {
    const fault = await tryQuery(url);
    if (fault === undefined) return;
    if (performance.now() > deadline) throw new Error(`Postgres does not answer: ${fault}`);
    await delay(pollMs, undefined, { signal: until }).catch(() => undefined);
  }
};

const tryQuery = async (url: string): Promise<string | undefined> => {
  try {
    await withClient(url, (client) => client.query('select 1'));
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
};

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
