import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  type CreateMerchant,
  createMerchantSchema,
  endpointHealths,
  type MerchantCreated,
  merchantIdSchema,
  type MerchantListEntry,
  merchantListQuerySchema,
  type MerchantMode,
  type MerchantView,
  patchMerchantSchema,
  type TokenCreated,
} from '@delivery/contracts';
import {
  answerJson,
  decodeCursor,
  encodeCursor,
  noContent,
  parseBody,
  ProblemError,
  type QueryHandler,
  toPage,
  withQuery,
} from '@delivery/http-edge';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { type Actor, insertActivity } from '../activity/queries.js';
import { addEndpoint, endpointMax } from '../endpoints/change-endpoints.js';
import { listEndpoints, toEndpointView } from '../endpoints/queries/read-endpoints.js';
import { checkWebhookUrl, maskUrl, type WebhookUrlPolicy } from '../endpoints/rules/webhook-url.js';
import { type EndpointHealthRow, listEndpointHealth } from '../ledger/queries/endpoint-health.js';
import {
  countActiveTokens,
  ensurePlatform,
  ensureSandboxKey,
  findByReference,
  insertMerchant,
  insertToken,
  type ListedMerchantRow,
  listMerchants,
  type MerchantRow,
  nextDirectoryVersion,
  readMerchant,
  revokeToken,
  updateMerchant,
} from '../merchants/queries.js';
import { createKey, createMerchantId, createToken, hashCredential } from '../merchants/rules/credentials.js';
import { platformKeyOf, sandboxKeyOf } from '../merchants/rules/sealed-places.js';
import { deletePortalAccess } from '../sessions/portal-queries.js';
import { merchantNotFound, readMerchantId, readTokenId, tokenNotFound } from '../shared-api/read-params.js';
import { touchMerchant } from '../shared-api/touch-merchant.js';
import { actorOf, type OperatorHandle } from './rules/caller.js';

const cursorSchema = z.tuple([z.int().min(0).max(3), z.int(), merchantIdSchema]);

/** Merchants with the health of their endpoints, the worst first; the endpoints are shown with one of them. */
export const viewMerchants = (deps: { pool: Pool }): QueryHandler =>
  withQuery(merchantListQuerySchema, async ({ limit, cursor, q }) => {
    const position = decodeCursor(cursorSchema, cursor);
    const after = position && { rank: position[0], createdAtMs: position[1], id: position[2] };
    const rows = await listMerchants(deps.pool, { after, rowMax: limit + 1, q: q ?? null });
    const page = toPage(rows, limit, (row) => encodeCursor([row.rank, row.created_at.getTime(), row.id]));
    const merchantIds = page.data.map(({ id }) => id);
    const health = await listEndpointHealth(deps.pool, {
      merchantIds,
      health: null,
      after: null,
      rowMax: merchantIds.length * endpointMax,
    });
    const data = page.data.map((row) =>
      toListEntry(
        row,
        health.filter((endpoint) => endpoint.merchant_id === row.id),
      ),
    );
    return answerJson(200, { ...page, data });
  });

const toListEntry = (row: ListedMerchantRow, endpoints: readonly EndpointHealthRow[]): MerchantListEntry => ({
  ...toMerchant(row),
  webhooks: {
    endpoints: endpoints.length,
    health: endpointHealths.findLast((health) => endpoints.some((one) => one.health === health)) ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    waiting: endpoints.reduce((sum, { waiting }) => sum + waiting, 0),
  },
});

export const viewMerchant =
  (deps: { pool: Pool }): OperatorHandle =>
  async (request) =>
    answerJson(200, await readMerchantView(deps.pool, readMerchantId(request)));

const readMerchantView = async (pool: Pool, merchantId: string): Promise<MerchantView> => {
  const row = await readMerchant(pool, merchantId);
  if (!row) throw merchantNotFound();
  const endpoints = await listEndpoints(pool, merchantId);
  return { ...toMerchant(row), webhook_endpoints: endpoints.map(toEndpointView) };
};

const toMerchant = (row: MerchantRow): Omit<MerchantView, 'webhook_endpoints'> => ({
  merchant_id: row.id,
  name: row.name,
  mode: row.mode,
  platform: { id: row.platform_id, name: row.platform_name },
  reference: row.reference,
  status: row.status,
  create_per_minute: row.create_per_minute,
  other_per_minute: row.other_per_minute,
  tracking_page: row.tracking_page,
  created_at: row.created_at.toISOString(),
  tokens: row.tokens.map(({ id, created_at }) => ({ id, created_at: new Date(created_at).toISOString() })),
});

export type CreateMerchantDeps = { pool: Pool; sealer: Sealer; urlPolicy: WebhookUrlPolicy; logger: Logger };

/** Token and secret are shown in this answer and never again. */
export const createMerchant =
  (deps: CreateMerchantDeps): OperatorHandle =>
  async (request) => {
    const wanted = parseBody(createMerchantSchema, request.body);
    const url = wanted.webhook_url ? checkWebhookUrl(wanted.webhook_url, deps.urlPolicy) : null;
    const created = await inTransaction(deps.pool, (client) =>
      writeMerchant(client, deps.sealer, { ...wanted, url }, actorOf(request)),
    );
    const [merchantId, endpointId] = [created.merchant_id, created.webhook_endpoint?.id];
    deps.logger.info({ merchantId, endpointId, mode: created.mode }, 'merchant.created');
    return answerJson(201, created);
  };

const writeMerchant = async (
  client: Transaction,
  sealer: Sealer,
  { url, ...wanted }: CreateMerchant & { url: string | null },
  actor: Actor,
): Promise<MerchantCreated> => {
  const merchantId = createMerchantId();
  // First: it makes merchants one after the other, so that no two transactions wait for each other at the platform's row.
  const version = await nextDirectoryVersion(client);
  const { mode } = wanted;
  const token = createToken(mode);
  const platform = { name: wanted.platform ?? `merchant ${merchantId}`, mode };
  const { platformId, key } = await providePlatform(client, sealer, platform);
  const { name, reference = null } = wanted;
  await refuseTakenReference(client, { id: merchantId, platformId, mode, reference });
  await insertMerchant(client, { id: merchantId, name, platformId, reference, mode, version });
  await insertToken(client, merchantId, hashCredential(token));
  const subject = { type: 'merchant', id: merchantId };
  await insertActivity(client, actor, { action: 'merchant.created', subject, merchantId });
  const created = { merchant_id: merchantId, mode, key, token };
  if (url === null) return created;
  const events = wanted.events ?? null;
  const wantedEndpoint = {
    merchantId,
    type: 'push' as const,
    name: null,
    url,
    events,
    header: null,
    maxPerSecond: null,
    oauthClientId: null,
  };
  const endpoint = await addEndpoint(client, sealer, wantedEndpoint, actor);
  return { ...created, webhook_endpoint: { id: endpoint.id, url: maskUrl(url), secret: endpoint.secret } };
};

type Referenced = { id: string; platformId: string; mode: MerchantMode; reference: string | null | undefined };

/** Runs under the directory's lock, so that two that come at once see each other. */
const refuseTakenReference = async (client: Transaction, { id, reference, ...among }: Referenced): Promise<void> => {
  if (typeof reference !== 'string') return;
  const other = await findByReference(client, { ...among, reference });
  if (other === undefined || other === id) return;
  throw new ProblemError(
    'reference_taken',
    `The platform's merchant ${other} has the reference ${JSON.stringify(reference)} already. Use another, or change that merchant's first.`,
  );
};

/** A platform's key is one for all of its merchants of a mode: the keys made here count only where it has none yet. */
const providePlatform = async (
  client: Transaction,
  sealer: Sealer,
  { name, mode }: { name: string; mode: MerchantMode },
): Promise<{ platformId: string; key: string }> => {
  const key = createKey('live');
  const id = randomUUID();
  const sealedKey = sealer.seal(key, platformKeyOf(id));
  const platform = await ensurePlatform(client, { id, name, keyHash: hashCredential(key), sealedKey });
  const platformId = platform.id;
  if (mode === 'live') return { platformId, key: sealer.open(platform.sealedKey, platformKeyOf(platformId)) };
  return { platformId, key: await provideSandboxKey(client, sealer, platformId) };
};

const provideSandboxKey = async (client: Transaction, sealer: Sealer, platformId: string): Promise<string> => {
  const key = createKey('sandbox');
  const sealedKey = sealer.seal(key, sandboxKeyOf(platformId));
  const sealed = await ensureSandboxKey(client, { platformId, keyHash: hashCredential(key), sealedKey });
  return sealer.open(sealed, sandboxKeyOf(platformId));
};

export type ChangeMerchantDeps = {
  pool: Pool;
  /** Where merchants and customers reach intake-api. */
  publicUrl: string | undefined;
  logger: Logger;
};

/** One token in use, and one to change over to. */
const activeTokenMax = 2;

export const changeMerchant =
  (deps: ChangeMerchantDeps): OperatorHandle =>
  async (request) => {
    const merchantId = readMerchantId(request);
    const patch = parseBody(patchMerchantSchema, request.body);
    if (patch.tracking_page === true && deps.publicUrl === undefined) throw publicUrlNotSet();
    await inTransaction(deps.pool, async (client) => {
      const version = await nextDirectoryVersion(client);
      const known = await readMerchant(client, merchantId);
      if (!known) throw merchantNotFound();
      const { id, mode, platform_id: platformId } = known;
      await refuseTakenReference(client, { id, platformId, mode, reference: patch.reference });
      await updateMerchant(client, merchantId, patch, version);
      if (patch.status === 'disabled') await deletePortalAccess(client, merchantId);
      await insertActivity(client, actorOf(request), {
        action: patch.status === undefined ? 'merchant.changed' : switched[patch.status],
        subject: { type: 'merchant', id: merchantId },
        merchantId,
        detail: Object.keys(patch).join(', '),
      });
    });
    const view = await readMerchantView(deps.pool, merchantId);
    deps.logger.info({ merchantId, status: view.status }, 'merchant.changed');
    return answerJson(200, view);
  };

const publicUrlNotSet = () =>
  new ProblemError(
    'public_url_not_set',
    'tracking_page cannot be true: the pages need an address that customers reach, and order-state has no PUBLIC_URL. Set it, and restart order-state.',
  );

const switched = { active: 'merchant.enabled', disabled: 'merchant.disabled' } as const;

export const addToken =
  (deps: ChangeMerchantDeps): OperatorHandle =>
  async (request) => {
    const merchantId = readMerchantId(request);
    const { token, row } = await inTransaction(deps.pool, async (client) => {
      const token = createToken(await touchMerchant(client, merchantId));
      if ((await countActiveTokens(client, merchantId)) >= activeTokenMax) {
        throw new ProblemError(
          'token_limit_reached',
          `A merchant can have at most ${activeTokenMax} active tokens. Revoke one first.`,
        );
      }
      const row = await insertToken(client, merchantId, hashCredential(token));
      const subject = { type: 'token', id: row.id };
      await insertActivity(client, actorOf(request), { action: 'token.created', subject, merchantId });
      return { token, row };
    });
    const created: TokenCreated = { id: row.id, token, created_at: row.created_at.toISOString() };
    deps.logger.info({ merchantId, tokenId: row.id }, 'merchant.token_added');
    return answerJson(201, created);
  };

/** Revoking twice is as good as once. */
export const removeToken =
  (deps: ChangeMerchantDeps): OperatorHandle =>
  async (request) => {
    const [merchantId, tokenId] = [readMerchantId(request), readTokenId(request)];
    await inTransaction(deps.pool, async (client) => {
      await touchMerchant(client, merchantId);
      if (!(await revokeToken(client, merchantId, tokenId))) throw tokenNotFound();
      const subject = { type: 'token', id: tokenId };
      await insertActivity(client, actorOf(request), { action: 'token.revoked', subject, merchantId });
    });
    deps.logger.info({ merchantId, tokenId }, 'merchant.token_removed');
    return noContent;
  };
