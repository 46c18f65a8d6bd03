import type { PoolClient } from 'pg';
import type { Pool, Queryable, Transaction } from '@delivery/postgres';

export type Explained = {
  name: string;
  durationMs: number;
  /** Blocks of 8 KB that the statement looked at: its cost, independent of the machine's load. */
  blocks: number;
  /** Rows that were looked at and did not match, in tables and in intermediate results. */
  discarded: number;
  /** Tables read from end to end. */
  scanned: string[];
  plan: string;
  nodes: PlanNode[];
};

export type PlanNode = { 'Node Type': string; Plans?: PlanNode[]; [field: string]: unknown } & Partial<
  Record<'Relation Name' | 'Index Name' | 'Index Cond', string>
>;

/**
 * Runs SQL verbs of `src/db` on a client that explains every statement instead of answering it: it is executed, measured
 * and rolled back, and the verb sees no rows, but the days that it asks for. A statement without a name is called by its first word.
 * The plan is the generic one that the pool's settings make: with these values alone Postgres might choose another.
 */
export const explainQueries = async (
  pool: Pool,
  run: (client: Transaction) => Promise<unknown>,
  between: (client: Queryable) => Promise<unknown> = () => Promise.resolve(),
): Promise<Explained[]> => {
  const client = await pool.connect();
  const explained: Explained[] = [];
  const query = async (statement: Statement | string, given?: unknown[]) => {
    const { name, text, values } =
      typeof statement === 'string'
        ? { name: statement.trim().split(/\s/)[0] ?? '', text: statement, values: given }
        : statement;
    if (daysReaders.includes(name)) return client.query(text, values);
    const { rows } = await explainKept(client, text, values ?? []);
    explained.push(toExplained(name, rows[0]['QUERY PLAN'][0]));
    return { rows: [], rowCount: 0 };
  };
  try {
    await client.query('begin');
    await between(client);
    await run({ query, isTransaction: true } as unknown as Transaction);
    return explained;
  } finally {
    await client.query('rollback');
    client.release();
  }
};

const daysReaders = ['read_partition_days', 'read_event_days', 'read_id_times'];

let explainedCount = 0;

const explainKept = async (client: PoolClient, text: string, values: readonly unknown[]) => {
  // A verb may send several at once.
  const name = `explained_${(explainedCount += 1)}`;
  await client.query(`prepare ${name} as ${text}`);
  const { rows: prepared } = await client.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = $1`,
    [name],
  );
  const types = prepared[0]?.types ?? [];
  // A bound value may be binary, and EXECUTE takes none of it.
  const { rows: texts } = await client.query<Record<string, string | null>>(
    `select ${types.map((type, place) => `$${place + 1}::${type}::text as v${place}`).join(', ') || '1'}`,
    [...values],
  );
  const literals = types.map((type, place) => {
    const value = texts[0]?.[`v${place}`] ?? null;
    return value === null ? 'null' : `${client.escapeLiteral(value)}::${type}`;
  });
  const answer = await client.query(
    `explain (analyze, buffers, format json) execute ${name}${literals.length > 0 ? `(${literals.join(', ')})` : ''}`,
  );
  await client.query(`deallocate ${name}`);
  return answer;
};

const toExplained = (name: string, answer: { Plan: PlanNode; 'Execution Time': number }): Explained => {
  const { Plan: plan } = answer;
  return {
    name,
    durationMs: answer['Execution Time'],
    blocks: Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks']),
    discarded: nodesOf(plan).reduce((sum, node) => sum + discardedBy(node), 0),
    scanned: nodesOf(plan)
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name'] ?? '?'),
    plan: drawPlan(plan, 0).join('\n'),
    nodes: nodesOf(plan),
  };
};

/** Postgres tells the mean of its loops. */
const discardedBy = (node: PlanNode): number =>
  ['Rows Removed by Filter', 'Rows Removed by Join Filter'].reduce(
    (sum, field) => sum + Number(node[field] ?? 0) * Number(node['Actual Loops']),
    0,
  );

type Statement = { name: string; text: string; values?: unknown[] };

export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const drawPlan = (node: PlanNode, depth: number): string[] => {
  const what = [node['Node Type'], node['Index Name'] ?? node['Relation Name'] ?? node['CTE Name']].filter(Boolean);
  const rows = `rows=${String(node['Actual Rows'])} loops=${String(node['Actual Loops'])}`;
  const line = `${'  '.repeat(depth)}${what.join(' ')} ${rows}`;
  return [line, ...(node.Plans ?? []).flatMap((child) => drawPlan(child, depth + 1))];
};
