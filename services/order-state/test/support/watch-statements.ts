import type { Pool, PoolClient } from 'pg';
import { nodesOf, type PlanNode } from './explain-queries.js';

/** The reads of one execution. `rows`: by the plan's node that read most, rows that did not match included. */
export type Watched = { name: string; rows: number; plan: string };

/**
 * Has Postgres tell the plan of every statement that the pool's connections run, those of functions and triggers included: the statements
 * run as they do in the service, with their own values, and answer.
 * @param connectionCount as many as the pool has
 */
export const watchStatements = async (pool: Pool, connectionCount: number) => {
  const reported: { text: string; plan: PlanNode }[] = [];
  const names = new Map<string, string>();
  const onEach = async (work: (client: PoolClient) => Promise<unknown>): Promise<void> => {
    const clients = await Promise.all(Array.from({ length: connectionCount }, () => pool.connect()));
    for (const client of clients) await work(client);
    for (const client of clients) client.release();
  };
  await onEach(async (client) => {
    client.on('notice', ({ message = '' }) => {
      const [, json] = message.split('plan:\n');
      if (json === undefined) return;
      const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
      reported.push({ text, plan });
    });
    await client.query(settings);
  });
  return {
    /** The statements since the last call. */
    take: async (): Promise<Watched[]> => {
      const taken = reported.splice(0);
      await onEach(async (client) => {
        const { rows } = await client.query<{ name: string; statement: string }>(
          'select name, statement from pg_prepared_statements',
        );
        for (const { name, statement } of rows) names.set(statement, name);
      });
      reported.splice(0);
      return taken.map(({ text, plan }) => ({ name: names.get(text) ?? shortOf(text), ...measure(plan) }));
    },
  };
};

const settings = `
  load 'auto_explain';
  set auto_explain.log_min_duration = 0;
  set auto_explain.log_analyze = on;
  set auto_explain.log_buffers = on;
  set auto_explain.log_timing = off;
  set auto_explain.log_nested_statements = on;
  set auto_explain.log_format = json;
  set auto_explain.log_level = notice`;

const shortOf = (text: string): string => text.trim().replace(/\s+/g, ' ').slice(0, 60);

const measure = (plan: PlanNode): Omit<Watched, 'name'> => ({
  rows: Math.max(...nodesOf(plan).map(rowsReadBy)),
  plan: drawReads(plan).join('\n'),
});

const removed = ['Rows Removed by Filter', 'Rows Removed by Index Recheck'];
/** A table of so few rows is read as fast as a whole, as often as it may be. */
const smallRows = 100;

/** Postgres tells the mean of its loops. */
const rowsReadBy = (node: PlanNode): number => {
  if (!node['Node Type'].includes('Scan')) return 0;
  const rows = removed.reduce((sum, field) => sum + Number(node[field] ?? 0), Number(node['Actual Rows'] ?? 0));
  return node['Node Type'] === 'Seq Scan' && rows <= smallRows ? 0 : rows * Number(node['Actual Loops']);
};

/** The nodes that read most, each with the condition by which an index found its rows and the one that removed them. */
const drawReads = (plan: PlanNode): string[] =>
  nodesOf(plan)
    .filter((node) => rowsReadBy(node) > drawnRowsMin)
    .map((node) =>
      [
        node['Node Type'],
        node['Index Name'] ?? node['Relation Name'],
        rowsReadBy(node),
        node['Index Cond'],
        node['Filter'],
      ]
        .filter(Boolean)
        .join(' | '),
    );
const drawnRowsMin = 500;
