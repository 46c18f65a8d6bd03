import type pg from 'pg';
import { type Answer, type PendingQuery, Pipeline, type Prepared, type RowShape, type Statement } from './pipeline.js';

/** Runs a single statement: a pool, or the client of a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

const preparedOn = new WeakMap<pg.ClientBase, Prepared>();

/** The statements of one turn of the event loop go out in one pipeline. A script, which has no values, goes by itself. */
export const createPipelineClient = (client: pg.ClientBase): Queryable => {
  const prepared = preparedOn.get(client) ?? new Map<string, RowShape>();
  preparedOn.set(client, prepared);
  let queued: PendingQuery[] = [];
  const send = () => {
    if (queued.length === 0) return;
    const pending = queued;
    queued = [];
    client.query(new Pipeline(pending, prepared));
  };
  const query = (statement: string | Statement, values?: unknown[]): Promise<Answer> => {
    if (typeof statement === 'string' && values === undefined) {
      send();
      return client.query(statement);
    }
    return new Promise((resolve, reject) => {
      if (queued.length === 0) process.nextTick(send);
      queued.push({ statement: toStatement(statement, values), resolve, reject });
    });
  };
  // Of the ways to call it that `pg` offers, those that answer with a promise of rows as objects.
  return { query: query as Queryable['query'] };
};

const toStatement = (statement: string | Statement, values: unknown[] = []): Statement =>
  typeof statement === 'string' ? { text: statement, values } : statement;
