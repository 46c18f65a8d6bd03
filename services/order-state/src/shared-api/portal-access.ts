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
import { inTransaction, type Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { type Actor, insertActivity } from '../activity/queries.js';
import { lockMerchant, readMerchant } from '../merchants/queries.js';
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

type WantedLink = { merchantId: string; scope: PortalScope };

/** The secret is in the fragment of the address, which a browser sends to no server, so that it is in no log. */
export const makePortalLink = async (
  { pool, now, publicUrl, logger }: PortalAccessDeps,
  { merchantId, scope }: WantedLink,
  actor: Actor,
): Promise<Answer> => {
  if (publicUrl === undefined) throw publicUrlNotSet();
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now() + linkMs);
  await inTransaction(pool, async (client) => {
    if (!(await lockMerchant(client, merchantId))) throw merchantNotFound();
    const merchant = await readMerchant(client, merchantId);
    if (merchant?.status === 'disabled') throw merchantDisabled();
    const link = { hash: sessionHashOf(secret), merchant_id: merchantId, scope, expires_at: expiresAt };
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
  begun_with: row.token_hash === null ? 'link' : 'token',
  address: row.address,
  began_at: row.began_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

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
