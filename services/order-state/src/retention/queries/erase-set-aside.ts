import { type DeliveryAttempted, deliveryAttemptedSchema } from '@delivery/contracts';
import { type Queryable, queryRows, relation } from '@delivery/postgres';
import { insertUndecidedCommands } from '../../orders/queries/commands.js';
import { takeSetAsideOf } from '../../orders/queries/set-aside.js';
import { withoutOrder } from '../../orders/rules/decide-batch.js';

/** A message or report as text, because Postgres cannot look into a document that holds U+0000. */
export type SetAside = { orderId: string; text: string; parkedAt: Date };

/** Rows of one statement: a message may be as large as the body of a create. */
const pageMax = 50;

/**
 * Erases what is set aside and has no order, or one whose data is erased, and the texts of reports that are set aside.
 * It reads everything that is set aside, page by page.
 * @returns how many commands and reports had something to erase
 */
export const eraseSetAside = async (
  client: Queryable,
  isAbout: (found: SetAside) => boolean,
  now: Date,
): Promise<number> => {
  const orderIds = new Set<string>();
  const readAfter = (position: string) =>
    queryRows<SetAside & { position: string }>(client, {
      name: 'read_set_aside_to_erase',
      text: `
        select position::text, order_id as "orderId", message::text as text, parked_at as "parkedAt"
        from parked_commands p
        where position > $1 and order_id in (select order_id from parked_commands where next_try_at is not null)
          and not exists (select from orders o where o.id = p.order_id and o.erased_at is null)
        order by position limit $2`,
      values: [position, pageMax],
    });
  for await (const page of inPages(readAfter))
    for (const found of page) if (isAbout(found)) orderIds.add(found.orderId);
  return (await discardSetAside(client, [...orderIds], now)) + (await eraseReports(client, isAbout));
};

async function* inPages<Row extends { position: string }>(
  readAfter: (position: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let position: string | undefined = '0';
  while (position !== undefined) {
    const page: Row[] = await readAfter(position);
    yield page;
    position = page.at(-1)?.position;
  }
}

/**
 * Discards the commands of these orders that were set aside. They hold what was sent, and none of it may come into the
 * order later. Each is recorded as refused, without its content.
 * @returns how many
 */
export const discardSetAside = async (client: Queryable, orderIds: readonly string[], now: Date): Promise<number> => {
  let count = 0;
  for (;;) {
    const records = (await takeSetAsideOf(client, orderIds, pageMax)).map((message) => ({
      ...{ message, ...withoutOrder, outcome: 'refused' as const, code: 'parked_expired' as const },
      detail: 'The data of the order was erased before the database could apply this command.',
    }));
    if (records.length === 0) return count;
    await insertUndecidedCommands(client, records, now);
    count += records.length;
  }
};

type ErasedReport = { position: string; attempt: DeliveryAttempted };

const erased = relation<ErasedReport>({
  position: ['text', ({ position }) => position],
  attempt: ['json', ({ attempt }) => JSON.stringify(attempt)],
});

/** Erases what receivers answered from reports that are set aside. @returns how many had an answer */
export const eraseReports = async (client: Queryable, isAbout: (found: SetAside) => boolean): Promise<number> => {
  let count = 0;
  const readAfter = (position: string) =>
    queryRows<StoredReport>(client, {
      name: 'read_reports_to_erase',
      text: `
        select position::text, attempt::text as text, parked_at as "parkedAt" from parked_attempts
        where next_try_at is not null and position > $1 order by position limit $2 for update`,
      values: [position, pageMax],
    });
  for await (const page of inPages(readAfter)) count += await eraseAnswers(client, page, isAbout);
  return count;
};

type StoredReport = { position: string; text: string; parkedAt: Date };

const eraseAnswers = async (
  client: Queryable,
  rows: readonly StoredReport[],
  isAbout: (found: SetAside) => boolean,
): Promise<number> => {
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
