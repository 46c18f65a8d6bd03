import { commandPayload, type CommandRecord } from '../domain/decide-batch.js';
import type { Queryable } from './pool.js';
import { relation } from './relation.js';

const decided = relation<CommandRecord>({
  id: ['text', ({ message }) => message.id],
  order_id: ['text', ({ message }) => message.order_id],
  type: ['text', ({ message }) => message.type],
  outcome: ['text', ({ outcome }) => outcome],
  code: ['text', ({ code }) => code],
  detail: ['text', ({ detail }) => detail],
  after_sequence: ['int', ({ afterSequence }) => afterSequence],
  payload: ['json', ({ message }) => textOrNull(commandPayload(message))],
  occurred_at: ['timestamptz', ({ message }) => Date.parse(message.occurred_at)],
});

const textOrNull = (value: object | null): string | null => value && JSON.stringify(value);

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
  insert into commands (decided_at, ${decided.columns})
  select $1, t.* from ${decided.unnest(2)} as t`;

const toValues = (commands: readonly CommandRecord[], decidedAt: Date): unknown[] => [
  decidedAt,
  ...decided.values(commands),
];
