import { type OrderMessage, type SetAsideView, waitingMessageSchema } from '@delivery/contracts';
import { arrayOf, type Queryable, queryRow, queryRows, queryValues, type RowOf } from '@delivery/postgres';

export type SetAsideRow = RowOf<SetAsideView>;

const commandColumns = `'command-' || position as id, 'command' as kind, message->>'type' as type,
  order_id, merchant_id,
  null as endpoint_id, slow_reason as reason, tries, parked_at as set_aside_at, next_try_at`;
const attemptColumns = `'attempt-' || position as id, 'attempt' as kind, attempt->>'type' as type,
  attempt->>'order_id' as order_id,
  attempt->>'owner_id' as merchant_id, attempt->>'endpoint_id' as endpoint_id, slow_reason as reason, tries,
  parked_at as set_aside_at, next_try_at`;

/** By id. */
export const listSetAside = (client: Queryable, page: { afterId: string; rowMax: number }): Promise<SetAsideRow[]> =>
  queryRows(
    client,
    `select * from (
       select ${commandColumns} from parked_commands where next_try_at is not null
       union all
       select ${attemptColumns} from parked_attempts where next_try_at is not null) aside
     where id > $1 order by id limit $2`,
    [page.afterId, page.rowMax],
  );

const partsOf = (id: string) => {
  const [kind, position] = id.split('-');
  return kind === 'command'
    ? { table: 'parked_commands', columns: commandColumns, message: 'message', position }
    : { table: 'parked_attempts', columns: attemptColumns, message: 'null', position };
};

/** Makes it due now. @returns `undefined`: it is not set aside */
export const retrySetAside = (client: Queryable, id: string, now: Date): Promise<SetAsideRow | undefined> => {
  const { table, columns, position } = partsOf(id);
  return queryRow(
    client,
    `update ${table} set next_try_at = $2 where position = $1 and next_try_at is not null returning ${columns}`,
    [position, now],
  );
};

/** Takes it away. @returns `undefined`: it is not set aside. `message`: of a command */
export const takeSetAside = async (
  client: Queryable,
  id: string,
): Promise<(SetAsideRow & { message: OrderMessage | null }) | undefined> => {
  const { table, columns, message, position } = partsOf(id);
  const row = await queryRow<SetAsideRow & { message: unknown }>(
    client,
    `delete from ${table} where position = $1 and next_try_at is not null returning ${columns}, ${message} as message`,
    [position],
  );
  return row && { ...row, message: row.message === null ? null : waitingMessageSchema.parse(row.message) };
};

/** Takes away commands of these orders that are set aside, or wait behind such a one, which go first. */
export const takeSetAsideOf = async (
  client: Queryable,
  orderIds: readonly string[],
  rowMax: number,
): Promise<OrderMessage[]> => {
  const messages = await queryValues<unknown>(client, {
    name: 'take_set_aside_of',
    text: `
      delete from parked_commands where id = any(array(
        select id from parked_commands where order_id = any(array(
          select order_id from parked_commands where order_id = any($1) and next_try_at is not null))
        order by next_try_at is not null, position limit $2))
      returning message`,
    values: [arrayOf('text', orderIds), rowMax],
  });
  return messages.map((message) => waitingMessageSchema.parse(message));
};
