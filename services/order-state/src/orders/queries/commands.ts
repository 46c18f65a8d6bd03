import { z } from 'zod';
import { type OrderMessage, refusalCodeSchema, waitingMessageSchema } from '@delivery/contracts';
import { arrayOf, awaitAll, type Queryable, queryRows, relation } from '@delivery/postgres';
import { inDays, readPartitionDays } from '../../ledger/queries/partition-days.js';
import {
  commandKeyOf,
  commandMax,
  type CommandOutcome,
  commandPayload,
  type CommandRecord,
} from '../rules/decide-batch.js';

const asked = relation<OrderMessage>({
  id: ['text', ({ id }) => id],
  order_id: ['text', (message) => message.order_id],
});

const differingSchema = z.array(z.string());

type DecidedRow = {
  id: string;
  order_id: string;
  outcome: CommandOutcome['outcome'];
  code: string | null;
  detail: string | null;
  differing: unknown;
};

type Row = (DecidedRow | (Pick<DecidedRow, 'id' | 'order_id'> & { outcome: null })) & {
  message: unknown;
  traceparent: string | null;
  waits_for_lock: boolean | null;
  next_try_at: Date | null;
};

export type KnownCommands = {
  /** Outcomes by command key. */
  decided: Map<string, CommandOutcome>;
  /** Parked messages, by order id, in the order in which they came. */
  parked: Map<string, OrderMessage[]>;
  /** The orders of those that wait for a row. */
  waitForLock: Set<string>;
  /**
   * When messages that were set aside as slow are tried again, by order id: until then nothing of the order is decided.
   */
  asideUntil: Map<string, Date>;
  /** W3C trace contexts of parked messages, by command key. */
  traceparents: Map<string, string>;
};

/**
 * The records outside of any day of these messages and of those parked for these orders, and the parked ones, locked.
 * One message can be both: a repeat that came after its order was decided while the first was being parked.
 */
export const readCommands = async (
  client: Queryable,
  messages: readonly OrderMessage[],
  orderIds: readonly string[],
): Promise<KnownCommands> => {
  const rows = await queryRows<Row>(client, {
    name: 'read_commands',
    text: `
      select c.id, c.order_id, c.outcome, c.code, c.detail, c.differing, null::json as message,
        null::bigint as position,
             null::text as traceparent, null::boolean as waits_for_lock, null::timestamptz as next_try_at
      from ${asked.unnest(1)} as t (${asked.columns})
        join commands c on c.order_id = t.order_id and c.id = t.id
      union all
      select c.id, c.order_id, c.outcome, c.code, c.detail, c.differing, null, null, null, null, null
      from parked_commands p join commands c on c.order_id = p.order_id and c.id = p.message->>'id'
      where p.order_id = any($${asked.columnCount + 1})
      union all
      select message->>'id', order_id, null, null, null, null, message, position, traceparent,
        waits_for_lock, next_try_at
      -- Until an order is committed, the sweep of those that expire does not see it.
      from (select * from parked_commands where order_id = any($${asked.columnCount + 1})
        order by order_id, position for update) waiting
      order by position`,
    values: [...asked.values(messages), arrayOf('text', orderIds)],
  });
  const known: KnownCommands = {
    decided: new Map(),
    parked: new Map(),
    waitForLock: new Set(),
    asideUntil: new Map(),
    traceparents: new Map(),
  };
  for (const row of rows) {
    const key = commandKeyOf(row);
    if (row.outcome) known.decided.set(key, toOutcome(row));
    else {
      const waiting = known.parked.get(row.order_id) ?? [];
      known.parked.set(row.order_id, [...waiting, waitingMessageSchema.parse(row.message)]);
      if (row.waits_for_lock) known.waitForLock.add(row.order_id);
      const until = known.asideUntil.get(row.order_id);
      if (row.next_try_at && (!until || row.next_try_at > until)) known.asideUntil.set(row.order_id, row.next_try_at);
      if (row.traceparent !== null) known.traceparents.set(key, row.traceparent);
    }
  }
  return known;
};

/** Looks in the days of their orders, for messages that may have been decided before: nearly none ever is. */
export const readDecidedByDay = async (
  client: Queryable,
  messages: readonly OrderMessage[],
): Promise<KnownCommands['decided']> => {
  const days = await readPartitionDays(client, [...new Set(messages.map(({ order_id }) => order_id))]);
  const rows = await queryRows<DecidedRow>(
    client,
    `select id, order_id, outcome, code, detail, differing from all_commands
     where ${inDays(days)} and (id, order_id) in (select * from ${asked.unnest(1)})`,
    asked.values(messages),
  );
  return new Map(rows.map((row) => [commandKeyOf(row), toOutcome(row)]));
};

const toOutcome = (row: DecidedRow): CommandOutcome => {
  const code = row.code === null ? null : refusalCodeSchema.parse(row.code);
  const differing = row.differing === null ? {} : { differing: differingSchema.parse(row.differing) };
  return { outcome: row.outcome, code, detail: row.detail, ...differing };
};

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
  // For a report whose courier gave no time: when it was taken.
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
  const kept = commands.filter(({ leavesEvent }) => leavesEvent);
  const others = commands.filter(({ leavesEvent }) => !leavesEvent);
  const insert = (name: string, text: string, some: readonly CommandRecord[]) =>
    some.length > 0 && client.query({ name, text, values: toValues(some, decidedAt) });
  await awaitAll({
    kept: insert('insert_commands', insertSql, kept),
    others: insert('insert_bounded_commands', insertBoundedSql, others),
  });
};

/** Leaves those alone that were decided before. */
export const insertUndecidedCommands = async (
  client: Queryable,
  commands: readonly CommandRecord[],
  decidedAt: Date,
): Promise<void> => {
  const text = `${insertBoundedSql} on conflict do nothing`;
  const values = toValues(commands, decidedAt);
  await client.query({ name: 'insert_undecided_commands', text, values });
};

/** The partition of its order's history; no day where there is no such order. */
const insertSql = `
  insert into all_commands (${decided.columns}, partition_day)
  select t.*, coalesce((select partition_day from orders where id = t.order_id), 'epoch')
  from ${decided.unnest(1)} as t (${decided.columns})`;

/** As long as the order has fewer rows than it may. */
const insertBoundedSql = `
  insert into all_commands (${decided.columns}, partition_day)
  select ${decided.columns}, day from (
    select t.*, coalesce(o.partition_day, 'epoch') as day, row_number() over (partition by t.order_id) as place
    from ${decided.unnest(1)} as t (${decided.columns}) left join orders o on o.id = t.order_id
  ) t
  where place + (
    select count(*) from (
      select from all_commands c where c.partition_day in ('epoch', t.day) and c.order_id = t.order_id
        limit ${commandMax}) kept
  ) <= ${commandMax}`;

const toValues = (commands: readonly CommandRecord[], decidedAt: Date): unknown[] =>
  decided.values(commands.map((command) => ({ ...command, decidedAtMs: decidedAt.getTime() })));
