import { z } from 'zod';
import {
  countSchema,
  type DirectoryPage,
  heartbeatSchema,
  merchantIdSchema,
  oauthClientIdSchema,
  refusedCallsSchema,
  tokensUsedSchema,
} from '@delivery/contracts';
import {
  answerJson,
  decodeCursor,
  encodeCursor,
  type HandlerOf,
  noContent,
  parseBody,
  type QueryHandler,
  withQuery,
} from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { readCourierEntries } from '../couriers/queries.js';
import type { OutageReport } from '../dashboards/outage.js';
import { noteHeartbeat } from '../dashboards/replica-queries.js';
import type { RetrySchedule } from '../ledger/rules/retries.js';
import { markTokensUsed } from '../merchants/credential-queries.js';
import { readPlatformEntries } from '../merchants/platform-queries.js';
import { findDirectoryEntry, readDirectory, readDirectoryChanges } from '../merchants/queries.js';
import { addRefusedCalls } from '../operational-events/queries.js';
import { merchantNotFound } from '../shared-api/read-params.js';

const limit = countSchema(1000).default(1000);
const snapshotQuery = z.object({ limit, cursor: z.string().max(512).optional() });
const changesQuery = z.object({
  limit,
  since: z
    .string()
    .regex(/^\d{1,15}$/, 'expected a version')
    .transform(Number),
});
/** By one of them. */
const lookupQuery = z.object({
  token_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in hexadecimal')
    .optional(),
  client_id: oauthClientIdSchema.optional(),
});
/** The first page's version, then the last merchant of the page before. */
const cursorSchema = z.tuple([z.int(), merchantIdSchema]);

/** `oauthKey`: base64. */
export type DirectoryDeps = { pool: Pool; oauthKey: () => string; retrySchedule: RetrySchedule };

/**
 * The whole directory in pages. Every page says the version of the first: a merchant written while the pages are walked
 * may be on none of them as it is now, but is among the changes since that version.
 */
export const viewDirectory = (deps: DirectoryDeps): QueryHandler =>
  withQuery(snapshotQuery, async ({ limit, cursor }) => {
    const position = decodeCursor(cursorSchema, cursor);
    const read = await readDirectory(deps.pool, { afterId: position?.[1] ?? '', limit });
    const version = position?.[0] ?? read.version;
    const callers = position ? noCallers : await readCallers(deps.pool, 0);
    const last = read.entries.at(-1);
    const more = last !== undefined && read.entries.length === limit;
    const page: DirectoryPage = {
      epoch: read.epoch,
      version,
      oauth_key: deps.oauthKey(),
      retry_delays_ms: [...deps.retrySchedule],
      data: read.entries,
      ...callers,
      next_cursor: more ? encodeCursor([version, last.merchant_id]) : null,
    };
    return answerJson(200, page);
  });

/** Callers with tokens of their own beside the merchants. */
const readCallers = async (pool: Pool, sinceVersion: number): Promise<Callers> => ({
  courier_systems: await readCourierEntries(pool, sinceVersion),
  platforms: await readPlatformEntries(pool, sinceVersion),
});

type Callers = Pick<DirectoryPage, 'courier_systems' | 'platforms'>;
const noCallers: Callers = { courier_systems: [], platforms: [] };

/** A full page ends at its last entry's version, where the next call goes on; else nothing newer was committed. */
export const viewDirectoryChanges = (deps: DirectoryDeps): QueryHandler =>
  withQuery(changesQuery, async ({ limit, since }) => {
    const { epoch, version, entries } = await readDirectoryChanges(deps.pool, { sinceVersion: since, limit });
    // After it: what is newer than the version comes again with the next call.
    const callers = version > since ? await readCallers(deps.pool, since) : noCallers;
    const last = entries.at(-1);
    const upTo = last !== undefined && entries.length === limit ? last.version : version;
    const page: DirectoryPage = {
      epoch,
      version: upTo,
      oauth_key: deps.oauthKey(),
      retry_delays_ms: [...deps.retrySchedule],
      data: entries,
      ...callers,
      next_cursor: null,
    };
    return answerJson(200, page);
  });

export const lookUpToken = (deps: { pool: Pool }): QueryHandler =>
  withQuery(lookupQuery, async ({ token_hash, client_id }) => {
    const entry = await findDirectoryEntry(deps.pool, { tokenHash: token_hash ?? null, clientId: client_id ?? null });
    if (!entry) throw merchantNotFound();
    return answerJson(200, entry);
  });

/** Hashes of tokens that intake-api has seen. */
export const useTokens: HandlerOf<{ pool: Pool; now: () => number }> =
  (deps) =>
  async ({ body }) => {
    const { token_hashes: hashes } = parseBody(tokensUsedSchema, body);
    await markTokensUsed(deps.pool, hashes, new Date(deps.now()));
    return noContent;
  };

/** Calls that intake-api refused, by merchant. */
export const countRefusedCalls: HandlerOf<{ pool: Pool }> =
  (deps) =>
  async ({ body }) => {
    await addRefusedCalls(deps.pool, parseBody(refusedCallsSchema, body).refused);
    return noContent;
  };

/** Report of a replica of intake-api. */
export const hearHeartbeat: HandlerOf<{ pool: Pool; outage: Pick<OutageReport, 'onHeard'> }> =
  (deps) =>
  async ({ body }) => {
    const heartbeat = parseBody(heartbeatSchema, body);
    deps.outage.onHeard(heartbeat);
    await noteHeartbeat(deps.pool, heartbeat);
    return noContent;
  };
