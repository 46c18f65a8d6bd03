import pg from 'pg';

/**
 * Loaded into order-state before its own code (`node --import`): counts the statements that it sends, because not every
 * Postgres comes with pg_stat_statements. SIGUSR2 writes the count as a log line.
 */
type Query = (...parameters: unknown[]) => unknown;

let count = 0;
const send: Query = pg.Client.prototype.query;
const counting: Query = function (this: pg.Client, ...parameters) {
  count += 1;
  return send.apply(this, parameters);
};
Object.assign(pg.Client.prototype, { query: counting });

process.on('SIGUSR2', () => {
  process.stdout.write(`${JSON.stringify({ msg: 'bench.statements', count })}\n`);
});
