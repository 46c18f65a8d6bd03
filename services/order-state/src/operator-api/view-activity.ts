import { z } from 'zod';
import {
  type ActivityEntry,
  activityExportQuerySchema,
  type ActivityFilter,
  activityListQuerySchema,
} from '@delivery/contracts';
import { answerJson, decodeCursor, encodeCursor, type QueryHandler, toPage, withQuery } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { type ActivityRow, listActivity } from '../activity/queries.js';
import { csvHead, toCsvLine } from '../activity/rules/to-csv.js';

const cursorSchema = z.tuple([z.int().min(0)]);

/** Newest first. */
export const viewActivity = ({ pool }: { pool: Pool }): QueryHandler =>
  withQuery(activityListQuerySchema, async ({ limit, cursor, ...filter }) => {
    const beforeId = decodeCursor(cursorSchema, cursor)?.[0] ?? null;
    const rows = await listActivity(pool, filter, { beforeId, rowMax: limit + 1 });
    const page = toPage(rows, limit, ({ id }) => encodeCursor([id]));
    return answerJson(200, { ...page, data: page.data.map(toEntry) });
  });

/** All of it as a file. */
export const exportActivity = ({ pool }: { pool: Pool }): QueryHandler =>
  withQuery(activityExportQuerySchema, ({ format, ...filter }) => {
    const entries = readAll(pool, filter);
    const [stream, type] =
      format === 'csv' ? [toCsv(entries), 'text/csv; charset=utf-8'] : [toJson(entries), 'application/json'];
    return Promise.resolve({
      status: 200,
      stream,
      headers: { 'content-type': type, 'content-disposition': `attachment; filename="activity.${format}"` },
    });
  });

/** Rows that are in memory at once. Between two reads no connection is held, however slowly the client reads. */
const stepMax = 1_000;

async function* readAll(pool: Pool, filter: ActivityFilter): AsyncGenerator<ActivityEntry[]> {
  for (let beforeId: number | null = null, isMore = true; isMore;) {
    const rows: ActivityRow[] = await listActivity(pool, filter, { beforeId, rowMax: stepMax });
    if (rows.length > 0) yield rows.map(toEntry);
    beforeId = rows.at(-1)?.id ?? null;
    isMore = rows.length === stepMax;
  }
}

async function* toCsv(steps: AsyncIterable<ActivityEntry[]>): AsyncGenerator<string> {
  yield csvHead;
  for await (const entries of steps) yield entries.map(toCsvLine).join('');
}

async function* toJson(steps: AsyncIterable<ActivityEntry[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const entries of steps) {
    yield `${before}${entries.map((entry) => JSON.stringify(entry)).join(',\n')}`;
    before = ',\n';
  }
  yield before === '[' ? '[]' : ']';
}

const toEntry = (row: ActivityRow): ActivityEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: { type: row.actor_type, name: row.actor_name },
  action: row.action,
  subject: { type: row.subject_type, id: row.subject_id },
  merchant_id: row.merchant_id,
  reason: row.reason,
  detail: row.detail,
  address: row.address,
});
