import { randomBytes } from 'node:crypto';
import type { PortalLink, PortalScope, PortalSessionEntry } from '@delivery/contracts';
import {
  type Answer,
  answerJson,
  type ApiRequest,
  type ApiRoute,
  noContent,
  ProblemError,
  sessionHashOf,
} from '@delivery/http-edge';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { type Actor, insertActivity } from '../activity/queries.js';
import { lockMerchant, type MerchantRow, readMerchant } from '../merchants/queries.js';
import {
  deletePortalSessionById,
  insertPortalLink,
  listPortalSessions,
  type PortalSessionRow,
} from '../sessions/queries.js';
import { merchantNotFound, readMerchantId, readSessionId, sessionNotFound } from './read-params.js';

const linkMs = 15 * 60_000;

export type PortalAccessDeps = {
  pool: Pool;
  now: () => number;
  /** Where merchants and customers reach intake-api. */
  publicUrl: string | undefined;
  logger: Logger;
};

/** `platformId`: the session may go on to this platform's other merchants. */
type WantedLink = { merchantId: string; scope: PortalScope; platformId: string | null };

/** The secret is in the fragment of the address, which a browser sends to no server, so that it is in no log. */
export const makePortalLink = async (
  { pool, now, publicUrl, logger }: PortalAccessDeps,
  { merchantId, scope, platformId }: WantedLink,
  actor: Actor,
): Promise<Answer> => {
  if (publicUrl === undefined) throw publicUrlNotSet();
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now() + linkMs);
  await inTransaction(pool, async (client) => {
    await lockOpenMerchant(client, merchantId);
    const of = { merchant_id: merchantId, scope, platform_id: platformId };
    const link = { hash: sessionHashOf(secret), ...of, expires_at: expiresAt };
    await insertPortalLink(client, link, new Date(now()));
    await insertActivity(client, actor, {
      action: 'merchant.portal_link_created',
      subject: { type: 'merchant', id: merchantId },
      merchantId,
      detail: scope,
    });
  });
  logger.info({ merchantId, scope, by: actor.name ?? actor.type }, 'merchant.portal_link_created');
  const link: PortalLink = {
    url: `${publicUrl}/portal/#link=${secret}`,
    expires_at: expiresAt.toISOString(),
  };
  return answerJson(201, link);
};

/** One that is disabled meanwhile waits, and then ends what was begun. @throws ProblemError where there is none, or it is disabled */
export const lockOpenMerchant = async (client: Transaction, merchantId: string): Promise<MerchantRow> => {
  const merchant = (await lockMerchant(client, merchantId)) ? await readMerchant(client, merchantId) : undefined;
  if (!merchant) throw merchantNotFound();
  if (merchant.status === 'disabled') throw merchantDisabled();
  return merchant;
};

export const viewPortalSessions =
  ({ pool, now }: PortalAccessDeps): ApiRoute['handle'] =>
  async (request) => {
    const merchantId = readMerchantId(request);
    if (!(await readMerchant(pool, merchantId))) throw merchantNotFound();
    const rows = await listPortalSessions(pool, merchantId, new Date(now()));
    return answerJson(200, { data: rows.map(toEntry) });
  };

export const removePortalSession =
  <Identity>(
    { pool, logger }: PortalAccessDeps,
    actorOf: (request: ApiRequest<Identity>) => Actor,
  ): ApiRoute<Identity>['handle'] =>
  async (request) => {
    const [merchantId, id] = [readMerchantId(request), readSessionId(request)];
    await inTransaction(pool, async (client) => {
      if (!(await deletePortalSessionById(client, merchantId, id))) throw sessionNotFound();
      const subject = { type: 'merchant', id: merchantId };
      await insertActivity(client, actorOf(request), {
        action: 'merchant.portal_session_ended',
        subject,
        merchantId,
        detail: id,
      });
    });
    logger.info({ merchantId, session: id }, 'merchant.portal_session_ended');
    return noContent;
  };

const toEntry = (row: PortalSessionRow): PortalSessionEntry => ({
  id: row.id,
  scope: row.scope,
  begun_with: begunWith(row),
  address: row.address,
  began_at: row.began_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

const begunWith = ({ token_hash, platform_id }: PortalSessionRow): PortalSessionEntry['begun_with'] => {
  if (token_hash !== null) return 'token';
  return platform_id === null ? 'link' : 'platform';
};

const publicUrlNotSet = (): ProblemError =>
  new ProblemError(
    'public_url_not_set',
    'No link can be made, because PUBLIC_URL is not set. The operator of the service sets it to the address that merchants reach, and restarts order-state.',
  );

const merchantDisabled = (): ProblemError =>
  new ProblemError(
    'merchant_disabled',
    'This merchant is disabled, so its portal would open no session. Enable it first.',
  );
