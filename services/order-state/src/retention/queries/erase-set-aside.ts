import { type DeliveryAttempted, deliveryAttemptedSchema } from '@delivery/contracts';
import { type Queryable, queryRows, relation } from '@delivery/postgres';
import { insertUndecidedCommands } from '../../orders/queries/commands.js';
import { takeSetAsideOf } from '../../orders/queries/set-aside.js';
import { withoutOrder } from '../../orders/rules/decide-batch.js';

/** A message or report as text, because Postgres cannot look into a document that holds U+0000. */
export type SetAside = { orderId: string; text: string; parkedAt: Date };

/**
 * Erases what is set aside and has no order, or one whose data is erased, and the texts of reports that are set aside. It reads everything
 * that is set aside, which is little.
 * @returns how many commands and reports had something to erase
 */
export const eraseSetAside = async (
  client: Queryable,
  isAbout: (found: SetAside) => boolean,
  now: Date,
): Promise<number> => {
  const found = await queryRows<SetAside>(client, {
    name: 'read_set_aside_to_erase',
    text: `
      select order_id as "orderId", message::text as text, parked_at as "parkedAt" from parked_commands p
      where order_id in (select order_id from parked_commands where next_try_at is not null)
        and not exists (select from orders o where o.id = p.order_id and o.erased_at is null)`,
  });
  const orderIds = [...new Set(found.filter(isAbout).map(({ orderId }) => orderId))];
  return (await discardSetAside(client, orderIds, now)) + (await eraseReports(client, isAbout));
};

/**
 * Discards the commands of these orders that were set aside. They hold what was sent, and none of it may come into the order later. Each is
 * recorded as refused, without its content.
 * @returns how many
 */
export const discardSetAside = async (client: Queryable, orderIds: readonly string[], now: Date): Promise<number> => {
  const records = (await takeSetAsideOf(client, orderIds)).map((message) => ({
    ...{ message, ...withoutOrder, outcome: 'refused' as const, code: 'parked_expired' as const },
    detail: 'The data of the order was erased before the database could apply this command.',
  }));
  if (records.length > 0) await insertUndecidedCommands(client, records, now);
  return records.length;
};

type ErasedReport = { position: string; attempt: DeliveryAttempted };

const erased = relation<ErasedReport>({
  position: ['text', ({ position }) => position],
  attempt: ['json', ({ attempt }) => JSON.stringify(attempt)],
});

/** Erases what receivers answered from reports that are set aside. @returns how many had an answer */
export const eraseReports = async (client: Queryable, isAbout: (found: SetAside) => boolean): Promise<number> => {
  const rows = await queryRows<{ position: string; text: string; parkedAt: Date }>(client, {
    name: 'read_reports_to_erase',
    text: `
      select position::text, attempt::text as text, parked_at as "parkedAt" from parked_attempts
      where next_try_at is not null order by position for update`,
  });
  const reports = rows
    .map((row) => ({ ...row, attempt: deliveryAttemptedSchema.parse(JSON.parse(row.text)) }))
    .filter(({ attempt }) => attempt.response_excerpt !== null || attempt.error_detail !== undefined)
    .filter(({ attempt, ...row }) => isAbout({ ...row, orderId: attempt.order_id }))
    .map(({ position, attempt }) => ({
      position,
      attempt: { ...attempt, response_excerpt: null, error_detail: undefined },
    }));
  if (reports.length === 0) return 0;
  await client.query({
    name: 'erase_reports',
    text: `
      update parked_attempts p set attempt = t.attempt
      from ${erased.unnest(1)} as t (${erased.columns}) where p.position = t.position::bigint`,
    values: erased.values(reports),
  });
  return reports.length;
};
