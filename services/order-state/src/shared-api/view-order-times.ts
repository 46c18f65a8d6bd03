import {
  orderParts,
  type OrderTimes,
  orderTimesDaysMax,
  type OrderTimesQuery,
  orderTimesQuerySchema,
  type OrderTimesRow,
  toCsvRow,
} from '@delivery/contracts';
import { answerJson, ProblemError, type QueryHandler, withQuery } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { readOrderTimes } from '../dashboards/order-times-queries.js';
import { createDayTeller, knownZone } from '../dashboards/rules/count-order-times.js';
import { readMerchant } from '../merchants/queries.js';
import { answerCsv } from './answer-csv.js';
import { merchantNotFound, readMerchantId } from './read-params.js';

/** How long the orders of a merchant took from step to step. */
export const viewOrderTimes = ({ pool, now }: { pool: Pool; now: () => number }): QueryHandler =>
  withQuery(orderTimesQuerySchema, async (query, request) => {
    const merchantId = readMerchantId(request);
    const merchant = await readMerchant(pool, merchantId);
    if (!merchant) throw merchantNotFound();
    const { from, to } = rangeOf(query, createDayTeller()(merchant.time_zone, now()));
    const { by, format, store_ref: storeRef, courier_system: courierSystem } = query;
    const data = await readOrderTimes(pool, { merchantId, from, to, by, storeRef, courierSystem });
    if (format === 'json')
      return answerJson(200, { from, to, time_zone: knownZone(merchant.time_zone), data } satisfies OrderTimes);
    return answerCsv([data], { name: `order-times-${from}-${to}`, csvHead: csvHead(by), toCsvLine });
  });

const dayMs = 24 * 3_600_000;
const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** Twelve months with the one of `to`, or thirty days. */
const defaultFrom = (by: OrderTimesQuery['by'], to: string): string => {
  if (by !== 'month') return plusDays(to, -29);
  const [year = 0, month = 0] = to.split('-').map(Number);
  return new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10);
};

/** @throws ProblemError `invalid_parameter` */
const rangeOf = ({ by, ...query }: OrderTimesQuery, today: string): { from: string; to: string } => {
  const to = query.to ?? today;
  const from = query.from ?? defaultFrom(by, to);
  if (from > to) throw new ProblemError('invalid_parameter', `from: expected a day that is not after ${to}.`);
  if (from <= plusDays(to, -orderTimesDaysMax))
    throw new ProblemError('invalid_parameter', `from: expected at most ${orderTimesDaysMax} days until ${to}.`);
  return { from, to };
};

const csvHead = (by: OrderTimesQuery['by']): string =>
  toCsvRow([by, 'orders', ...orderParts.flatMap((part) => [`${part}_orders`, `${part}_seconds`])]);

const toCsvLine = ({ group, orders, ...parts }: OrderTimesRow): string =>
  toCsvRow([group, orders, ...orderParts.flatMap((part) => [parts[part].orders, parts[part].seconds])]);
