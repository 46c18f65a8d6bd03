import { z } from 'zod';
import { pageQuerySchema, type ReplayView } from '@delivery/contracts';
import {
  answerJson,
  type ApiRoute,
  decodeCursor,
  encodeCursor,
  type QueryHandler,
  toPage,
  withQuery,
} from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { listReplays, readReplay, type ReplayRow } from '../replays/queries/replays.js';
import { readMerchantId, readReplayId, replayNotFound } from './read-params.js';

const cursorSchema = z.tuple([z.guid()]);

/** Newest first. */
export const viewReplays = (deps: { pool: Pool }): QueryHandler =>
  withQuery(pageQuerySchema, async ({ limit, cursor }, request) => {
    const rows = await listReplays(deps.pool, {
      merchantId: readMerchantId(request),
      beforeId: decodeCursor(cursorSchema, cursor)?.[0] ?? null,
      rowMax: limit + 1,
    });
    const page = toPage(rows, limit, (row) => encodeCursor([row.id]));
    return answerJson(200, { ...page, data: page.data.map(toReplayView) });
  });

export const viewReplay =
  (deps: { pool: Pool }): ApiRoute['handle'] =>
  async (request) =>
    answerJson(200, await readReplayView(deps.pool, readMerchantId(request), readReplayId(request)));

export const readReplayView = async (pool: Pool, merchantId: string, replayId: string): Promise<ReplayView> => {
  const row = await readReplay(pool, merchantId, replayId);
  if (!row) throw replayNotFound();
  return toReplayView(row);
};

const toReplayView = (row: ReplayRow): ReplayView => ({
  ...row,
  since: row.since?.toISOString() ?? null,
  until: row.until?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  completed_at: row.completed_at?.toISOString() ?? null,
});
