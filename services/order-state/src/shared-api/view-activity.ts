import { z } from 'zod';
import {
  type ActivityEntry,
  type ActivityFilter,
  activityListQuerySchema,
  type OwnActivityEntry,
  ownActivityListQuerySchema,
  type pageQuerySchema,
  toCsvRow,
} from '@delivery/contracts';
import { type Answer, answerList, decodeCursor, type QueryHandler, withQuery } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { type ActivityRow, listActivity } from '../activity/queries.js';
import { maskUrl } from '../endpoints/rules/webhook-url.js';
import { answerCsv, readInSteps } from './answer-csv.js';
import { readOwnerId } from './read-params.js';

const cursorSchema = z.tuple([z.int().min(0)]);

/** Newest first. */
export const viewActivity = ({ pool }: { pool: Pool }): QueryHandler =>
  withQuery(activityListQuerySchema, async ({ limit, cursor, format, ...filter }) =>
    format === 'csv' ? answerFile(pool, filter) : answerPage(pool, filter, { limit, cursor, toView: toEntry }),
  );

/** The changes of an owner's things. */
export const viewOwnActivity = ({ pool }: { pool: Pool }): QueryHandler =>
  withQuery(ownActivityListQuerySchema, ({ limit, cursor, ...filter }, request) =>
    answerPage(pool, { ...filter, merchant_id: readOwnerId(request) }, { limit, cursor, toView: toOwnEntry }),
  );

const answerPage = async (
  pool: Pool,
  filter: ActivityFilter,
  { limit, cursor, toView }: z.infer<typeof pageQuerySchema> & { toView: (row: ActivityRow) => object },
): Promise<Answer> => {
  const beforeId = decodeCursor(cursorSchema, cursor)?.[0] ?? null;
  const rows = await listActivity(pool, filter, { beforeId, rowMax: limit + 1 });
  return answerList(rows, limit, ({ id }) => [id], toView);
};

const answerFile = (pool: Pool, filter: ActivityFilter): Answer => {
  const steps = readInSteps<ActivityEntry>(async (last, rowMax) => {
    const rows = await listActivity(pool, filter, { beforeId: last?.id ?? null, rowMax });
    return rows.map(toEntry);
  });
  return answerCsv(steps, { name: 'activity', csvHead, toCsvLine });
};

/** Operators alone see each other's names and reasons. */
const toOwnEntry = (row: ActivityRow): OwnActivityEntry => {
  const { merchant_id: _, merchant_name: __, ...entry } = toEntry(row);
  const { type } = entry.actor;
  if (type !== 'person' && type !== 'token') return entry;
  return { ...entry, actor: { type, name: null, credential: null }, reason: null, address: null };
};

const toEntry = ({ subject_url: url, ...row }: ActivityRow): ActivityEntry => ({
  ...row,
  at: row.at.toISOString(),
  subject: { ...row.subject, name: row.subject.name ?? (url && maskUrl(url)) },
});

/** RFC 4180. */
export const csvHead =
  'id,at,actor_type,actor_name,credential_type,credential_id,action,subject_type,subject_id,subject_name,merchant_id,merchant_name,reason,detail,changes,address\r\n';

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
    ...[id, at, actor.type, actor.name, actor.credential?.type ?? null, actor.credential?.id ?? null],
    ...[action, subject.type, subject.id, subject.name],
    ...[merchant_id, merchant_name],
    ...[rest.reason, rest.detail, rest.changes && JSON.stringify(rest.changes), rest.address],
  ]);
