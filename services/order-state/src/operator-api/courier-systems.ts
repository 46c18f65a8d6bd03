import { z } from 'zod';
import {
  type CourierSystemCreated,
  courierSystemIdSchema,
  type CourierSystemView,
  createCourierSystemSchema,
  type MerchantMode,
  pageQuerySchema,
  patchCourierSystemSchema,
  type TokenCreated,
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
import type { Logger } from '@delivery/service-kit';
import { type Actor, insertActivity, type NewActivity } from '../activity/queries.js';
import {
  type CourierSystemRow,
  insertCourierSystem,
  listCourierSystems,
  readCourierSystem,
  replaceServed,
  updateCourierSystem,
} from '../couriers/queries/systems.js';
import { disableEndpoints, enableEndpoint, lockWindowsOf } from '../endpoints/queries/write-endpoints.js';
import { countActiveTokens, insertToken, revokeToken } from '../merchants/credential-queries.js';
import { nextDirectoryVersion } from '../merchants/queries.js';
import { createCourierSystemId, createCourierToken, hashCredential } from '../merchants/rules/credentials.js';
import { courierSystemNotFound, readCourierSystemId, readTokenId, tokenNotFound } from '../shared-api/read-params.js';
import { actorOf, type OperatorHandle } from './rules/caller.js';

const cursorSchema = z.tuple([courierSystemIdSchema]);

export const viewCourierSystems = (deps: { pool: Pool }): QueryHandler =>
  withQuery(pageQuerySchema, async ({ limit, cursor }) => {
    const [afterId] = decodeCursor(cursorSchema, cursor) ?? [''];
    const rows = await listCourierSystems(deps.pool, { afterId, rowMax: limit + 1 });
    const page = toPage(rows, limit, (row) => encodeCursor([row.id]));
    return answerJson(200, { ...page, data: page.data.map(toView) });
  });

export const viewCourierSystem =
  (deps: { pool: Pool }): OperatorHandle =>
  async (request) =>
    answerJson(200, await readView(deps.pool, readCourierSystemId(request)));

const readView = async (client: Queryable, id: string): Promise<CourierSystemView> => {
  const row = await readCourierSystem(client, id);
  if (!row) throw courierSystemNotFound();
  return toView(row);
};

const toView = (row: CourierSystemRow): CourierSystemView => ({
  id: row.id,
  name: row.name,
  mode: row.mode,
  status: row.status,
  merchants: row.serves_all ? 'all' : row.merchant_ids,
  per_minute: row.per_minute,
  created_at: row.created_at.toISOString(),
  tokens: row.tokens.map(({ id, created_at, last_used_at: usedAt }) => ({
    id,
    created_at: new Date(created_at).toISOString(),
    last_used_at: usedAt && new Date(usedAt).toISOString(),
  })),
});

export type CourierSystemDeps = { pool: Pool; logger: Logger };

/** The token is shown in this answer and never again. */
export const createCourierSystem =
  (deps: CourierSystemDeps): OperatorHandle =>
  async (request) => {
    const { name, mode, merchants } = parseBody(createCourierSystemSchema, request.body);
    const id = createCourierSystemId(mode);
    const token = createCourierToken(mode);
    const view = await inTransaction(deps.pool, async (client) => {
      const version = await nextDirectoryVersion(client);
      await insertCourierSystem(client, { id, name, mode, servesAll: merchants === 'all', version });
      await setServed(client, { id, mode }, merchants);
      await insertToken(client, 'courier_tokens', id, hashCredential(token));
      await log(client, request, id, { action: 'courier_system.created' });
      return readView(client, id);
    });
    deps.logger.info({ courierSystemId: id, mode }, 'courier_system.created');
    return answerJson(201, { ...view, token } satisfies CourierSystemCreated);
  };

export type ChangeCourierSystemDeps = CourierSystemDeps & {
  now: () => number;
  /** Called after the COMMIT of a change that may have made deliveries due. */
  wakeRelay: () => void;
};

export const changeCourierSystem =
  (deps: ChangeCourierSystemDeps): OperatorHandle =>
  async (request) => {
    const id = readCourierSystemId(request);
    const patch = parseBody(patchCourierSystemSchema, request.body);
    const view = await inTransaction(deps.pool, async (client) => {
      const version = await nextDirectoryVersion(client);
      const mode = await updateCourierSystem(client, id, patch, version);
      if (!mode) throw courierSystemNotFound();
      if (patch.merchants !== undefined) await setServed(client, { id, mode }, patch.merchants);
      if (patch.status !== undefined) await switchEndpoints(client, id, patch.status, deps.now(), actorOf(request));
      const action = patch.status === undefined ? 'courier_system.changed' : switched[patch.status];
      await log(client, request, id, { action, detail: Object.keys(patch).join(', ') });
      return readView(client, id);
    });
    deps.wakeRelay();
    deps.logger.info({ courierSystemId: id, status: view.status }, 'courier_system.changed');
    return answerJson(200, view);
  };

/** The reason that the system is shown. */
const disabledWithSystem = 'system_disabled';

/** While it is disabled nothing is sent to it: its webhooks are held. Those that it had disabled itself stay so. */
const switchEndpoints = async (
  client: Transaction,
  systemId: string,
  status: 'active' | 'disabled',
  nowMs: number,
  actor: Actor,
): Promise<void> => {
  const now = new Date(nowMs);
  if (status === 'disabled') {
    const ids = await lockWindowsOf(client, systemId, { status: 'active', reason: null });
    if (ids.length > 0) await disableEndpoints(client, ids, disabledWithSystem, now, actor);
    return;
  }
  const ids = await lockWindowsOf(client, systemId, { status: 'disabled', reason: disabledWithSystem });
  for (const id of ids) await enableEndpoint(client, id, now, actor);
};

const switched = { active: 'courier_system.enabled', disabled: 'courier_system.disabled' } as const;

const log = (client: Transaction, request: Parameters<typeof actorOf>[0], id: string, done: Done): Promise<void> =>
  insertActivity(client, actorOf(request), { ...done, subject: { type: 'courier_system', id } });

type Done = Pick<NewActivity, 'action' | 'detail'>;

const setServed = async (
  client: Transaction,
  system: { id: string; mode: MerchantMode },
  merchants: 'all' | readonly string[],
): Promise<void> => {
  const wanted = merchants === 'all' ? [] : merchants;
  const served = new Set(await replaceServed(client, system, wanted));
  const index = wanted.findIndex((merchantId) => !served.has(merchantId));
  if (index < 0) return;
  throw new ProblemError('validation_failed', `merchants: there is no such ${system.mode} merchant.`, {
    errors: [fieldErrorAt(`/merchants/${index}`, 'invalid_value', `expected the id of a ${system.mode} merchant`)],
  });
};

/** One token in use, and one to change over to. */
const activeTokenMax = 2;

export const addCourierToken =
  (deps: CourierSystemDeps): OperatorHandle =>
  async (request) => {
    const id = readCourierSystemId(request);
    const { token, row } = await inTransaction(deps.pool, async (client) => {
      const token = createCourierToken(await touch(client, id));
      if ((await countActiveTokens(client, 'courier_tokens', id)) >= activeTokenMax) {
        throw new ProblemError(
          'token_limit_reached',
          `A courier's system can have at most ${activeTokenMax} active tokens. Revoke one first.`,
        );
      }
      const row = await insertToken(client, 'courier_tokens', id, hashCredential(token));
      await log(client, request, id, { action: 'courier_system.token_created', detail: row.id });
      return { token, row };
    });
    deps.logger.info({ courierSystemId: id, tokenId: row.id }, 'courier_system.token_added');
    const created: TokenCreated = { id: row.id, token, created_at: row.created_at.toISOString() };
    return answerJson(201, created);
  };

/** Revoking twice is as good as once. */
export const removeCourierToken =
  (deps: CourierSystemDeps): OperatorHandle =>
  async (request) => {
    const [id, tokenId] = [readCourierSystemId(request), readTokenId(request)];
    await inTransaction(deps.pool, async (client) => {
      await touch(client, id);
      if (!(await revokeToken(client, 'courier_tokens', id, tokenId))) throw tokenNotFound();
      await log(client, request, id, { action: 'courier_system.token_revoked', detail: tokenId });
    });
    deps.logger.info({ courierSystemId: id, tokenId }, 'courier_system.token_removed');
    return noContent;
  };

/** The directory's lock is held from here on: tokens of a system are counted by one transaction at a time. */
const touch = async (client: Transaction, id: string): Promise<MerchantMode> => {
  const mode = await updateCourierSystem(client, id, {}, await nextDirectoryVersion(client));
  if (!mode) throw courierSystemNotFound();
  return mode;
};
