import pg from 'pg';

/**
 * Loaded into order-state before its own code (`node --import`): counts the statements that it sends, because not every
 * Postgres comes with pg_stat_statements. SIGUSR2 writes the count as a log line.
 */
let count = 0;
const original: unknown = Reflect.get(pg.Client.prototype, 'query');
if (typeof original !== 'function') throw new Error('pg.Client has no query');
const send = original;
const counting = function (this: pg.Client, ...parameters: unknown[]): unknown {
  count += 1;
  return Reflect.apply(send, this, parameters);
};
Object.assign(pg.Client.prototype, { query: counting });

process.on('SIGUSR2', () => {
  process.stdout.write(`${JSON.stringify({ msg: 'bench.statements', count })}\n`);
});
