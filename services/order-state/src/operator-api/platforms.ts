import { z } from 'zod';
import {
  createPlatformSchema,
  type CreatePlatformToken,
  createPlatformTokenSchema,
  pageQuerySchema,
  patchPlatformSchema,
  type PlatformCreated,
  type PlatformTokenCreated,
  type PlatformView,
} from '@delivery/contracts';
import {
  answerJson,
  decodeCursor,
  encodeCursor,
  fieldErrorAt,
  noContent,
  parseBody,
  ProblemError,
  type QueryHandler,
  toPage,
  withQuery,
} from '@delivery/http-edge';
import { inTransaction, type Pool, type Queryable, type Transaction } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { insertActivity, type NewActivity } from '../activity/queries.js';
import { revokeToken } from '../merchants/credential-queries.js';
import {
  countPlatformTokens,
  findPlatformByName,
  insertPlatformToken,
  listPlatforms,
  type PlatformRow,
  readPlatform,
  updatePlatform,
} from '../merchants/platform-queries.js';
import { nextDirectoryVersion } from '../merchants/queries.js';
import { createPlatformToken, hashCredential } from '../merchants/rules/credentials.js';
import { providePlatform } from '../shared-api/change-merchants.js';
import { platformNotFound, readPlatformId, readTokenId, tokenNotFound } from '../shared-api/read-params.js';
import { actorOf, type OperatorHandle } from './rules/caller.js';

const cursorSchema = z.tuple([z.string().max(128)]);

export const viewPlatforms = (deps: { pool: Pool }): QueryHandler =>
  withQuery(pageQuerySchema, async ({ limit, cursor }) => {
    const [afterName] = decodeCursor(cursorSchema, cursor) ?? [''];
    const rows = await listPlatforms(deps.pool, { afterName, rowMax: limit + 1 });
    const page = toPage(rows, limit, (row) => encodeCursor([row.name]));
    return answerJson(200, { ...page, data: page.data.map(toView) });
  });

export const viewPlatform =
  (deps: { pool: Pool }): OperatorHandle =>
  async (request) =>
    answerJson(200, await readView(deps.pool, readPlatformId(request)));

const readView = async (client: Queryable, id: string): Promise<PlatformView> => {
  const row = await readPlatform(client, id);
  if (!row) throw platformNotFound();
  return toView(row);
};

const toView = ({ created_at: createdAt, tokens, ...row }: PlatformRow): PlatformView => ({
  ...row,
  created_at: createdAt.toISOString(),
  tokens: tokens.map(({ created_at, expires_at: expiresAt, last_used_at: usedAt, ...token }) => ({
    ...token,
    created_at: new Date(created_at).toISOString(),
    expires_at: expiresAt && new Date(expiresAt).toISOString(),
    last_used_at: usedAt && new Date(usedAt).toISOString(),
  })),
});

export type PlatformDeps = { pool: Pool; sealer: Sealer; now: () => number; logger: Logger };

/** The token is shown in this answer and never again. */
export const createPlatform =
  (deps: PlatformDeps): OperatorHandle =>
  async (request) => {
    const { name, ...wanted } = parseBody(createPlatformSchema, request.body);
    const created = await inTransaction(deps.pool, async (client) => {
      const version = await nextDirectoryVersion(client);
      await refuseTakenName(client, name);
      const { platformId: id } = await providePlatform(client, deps.sealer, { name, mode: 'live' });
      await updatePlatform(client, id, {}, version);
      const { token } = await writeToken(client, id, wanted, deps.now());
      await log(client, request, id, { action: 'platform.created' });
      return { ...(await readView(client, id)), token } satisfies PlatformCreated;
    });
    deps.logger.info({ platformId: created.id, mode: wanted.mode }, 'platform.created');
    return answerJson(201, created);
  };

/** Runs under the directory's lock, so that two that come at once see each other. */
const refuseTakenName = async (client: Transaction, name: string, ownId?: string): Promise<void> => {
  const other = await findPlatformByName(client, name);
  if (other === undefined || other === ownId) return;
  throw new ProblemError(
    'platform_name_taken',
    `The platform ${other} has the name ${JSON.stringify(name)} already. Add a token to that one, or use another name.`,
  );
};

export const changePlatform =
  (deps: PlatformDeps): OperatorHandle =>
  async (request) => {
    const id = readPlatformId(request);
    const patch = parseBody(patchPlatformSchema, request.body);
    const view = await inTransaction(deps.pool, async (client) => {
      const version = await nextDirectoryVersion(client);
      if (patch.name !== undefined) await refuseTakenName(client, patch.name, id);
      if (!(await updatePlatform(client, id, patch, version))) throw platformNotFound();
      const action = patch.status === undefined ? 'platform.changed' : switched[patch.status];
      await log(client, request, id, { action, detail: Object.keys(patch).join(', ') });
      return readView(client, id);
    });
    deps.logger.info({ platformId: id, status: view.status }, 'platform.changed');
    return answerJson(200, view);
  };

const switched = { active: 'platform.enabled', disabled: 'platform.disabled' } as const;

const log = (client: Transaction, request: Parameters<typeof actorOf>[0], id: string, done: Done): Promise<void> =>
  insertActivity(client, actorOf(request), { ...done, subject: { type: 'platform', id } });

type Done = Pick<NewActivity, 'action' | 'detail'>;

/** Of each mode one token in use, and one to change over to. */
const activeTokenMax = 2;

export const addPlatformToken =
  (deps: PlatformDeps): OperatorHandle =>
  async (request) => {
    const id = readPlatformId(request);
    const wanted = parseBody(createPlatformTokenSchema, request.body);
    const created = await inTransaction(deps.pool, async (client) => {
      await touch(client, id);
      if ((await countPlatformTokens(client, id, wanted.mode)) >= activeTokenMax) {
        throw new ProblemError(
          'token_limit_reached',
          `A platform can have at most ${activeTokenMax} active tokens of a mode. Revoke one first.`,
        );
      }
      const token = await writeToken(client, id, wanted, deps.now());
      await log(client, request, id, { action: 'platform.token_created', detail: token.id });
      return token;
    });
    deps.logger.info({ platformId: id, tokenId: created.id }, 'platform.token_added');
    return answerJson(201, created);
  };

const writeToken = async (
  client: Transaction,
  platformId: string,
  wanted: CreatePlatformToken,
  nowMs: number,
): Promise<PlatformTokenCreated> => {
  const { mode, scopes, expires_at: expiresAt } = wanted;
  if (expiresAt && Date.parse(expiresAt) <= nowMs) throw expired();
  const token = createPlatformToken(mode);
  const row = await insertPlatformToken(client, platformId, { ...wanted, hash: hashCredential(token) });
  return {
    id: row.id,
    mode,
    scopes,
    token,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  };
};

const expired = (): ProblemError =>
  new ProblemError('validation_failed', 'expires_at is in the past: the token would open nothing. Give a later time.', {
    errors: [fieldErrorAt('/expires_at', 'invalid_value', 'expected a time in the future')],
  });

/** Revoking twice is as good as once. */
export const removePlatformToken =
  (deps: PlatformDeps): OperatorHandle =>
  async (request) => {
    const [id, tokenId] = [readPlatformId(request), readTokenId(request)];
    await inTransaction(deps.pool, async (client) => {
      await touch(client, id);
      if (!(await revokeToken(client, 'platform_tokens', id, tokenId))) throw tokenNotFound();
      await log(client, request, id, { action: 'platform.token_revoked', detail: tokenId });
    });
    deps.logger.info({ platformId: id, tokenId }, 'platform.token_removed');
    return noContent;
  };

/** The directory's lock is held from here on: tokens of a platform are counted by one transaction at a time. */
const touch = async (client: Transaction, id: string): Promise<void> => {
  if (!(await updatePlatform(client, id, {}, await nextDirectoryVersion(client)))) throw platformNotFound();
};
