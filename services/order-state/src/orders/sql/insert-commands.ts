import { type Queryable, relation } from '@delivery/postgres';
import { commandPayload, type CommandRecord } from '../rules/decide-batch.js';

type Decided = CommandRecord & { decidedAtMs: number };

const decided = relation<Decided>({
  id: ['text', ({ message }) => message.id],
  order_id: ['text', ({ message }) => message.order_id],
  type: ['text', ({ message }) => message.type],
  outcome: ['text', ({ outcome }) => outcome],
  code: ['text', ({ code }) => code],
  detail: ['text', ({ detail }) => detail],
  differing: ['json', ({ differing }) => textOrNull(differing ?? null)],
  after_sequence: ['int', ({ afterSequence }) => afterSequence],
  payload: ['json', (command) => textOrNull(commandPayload(command))],
  // Of a report whose courier gave no time: when it was taken.
  occurred_at: [
    'timestamptz',
    ({ message: { occurred_at: at }, decidedAtMs }) => (at === undefined ? decidedAtMs : Date.parse(at)),
  ],
  decided_at: ['timestamptz', ({ decidedAtMs }) => decidedAtMs],
});

const textOrNull = (value: object | null): string | null => value && JSON.stringify(value);

/** Fails with a violation of a primary key, a conflict, when another replica decided one of them meanwhile. */
export const insertCommands = async (
  client: Queryable,
  commands: readonly CommandRecord[],
  decidedAt: Date,
): Promise<void> => {
  await client.query({ name: 'insert_commands', text: insertSql, values: toValues(commands, decidedAt) });
};

/** Leaves those alone that were decided before. */
export const insertUndecidedCommands = async (
  client: Queryable,
  commands: readonly CommandRecord[],
  decidedAt: Date,
): Promise<void> => {
  const text = `${insertSql} on conflict do nothing`;
  const values = toValues(commands, decidedAt);
  await client.query({ name: 'insert_undecided_commands', text, values });
};

/** Where the history of its order is; of one that there is no order for, in no day. */
const insertSql = `
  insert into all_commands (${decided.columns}, history_day)
  select t.*, coalesce((select history_day from orders where id = t.order_id), 'epoch')
  from ${decided.unnest(1)} as t (${decided.columns})`;

const toValues = (commands: readonly CommandRecord[], decidedAt: Date): unknown[] =>
  decided.values(commands.map((command) => ({ ...command, decidedAtMs: decidedAt.getTime() })));
