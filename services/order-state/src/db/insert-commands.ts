import { commandPayload, type CommandRecord } from '../domain/decide-batch.js';
import type { Queryable } from './pool.js';
import { column } from './column.js';

/** Fails with a violation of `commands_pkey`, a conflict, when another replica decided one of them meanwhile. */
export const insertCommands = async (
  client: Queryable,
  commands: readonly CommandRecord[],
  decidedAt: Date,
): Promise<void> => {
  await client.query({ name: 'insert_commands', text: insertSql, values: toValues(commands, decidedAt) });
};

/** Leaves those alone that were decided before. @returns how many were not */
export const insertUndecidedCommands = async (
  client: Queryable,
  commands: readonly CommandRecord[],
  decidedAt: Date,
): Promise<number> => {
  const text = `${insertSql} on conflict (id) do nothing`;
  const values = toValues(commands, decidedAt);
  const { rowCount } = await client.query({ name: 'insert_undecided_commands', text, values });
  return rowCount ?? 0;
};

const insertSql = `
  insert into commands (id, order_id, type, outcome, code, detail, after_sequence, payload, occurred_at, decided_at)
  select id, order_id, type, outcome, code, detail, after_sequence, payload::json, occurred_at, $10
  from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::text[],
              $9::timestamptz[])
    as t (id, order_id, type, outcome, code, detail, after_sequence, payload, occurred_at)`;

const toValues = (commands: readonly CommandRecord[], decidedAt: Date): unknown[] => [
  column('text', commands, ({ message }) => message.id),
  column('text', commands, ({ message }) => message.order_id),
  column('text', commands, ({ message }) => message.type),
  column('text', commands, ({ outcome }) => outcome),
  column('text', commands, ({ code }) => code),
  column('text', commands, ({ detail }) => detail),
  column('int', commands, ({ afterSequence }) => afterSequence),
  column('text', commands, ({ message }) => textOrNull(commandPayload(message))),
  column('timestamptz', commands, ({ message }) => Date.parse(message.occurred_at)),
  decidedAt,
];

const textOrNull = (value: object | null): string | null => value && JSON.stringify(value);
