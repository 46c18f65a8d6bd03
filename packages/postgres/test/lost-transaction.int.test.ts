import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@delivery/service-kit';
import {
  createDatabase,
  pollUntil,
  startTcpProxy,
  targetOf,
  type TcpProxy,
  type TestDatabase,
} from '@delivery/test-support';
import { createPool, type Pool, writeAtOnce } from '../src/pool.js';

let database: TestDatabase;
let proxy: TcpProxy;
let pool: Pool;
const logger = createLogger({ service: 'test', level: 'silent' });
const unhandled: unknown[] = [];
const note = (error: unknown): number => unhandled.push(error);

beforeAll(async () => {
  process.on('unhandledRejection', note);
  database = await createDatabase();
  proxy = await startTcpProxy(() => [targetOf(database.url)]);
  pool = createPool({ applicationName: 'test', databaseUrl: proxy.urlOf(database.url), poolMax: 4, logger });
});

afterAll(async () => {
  process.off('unhandledRejection', note);
  await pool.end();
  await proxy.close();
  await database.drop();
});

describe('a transaction whose connection is lost', () => {
  it('[P2] rejects, and statements behind its begin leave no unhandled rejection that would end the process', async () => {
    const { rows } = await pool.query('select 1 as one');
    expect(rows).toEqual([{ one: 1 }]);
    proxy.stall();
    const lost = writeAtOnce(pool, (client) => client.query('select 2'));
    const failed = expect(lost).rejects.toThrow('ECONNRESET');
    // By now the statements are in flight.
    await nextTurn();
    proxy.cut();
    await failed;
    await nextTurn();
    expect(unhandled).toEqual([]);
    proxy.restore();
    expect((await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
  });

  it('[P2] is given up when its time is up: a server that hangs is not waited for once more to roll back', async () => {
    const hanging = createPool({
      applicationName: 'test',
      databaseUrl: `${proxy.urlOf(database.url)}?query_timeout=1000`,
      poolMax: 1,
      logger,
    });
    const asked: unknown[] = [];
    hanging.on('connect', (client) => {
      const query = client.query.bind(client);
      client.query = ((...args: Parameters<typeof query>) => {
        asked.push(args[0]);
        return query(...args);
      }) as typeof client.query;
    });
    // A machine that pauses for so long looks like a server that hangs.
    await pollUntil('a connection', () => hanging.query('select 1'));
    proxy.stall();
    await expect(writeAtOnce(hanging, (client) => client.query('select 2'))).rejects.toThrow('Query read timeout');
    expect(asked).not.toContain('rollback');
    expect(hanging.totalCount).toBe(0);
    proxy.restore();
    const { rows } = await pollUntil('an answer', () => hanging.query('select 3 as three'));
    expect(rows).toEqual([{ three: 3 }]);
    await hanging.end();
  });
});
