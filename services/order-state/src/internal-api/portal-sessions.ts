import { z } from 'zod';
import {
  beginLinkedSessionSchema,
  beginPortalSessionSchema,
  type PortalSession,
  portalSessionSchema,
  switchPortalSessionSchema,
} from '@delivery/contracts';
import { answerJson, type ApiRequest, type ApiRoute, noContent, parseBody, ProblemError } from '@delivery/http-edge';
import { inTransaction, type Pool } from '@delivery/postgres';
import { insertActivity } from '../activity/queries.js';
import { sharePlatform } from '../merchants/platform-queries.js';
import {
  type BegunPortalSession,
  deletePortalSession,
  findPortalSession,
  insertPortalSession,
  takePortalLink,
  takeSwitchingSession,
} from '../sessions/queries.js';
import { merchantOf, platformOf } from '../shared-api/check-bearer.js';
import { lockOpenMerchant } from '../shared-api/portal-access.js';
import { merchantNotFound, sessionNotFound } from '../shared-api/read-params.js';

const sessionMs = 12 * 3_600_000;

export type PortalSessionDeps = { pool: Pool; now: () => number };

/** intake-api has seen that the credentials are right, and asks the directory about them anew with every call. */
export const beginPortalSession =
  ({ pool, now }: PortalSessionDeps): ApiRoute['handle'] =>
  async (request) => {
    const { hash, merchant_id, credentials } = parseBody(beginPortalSessionSchema, request.body);
    const { address } = merchantOf(request);
    const rights = { scope: 'full' as const, platform_id: null };
    const begun = { hash, merchant_id, ...rights, ...credentials, address, ...lasting(now()) };
    return answerJson(201, toSession(await insertPortalSession(pool, begun)));
  };

/** The link and its session are one transaction: a link that was used has begun a session, and none is used twice. */
export const beginLinkedSession =
  ({ pool, now }: PortalSessionDeps): ApiRoute['handle'] =>
  async (request) => {
    const { hash, link_hash: linkHash } = parseBody(beginLinkedSessionSchema, request.body);
    const actor = merchantOf(request);
    const session = await inTransaction(pool, async (client) => {
      const link = await takePortalLink(client, linkHash, new Date(now()));
      if (!link) throw linkInvalid();
      const credentials = { key_hash: null, token_hash: null };
      const begun = { hash, ...link, ...credentials, address: actor.address, ...lasting(now()) };
      const session = await insertPortalSession(client, begun);
      const { merchant_id: merchantId, scope } = link;
      const subject = { type: 'merchant', id: merchantId };
      await insertActivity(client, actor, { action: 'merchant.portal_link_used', subject, merchantId, detail: scope });
      return session;
    });
    return answerJson(201, toSession(session));
  };

/**
 * Goes on to another merchant of the session's platform, in the same mode, with the same rights and until the same time. It is another
 * session: whoever still knows the one before is not taken to a merchant that it does not expect.
 */
export const switchPortalSession =
  ({ pool, now }: PortalSessionDeps): ApiRoute['handle'] =>
  async (request) => {
    const { hash, merchant_id: merchantId } = parseBody(switchPortalSessionSchema, request.body);
    const actor = platformOf(request);
    const session = await inTransaction(pool, async (client) => {
      const merchant = await lockOpenMerchant(client, merchantId);
      await sharePlatform(client, merchant.platform_id);
      const before = await takeSwitchingSession(client, readHash(request), new Date(now()));
      if (!before) throw sessionNotFound();
      if (merchant.platform_id !== before.platform_id || merchant.mode !== before.mode) throw merchantNotFound();
      const { address } = actor;
      const subject = { type: 'merchant', id: merchantId };
      const detail = before.scope;
      await insertActivity(client, actor, { action: 'merchant.portal_switched', subject, merchantId, detail });
      return insertPortalSession(client, {
        ...before,
        hash,
        merchant_id: merchantId,
        address,
        began_at: new Date(now()),
      });
    });
    return answerJson(201, toSession(session));
  };

export const viewPortalSession =
  ({ pool, now }: PortalSessionDeps): ApiRoute['handle'] =>
  async (request) => {
    const row = await findPortalSession(pool, readHash(request), new Date(now()));
    if (!row) throw sessionNotFound();
    return answerJson(200, toSession(row));
  };

/** Answers the same for a session that has ended already. */
export const endPortalSession =
  ({ pool }: PortalSessionDeps): ApiRoute['handle'] =>
  async (request) => {
    await deletePortalSession(pool, readHash(request));
    return noContent;
  };

const lasting = (nowMs: number) => ({ began_at: new Date(nowMs), expires_at: new Date(nowMs + sessionMs) });

const toSession = (row: BegunPortalSession): PortalSession => {
  const { hash, merchant_id, mode, scope, platform_id, key_hash, token_hash, expires_at } = row;
  const credentials = key_hash === null || token_hash === null ? null : { key_hash, token_hash };
  return { hash, merchant_id, mode, scope, credentials, platform_id, expires_at: expires_at.toISOString() };
};

const linkInvalid = (): ProblemError =>
  new ProblemError(
    'portal_link_invalid',
    'This link was used already, is older than 15 minutes, or never existed. Ask its sender for a new one.',
  );

const readHash = ({ params }: ApiRequest): string => {
  const { success, data } = z.object({ hash: portalSessionSchema.shape.hash }).safeParse(params);
  if (!success) throw sessionNotFound();
  return data.hash;
};
