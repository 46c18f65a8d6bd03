import { z } from 'zod';
import {
  merchantIdSchema,
  type MerchantUsage,
  operatorUsageQuerySchema,
  toCsvRow,
  type UsageMonths,
  type UsageQuery,
  usageQuerySchema,
} from '@delivery/contracts';
import {
  type Answer,
  answerJson,
  answerList,
  type ApiRequest,
  decodeCursor,
  type HandlerOf,
  type QueryHandler,
  withQuery,
} from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { monthOf } from '../dashboards/rules/count-usage.js';
import { listUsage, listUsageById, readUsageOf, type UsageOf } from '../dashboards/usage-queries.js';
import { answerCsv, readInSteps } from './answer-csv.js';
import { confirmMerchant, readMerchantId } from './read-params.js';

type UsageDeps = { pool: Pool; now: () => number };
type WhoseUsage = (request: ApiRequest) => Omit<UsageOf, 'month'>;

const cursorSchema = z.tuple([z.int().min(0).max(2_147_483_647), merchantIdSchema]);

/** A month of all merchants of a platform. */
export const viewOwnUsage = (deps: UsageDeps, whose: WhoseUsage): QueryHandler =>
  withQuery(usageQuerySchema, (query, request) => answerMonth(deps, whose(request), query));

/** And of all that there are. */
export const viewUsage = (deps: UsageDeps): QueryHandler =>
  withQuery(operatorUsageQuerySchema, ({ platform_id: platformId, mode, q, ...query }) =>
    answerMonth(deps, { platformId, mode, q }, query),
  );

const answerMonth = async (
  { pool, now }: UsageDeps,
  whose: Omit<UsageOf, 'month'>,
  { limit, cursor, format, month = monthOf(now()) }: UsageQuery,
): Promise<Answer> => {
  const of = { ...whose, month };
  if (format === 'csv') {
    const steps = readInSteps<MerchantUsage>((last, rowMax) =>
      listUsageById(pool, of, { afterId: last?.merchant_id ?? '', rowMax }),
    );
    return answerCsv(steps, { name: `usage-${month}`, csvHead, toCsvLine });
  }
  const position = decodeCursor(cursorSchema, cursor);
  const after = position && { attempts: position[0], id: position[1] };
  const rows = await listUsage(pool, of, { after, rowMax: limit + 1 });
  return answerList(rows, limit, (row) => [row.webhooks.attempts, row.merchant_id]);
};

const csvHead =
  'month,mode,platform,merchant_id,reference,name,orders_created,orders_delivered,orders_canceled,orders_returned,' +
  'webhook_attempts,webhooks_delivered,webhooks_exhausted\r\n';

const toCsvLine = ({ month, mode, platform, merchant_id, reference, name, orders, webhooks }: MerchantUsage): string =>
  toCsvRow([
    ...[month, mode, platform.name, merchant_id, reference, name],
    ...[orders.created, orders.delivered, orders.canceled, orders.returned],
    ...[webhooks.attempts, webhooks.delivered, webhooks.exhausted],
  ]);

const monthMax = 24;

export const viewMerchantUsage: HandlerOf<Pick<UsageDeps, 'pool'>> = (deps) => async (request) => {
  const merchantId = readMerchantId(request);
  const rows = await readUsageOf(deps.pool, merchantId, monthMax);
  if (rows.length === 0) await confirmMerchant(deps.pool, merchantId);
  return answerJson(200, { data: rows } satisfies UsageMonths);
};
