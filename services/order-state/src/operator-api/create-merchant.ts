import { randomUUID } from 'node:crypto';
import {
  type CreateMerchant,
  createMerchantSchema,
  type MerchantCreated,
  type MerchantMode,
} from '@delivery/contracts';
import { answerJson, type ApiRoute, parseBody } from '@delivery/http-edge';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { addEndpoint } from '../endpoints/add-endpoint.js';
import { checkWebhookUrl, type WebhookUrlPolicy } from '../endpoints/rules/check-webhook-url.js';
import { maskUrl } from '../endpoints/rules/mask-url.js';
import {
  ensurePlatform,
  ensureSandboxKey,
  insertMerchant,
  insertToken,
  nextDirectoryVersion,
} from '../merchants/queries.js';
import { createKey, createMerchantId, createToken, hashCredential } from '../merchants/rules/credentials.js';
import { platformKeyOf, sandboxKeyOf } from '../merchants/rules/sealed-places.js';

export type CreateMerchantDeps = { pool: Pool; sealer: Sealer; urlPolicy: WebhookUrlPolicy; logger: Logger };

/** Token and secret are shown in this answer and never again. */
export const createMerchant =
  (deps: CreateMerchantDeps): ApiRoute['handle'] =>
  async ({ body }) => {
    const wanted = parseBody(createMerchantSchema, body);
    const url = wanted.webhook_url ? checkWebhookUrl(wanted.webhook_url, deps.urlPolicy) : null;
    const created = await inTransaction(deps.pool, (client) => writeMerchant(client, deps.sealer, wanted, url));
    const [merchantId, endpointId] = [created.merchant_id, created.webhook_endpoint?.id];
    deps.logger.info({ merchantId, endpointId, mode: created.mode }, 'merchant.created');
    return answerJson(201, created);
  };

const writeMerchant = async (
  client: Transaction,
  sealer: Sealer,
  wanted: CreateMerchant,
  url: string | null,
): Promise<MerchantCreated> => {
  const merchantId = createMerchantId();
  // First: it makes merchants one after the other, so that none waits for the platform's row of one who waits for it.
  const version = await nextDirectoryVersion(client);
  const { mode } = wanted;
  const token = createToken(mode);
  const platform = { name: wanted.platform ?? `merchant ${merchantId}`, mode };
  const { platformId, key } = await providePlatform(client, sealer, platform);
  await insertMerchant(client, { id: merchantId, name: wanted.name, platformId, mode, version });
  await insertToken(client, merchantId, hashCredential(token));
  const created = { merchant_id: merchantId, mode, key, token };
  if (url === null) return created;
  const endpoint = await addEndpoint(client, sealer, {
    merchantId,
    type: 'push',
    url,
    events: wanted.events ?? null,
    header: null,
    maxPerSecond: null,
  });
  return { ...created, webhook_endpoint: { id: endpoint.id, url: maskUrl(url), secret: endpoint.secret } };
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
