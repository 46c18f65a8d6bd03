import { z } from 'zod';
import { type ActivityEntry, activityExportQuerySchema, activityListQuerySchema, toCsvRow } from '@delivery/contracts';
import { answerJson, decodeCursor, encodeCursor, type QueryHandler, toPage, withQuery } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { type ActivityRow, listActivity } from '../activity/queries.js';
import { maskUrl } from '../endpoints/rules/webhook-url.js';
import { answerExport, readInSteps } from '../shared-api/answer-export.js';

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
    const steps = readInSteps<ActivityEntry>(async (last, rowMax) => {
      const rows = await listActivity(pool, filter, { beforeId: last?.id ?? null, rowMax });
      return rows.map(toEntry);
    });
    return Promise.resolve(answerExport(steps, { name: 'activity', format, csvHead, toCsvLine }));
  });

const toEntry = (row: ActivityRow): ActivityEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: { type: row.actor_type, name: row.actor_name },
  action: row.action,
  subject: {
    type: row.subject_type,
    id: row.subject_id,
    name: row.subject_name ?? (row.subject_url && maskUrl(row.subject_url)),
  },
  merchant_id: row.merchant_id,
  merchant_name: row.merchant_name,
  reason: row.reason,
  detail: row.detail,
  address: row.address,
});

/** RFC 4180. */
export const csvHead =
  'id,at,actor_type,actor_name,action,subject_type,subject_id,subject_name,merchant_id,merchant_name,reason,detail,address\r\n';

export const toCsvLine = ({
  id,
  at,
  actor,
  action,
  subject,
  merchant_id,
  merchant_name,
  ...rest
}: ActivityEntry): string =>
  toCsvRow([
    ...[id, at, actor.type, actor.name, action, subject.type, subject.id, subject.name],
    ...[merchant_id, merchant_name],
    ...[rest.reason, rest.detail, rest.address],
  ]);
