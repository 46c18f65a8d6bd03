import { pollUntil } from '@delivery/test-support';
import { findLosses } from '../check/find-losses.js';
import type { OrderTruth } from '../check/truth.js';
import type { OrderRecord, RoundRecord } from '../record.js';
import { query } from './postgres.js';

/** Orders with everything that was accepted up to a moment. */
export type Moment = readonly OrderRecord[];

export const takeMoment = ({ orders }: RoundRecord): Moment =>
  [...orders.values()].map((order) => ({ ...order, reported: [...order.reported] }));

/** Read from the database, because API calls for each order would be a load of their own. */
const findMissing = `
  select t.type, t.id from (
    select 'order.created', unnest($1::text[]) union all
    select 'order.ready_requested', unnest($2::text[]) union all
    select 'order.cancel_requested', unnest($3::text[])) as t (type, id)
  where not exists (select from all_commands c where c.order_id = t.id and c.type = t.type)
    and not (t.type = 'order.created' and exists (select from orders o where o.id = t.id)) limit 1`;

/** Resolves when everything accepted so far is applied. */
export const takeAppliedMoment = (databaseUrl: string, record: RoundRecord): Promise<Moment> => {
  const moment = takeMoment(record);
  const idsOf = (isMeant: (order: OrderRecord) => boolean) => moment.filter(isMeant).map(({ id }) => id);
  const ids = [
    idsOf(() => true),
    idsOf(({ isReadyAccepted }) => isReadyAccepted),
    idsOf(({ isCancelAccepted }) => isCancelAccepted),
  ];
  return pollUntil('what was accepted is applied', async () => {
    const [missing] = await query(databaseUrl, findMissing, ids);
    if (missing) throw new Error(`${String(missing['id'])}: ${String(missing['type'])} is not applied`);
    return moment;
  });
};

/** Lost parts of what was accepted by then, one sentence each. */
export const listLosses = (moment: Moment, truths: ReadonlyMap<string, OrderTruth>): string[] =>
  moment.flatMap((order) => {
    const truth = truths.get(order.id);
    return truth === undefined ? [] : findLosses(order, truth);
  });

export const isThere = ({ id }: OrderRecord, truths: ReadonlyMap<string, OrderTruth>): boolean =>
  truths.get(id)?.timeline !== undefined;
