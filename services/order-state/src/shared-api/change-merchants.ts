import type { z } from 'zod';
import {
  type CreateMerchant,
  type MerchantCreated,
  type MerchantMode,
  type OptionalAction,
  type PatchMerchant,
  unsetSettings,
} from '@delivery/contracts';
import { type Answer, answerJson, type ApiRequest, type ApiRoute, parseBody, ProblemError } from '@delivery/http-edge';
import { awaitAll, inTransaction, type Pool, readThenWrite, type Transaction } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { type Actor, insertActivity } from '../activity/queries.js';
import { listChanges } from '../activity/rules/changes.js';
import { addEndpoint } from '../endpoints/change-endpoints.js';
import { createSecret } from '../endpoints/rules/secrets.js';
import { checkWebhookUrl, maskUrl, type WebhookUrlPolicy } from '../endpoints/rules/webhook-url.js';
import { confirmCaller } from '../merchants/confirm-caller.js';
import { insertToken } from '../merchants/credential-queries.js';
import {
  countMerchants,
  type DisabledBy,
  findByReference,
  insertMerchant,
  type MerchantsOf,
  nextDirectoryVersion,
  readMerchant,
  updateMerchant,
} from '../merchants/queries.js';
import { createMerchantId, createToken } from '../merchants/rules/credentials.js';
import { deletePortalAccess } from '../sessions/queries.js';
import { provideKey } from './platform-keys.js';
import { merchantNotFound, readMerchantId } from './read-params.js';
import { readMerchantView } from './view-merchants.js';

export type CreateMerchantDeps = { pool: Pool; sealer: Sealer; urlPolicy: WebhookUrlPolicy; logger: Logger };

export type WantedMerchant = Pick<
  CreateMerchant,
  'name' | 'reference' | 'time_zone' | 'mode' | 'webhook_url' | 'events'
>;

/** Finds the platform of a new merchant, or makes it. */
type FindPlatform = (client: Transaction, merchantId: string) => Promise<string>;

/**
 * Token and secret are in this answer and never again.
 * @param merchantMax how many the platform may have of this mode
 */
export const writeMerchant = async (
  { pool, sealer, urlPolicy, logger }: CreateMerchantDeps,
  wanted: WantedMerchant,
  actor: Actor,
  { findPlatform, merchantMax = Infinity }: { findPlatform: FindPlatform; merchantMax?: number },
): Promise<Answer> => {
  const url = wanted.webhook_url ? checkWebhookUrl(wanted.webhook_url, urlPolicy) : null;
  const { reference } = wanted;
  const { read } = await readThenWrite(
    pool,
    async (client) => {
      const { platformId, ...made } = await insertAll(client, sealer, { ...wanted, url }, actor, findPlatform);
      const { mode, merchant_id: id } = made;
      // Last, because others wait for the directory's lock from here to COMMIT. Settings that a platform's merchants
      // share are read with it.
      const { version, key } = await awaitAll({
        version: nextDirectoryVersion(client),
        confirmed: confirmCaller(client, actor),
        key: provideKey(client, sealer, { platformId, mode }),
        unlessTaken: refuseTakenReference(client, { id, platformId, mode, reference }),
        unlessTooMany: refuseTooMany(client, { platformId, mode }, merchantMax),
      });
      return { version, created: { ...made, key } };
    },
    (client, { version, created }) =>
      updateMerchant(client, created.merchant_id, { reference }, { version, by: 'operator' }),
  );
  const { created } = read;
  const [merchantId, endpointId] = [created.merchant_id, created.webhook_endpoint?.id];
  logger.info({ merchantId, endpointId, mode: created.mode }, 'merchant.created');
  return answerJson(201, created);
};

const insertAll = async (
  client: Transaction,
  sealer: Sealer,
  { url, ...wanted }: WantedMerchant & { url: string | null },
  actor: Actor,
  findPlatform: FindPlatform,
): Promise<Omit<MerchantCreated, 'key'> & { platformId: string }> => {
  const merchantId = createMerchantId();
  const { mode } = wanted;
  const token = createToken(mode);
  const platformId = await findPlatform(client, merchantId);
  const { name, time_zone: timeZone = null } = wanted;
  await insertMerchant(client, { id: merchantId, name, platformId, timeZone, mode });
  await insertToken(client, merchantId, token);
  const subject = { type: 'merchant', id: merchantId };
  await insertActivity(client, actor, { action: 'merchant.created', subject, ownerId: merchantId });
  const created = { merchant_id: merchantId, mode, token, platformId };
  if (url === null) return created;
  const events = wanted.events ?? null;
  const signingKey = createSecret();
  const wantedEndpoint = {
    ...unsetSettings,
    ownerId: merchantId,
    reference: null,
    type: 'push' as const,
    url,
    events,
    header: null,
    oauthClientId: null,
    signingKey,
  };
  const endpoint = await addEndpoint(client, sealer, wantedEndpoint, actor);
  return { ...created, webhook_endpoint: { id: endpoint.id, url: maskUrl(url), secret: signingKey.text } };
};

/** With the merchant that is being made. */
const refuseTooMany = async (client: Transaction, of: MerchantsOf, merchantMax: number): Promise<void> => {
  if (merchantMax === Infinity || (await countMerchants(client, of, merchantMax + 1)) <= merchantMax) return;
  throw new ProblemError(
    'merchant_limit_reached',
    `A platform can have at most ${merchantMax} merchants of a mode. Ask the operator of the service.`,
  );
};

type Referenced = { id: string; platformId: string; mode: MerchantMode; reference: string | null | undefined };

/** Runs under the directory's lock, so that two that come at once see each other. */
const refuseTakenReference = async (client: Transaction, { id, reference, ...among }: Referenced): Promise<void> => {
  if (typeof reference !== 'string') return;
  const other = await findByReference(client, { ...among, reference });
  if (other !== undefined && other !== id) throw referenceTaken(other);
};

const referenceTaken = (holderId: string): ProblemError =>
  new ProblemError(
    'reference_taken',
    `The merchant ${holderId} has this reference already. If you sent this request before, use that merchant and ` +
      'add a token to it; otherwise use another reference.',
    { ids: { merchant_id: holderId } },
  );

export type ChangeMerchantDeps = {
  pool: Pool;
  /** Where merchants and customers reach intake-api. */
  publicUrl: string | undefined;
  logger: Logger;
};

/** @param disabledBy what the operator disables, its platform does not enable */
export const changeMerchant =
  <Identity>(
    deps: ChangeMerchantDeps,
    schema: z.ZodType<PatchMerchant>,
    actorOf: (request: ApiRequest<Identity>, action: OptionalAction) => Actor,
    disabledBy: DisabledBy,
  ): ApiRoute<Identity>['handle'] =>
  async (request) => {
    const merchantId = readMerchantId(request);
    const { by, reason, ...patch } = parseBody(schema, request.body);
    if (patch.tracking_page === true && deps.publicUrl === undefined) throw publicUrlNotSet();
    await inTransaction(deps.pool, async (client) => {
      const version = await nextDirectoryVersion(client);
      const actor = actorOf(request, { by, reason });
      await confirmCaller(client, actor);
      const known = await readMerchant(client, merchantId);
      if (!known) throw merchantNotFound();
      if (disabledBy === 'platform' && known.disabled_by === 'operator' && patch.status === 'active')
        throw disabledByOperator();
      const { mode, platform } = known;
      await refuseTakenReference(client, { id: merchantId, platformId: platform.id, mode, reference: patch.reference });
      await updateMerchant(client, merchantId, patch, { version, by: disabledBy });
      if (patch.status === 'disabled') await deletePortalAccess(client, merchantId);
      await insertActivity(client, actor, {
        action: patch.status === undefined ? 'merchant.changed' : switched[patch.status],
        subject: { type: 'merchant', id: merchantId },
        ownerId: merchantId,
        changes: listChanges(known, patch),
      });
    });
    const view = await readMerchantView(deps.pool, merchantId);
    deps.logger.info({ merchantId, status: view.status }, 'merchant.changed');
    return answerJson(200, view);
  };

const disabledByOperator = (): ProblemError =>
  new ProblemError(
    'merchant_disabled',
    'status cannot be active: the operator of the service has disabled this merchant. Ask the operator to enable it.',
  );

const publicUrlNotSet = () =>
  new ProblemError(
    'public_url_not_set',
    'tracking_page cannot be true, because PUBLIC_URL is not set. The operator of the service sets it to the ' +
      'address that customers reach, and restarts order-state.',
  );

const switched = { active: 'merchant.enabled', disabled: 'merchant.disabled' } as const;
