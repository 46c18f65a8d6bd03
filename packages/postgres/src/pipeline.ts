import { types } from 'node:util';
import pg from 'pg';
import utils from 'pg/lib/utils.js';

/** Runs a single statement: a pool, or the client of a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

const preparedOn = new WeakMap<pg.ClientBase, Prepared>();

/**
 * The statements of one turn of the event loop go out in one pipeline. A script, which has no values, goes by itself.
 */
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
  // Only the overloads of `pg` that return a promise of rows as objects.
  return { query: query as Queryable['query'] };
};

const toStatement = (statement: string | Statement, values: unknown[] = []): Statement =>
  typeof statement === 'string' ? { text: statement, values } : statement;

/**
 * Awaits statements of one transaction that travel in one pipeline, in the order in which they are written down. Like
 * `Promise.all` over names, but it waits for all answers and rejects with the statement that failed, and not with one
 * behind it that failed only because the transaction was aborted.
 */
export const awaitAll = async <T extends Readonly<Record<string, unknown>>>(
  statements: T,
): Promise<{ -readonly [Name in keyof T]: Awaited<T[Name]> }> => {
  const answers: Record<string, unknown> = { ...statements };
  const failures: unknown[] = [];
  // One promise for each statement: `allSettled` makes several, and order-state awaits some forty statements for a
  // webhook.
  await new Promise<void>((resolve) => {
    const sent = Object.entries(statements).filter(isSent);
    let openCount = sent.length;
    if (openCount === 0) resolve();
    const onEnd = (): void => {
      openCount -= 1;
      if (openCount === 0) resolve();
    };
    for (const [name, statement] of sent) {
      const onAnswer = (answer: unknown): void => {
        answers[name] = answer;
        onEnd();
      };
      const onFailure = (failure: unknown): void => {
        failures.push(failure);
        onEnd();
      };
      statement.then(onAnswer, onFailure);
    }
  });
  if (failures.length > 0) throw failures.find((failure) => !isFollowUp(failure)) ?? failures[0];
  return answers as { [Name in keyof T]: Awaited<T[Name]> };
};

/** Some are left out, and say so by `false`, or are answered already. */
const isSent = (named: [string, unknown]): named is [string, Promise<unknown>] => types.isPromise(named[1]);

/** in_failed_sql_transaction */
const isFollowUp = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25P02';

type Statement = { name?: string; text: string; values?: unknown[] };

/** A statement that was sent, and the callbacks for its answer. */
type PendingQuery = {
  statement: Statement;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/** The answer to a statement. The caller types its rows, as with `pg`; `rowCount` counts written rows too. */
type Answer = { command: string; rows: never[]; rowCount: number | null };

type Parse = (text: string) => unknown;
/** How to read the rows of a statement: the server describes it once, when it is prepared. */
type RowShape = { names: readonly string[]; parsers: readonly Parse[] };
/** Statements that are prepared on one connection, by name. */
type Prepared = Map<string, RowShape>;

/** Types may be any number: the enum of pg's types holds those that come with Postgres. */
const parserOf: (typeId: number, format: 'text') => Parse = pg.types.getTypeParser;

const noColumns: RowShape = { names: [], parsers: [] };

/**
 * Statements that go to the server together, and are answered together: one Sync, and so one system call on either
 * side, where `pg` has one for each statement. If a statement fails, the server skips everything behind it, a COMMIT
 * too. Given to `client.query`, which calls the methods named as `pg` calls them.
 *
 * Buys: order-state's CPU × 0.87, and two sends of Postgres a transaction instead of a dozen (ADR 14).
 * Relies on: `pg`'s Submittable, the methods of its Connection, `utils.prepareValue`.
 * Tells: test/pipeline.int.test.ts, which runs the same through plain `pg`.
 * Off: `createPool({ pipelining: false })`, in order-state `DATABASE_PIPELINING=off`.
 */
class Pipeline implements pg.Submittable {
  /** Set by `pg`, to end the time limit of the query. */
  callback: (() => void) | undefined = undefined;
  #pending: readonly PendingQuery[];
  #prepared: Prepared;
  #isSent = false;
  /**
   * The answers so far, in the order of the statements: passed on once the connection is free for the next pipeline.
   */
  #completed: (() => void)[] = [];
  #shape: RowShape = noColumns;
  #rows: never[] = [];
  #misread: unknown = undefined;

  constructor(pending: readonly PendingQuery[], prepared: Prepared) {
    this.#pending = pending;
    this.#prepared = prepared;
  }

  /** @returns an error where a value cannot be sent; then nothing has been */
  submit(connection: pg.Connection): Error | null {
    try {
      const values = this.#pending.map(({ statement }) => statement.values?.map(utils.prepareValue));
      this.#expectNext();
      connection.stream.cork();
      this.#pending.forEach(({ statement }, index) => this.#send(connection, statement, values[index]));
      connection.sync();
      connection.stream.uncork();
      this.#isSent = true;
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error('a value cannot be sent', { cause: error });
    }
  }

  #send(connection: pg.Connection, { name, text }: Statement, values: SentValue[] | undefined): void {
    const isPrepared = name !== undefined && this.#prepared.has(name);
    // Not the name alone: on the same connection `pg` uses it for statements that it prepares outside of a pipeline.
    const preparedName = name === undefined ? '' : `${name}.pipeline`;
    if (!isPrepared) {
      // One whose pipeline failed may be there: to close it is right in either case.
      if (preparedName) connection.close({ type: 'S', name: preparedName }, true);
      connection.parse({ name: preparedName, text, types: [] }, true);
    }
    connection.bind({ statement: preparedName, ...(values ? { values } : {}) }, true);
    if (!isPrepared) connection.describe({ type: 'P' }, true);
    connection.execute(null, true);
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#shape = {
      names: fields.map((field) => field.name),
      parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID, 'text')),
    };
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { names, parsers } = this.#shape;
    const row: pg.QueryResultRow = {};
    try {
      for (let index = 0; index < fields.length; index += 1) {
        const text = fields[index];
        row[names[index] ?? ''] = text === null || text === undefined ? null : parsers[index]?.(text);
      }
      this.#rows.push(row as never);
    } catch (error) {
      this.#misread = error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const query = this.#currentQuery();
    if (!query) return;
    if (query.statement.name) this.#prepared.set(query.statement.name, this.#shape);
    // INSERT 0 5, SELECT 2, COMMIT
    const [command = ''] = text.split(' ', 1);
    const count = Number(text.slice(text.lastIndexOf(' ') + 1));
    const answer = { command, rows: this.#rows, rowCount: Number.isNaN(count) ? null : count };
    const misread = this.#misread;
    this.#completed.push(misread === undefined ? () => query.resolve(answer) : () => query.reject(misread));
    this.#expectNext();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleReadyForQuery(): void {
    this.callback?.();
    for (const tell of this.#completed) tell();
  }

  /** An error of the server, of the connection, or of the time limit. */
  handleError(error: unknown, connection: pg.Connection): void {
    // Answers that come after all would be taken for those of the next pipeline.
    if (this.#isSent && !(error instanceof pg.DatabaseError)) connection.stream.destroy();
    const failed = this.#currentQuery();
    if (failed?.statement.name) this.#prepared.delete(failed.statement.name);
    this.callback?.();
    for (const tell of this.#completed) tell();
    for (const { reject } of this.#pending.slice(this.#completed.length)) reject(error);
  }

  #currentQuery(): PendingQuery | undefined {
    return this.#pending[this.#completed.length];
  }

  #expectNext(): void {
    const name = this.#currentQuery()?.statement.name;
    this.#shape = (name === undefined ? undefined : this.#prepared.get(name)) ?? noColumns;
    this.#rows = [];
    this.#misread = undefined;
  }
}

type SentValue = ReturnType<typeof utils.prepareValue>;
