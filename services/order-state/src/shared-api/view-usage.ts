import { z } from 'zod';
import {
  merchantIdSchema,
  type MerchantUsage,
  operatorUsageExportQuerySchema,
  operatorUsageQuerySchema,
  type pageQuerySchema,
  toCsvRow,
  usageExportQuerySchema,
  type UsageMonths,
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
import { answerExport, readInSteps } from './answer-export.js';
import { confirmMerchant, readMerchantId } from './read-params.js';

type UsageDeps = { pool: Pool; now: () => number };
type WhoseUsage = (request: ApiRequest) => Omit<UsageOf, 'month'>;

const cursorSchema = z.tuple([z.int().min(0).max(2_147_483_647), merchantIdSchema]);

/** A month of all merchants of a platform. */
export const viewOwnUsage = (deps: UsageDeps, whose: WhoseUsage): QueryHandler =>
  withQuery(usageQuerySchema, (query, request) => answerPage(deps, { ...whose(request), ...query }));

/** And of all that there are. */
export const viewUsage = (deps: UsageDeps): QueryHandler =>
  withQuery(operatorUsageQuerySchema, ({ platform_id: platformId, ...query }) =>
    answerPage(deps, { platformId, ...query }),
  );

/** Absent: the current month. */
type AnyMonth = Omit<UsageOf, 'month'> & { month?: string | undefined };

const answerPage = async (
  { pool, now }: UsageDeps,
  { limit, cursor, month = monthOf(now()), ...of }: AnyMonth & z.infer<typeof pageQuerySchema>,
): Promise<Answer> => {
  const position = decodeCursor(cursorSchema, cursor);
  const after = position && { attempts: position[0], id: position[1] };
  const rows = await listUsage(pool, { month, ...of }, { after, rowMax: limit + 1 });
  return answerList(rows, limit, (row) => [row.webhooks.attempts, row.merchant_id]);
};

export const exportOwnUsage = (deps: UsageDeps, whose: WhoseUsage): QueryHandler =>
  withQuery(usageExportQuerySchema, (query, request) =>
    Promise.resolve(answerFile(deps, { ...whose(request), ...query })),
  );

export const exportUsage = (deps: UsageDeps): QueryHandler =>
  withQuery(operatorUsageExportQuerySchema, ({ platform_id: platformId, ...query }) =>
    Promise.resolve(answerFile(deps, { platformId, ...query })),
  );

const answerFile = (
  { pool, now }: UsageDeps,
  { format, month = monthOf(now()), ...of }: AnyMonth & Pick<z.infer<typeof usageExportQuerySchema>, 'format'>,
): Answer => {
  const steps = readInSteps<MerchantUsage>((last, rowMax) =>
    listUsageById(pool, { month, ...of }, { afterId: last?.merchant_id ?? '', rowMax }),
  );
  return answerExport(steps, { name: `usage-${month}`, format, csvHead, toCsvLine });
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
