import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@delivery/service-kit';
import { createDatabase, startTcpProxy, targetOf, type TcpProxy, type TestDatabase } from '@delivery/test-support';
import { createPool, inTransactionSendingCommit, type Pool } from '../src/db/pool.js';

let database: TestDatabase;
let proxy: TcpProxy;
let pool: Pool;
const unhandled: unknown[] = [];
const note = (error: unknown): number => unhandled.push(error);

beforeAll(async () => {
  process.on('unhandledRejection', note);
  database = await createDatabase();
  proxy = await startTcpProxy(() => [targetOf(database.url)]);
  const logger = createLogger({ service: 'test', level: 'silent' });
  pool = createPool({ databaseUrl: proxy.urlOf(database.url), poolMax: 4, logger });
});

afterAll(async () => {
  process.off('unhandledRejection', note);
  await pool.end();
  await proxy.close();
  await database.drop();
});

describe('a transaction whose connection is lost', () => {
  it('rejects, and leaves no rejection of what travelled behind its begin to end the process', async () => {
    const { rows } = await pool.query('select 1 as one');
    expect(rows).toEqual([{ one: 1 }]);
    proxy.stall();
    const lost = inTransactionSendingCommit(pool, (client) => ({ sent: client.query('select 2') }));
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
});
