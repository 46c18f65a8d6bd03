import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import {
  beginLinkedSessionSchema,
  beginPortalSessionSchema,
  platformOwnerId,
  type PortalLink,
  type PortalScope,
  type PortalSession,
  type PortalSessionEntry,
  portalSessionSchema,
  switchPortalSessionSchema,
} from '@delivery/contracts';
import {
  type Answer,
  answerJson,
  type ApiRequest,
  type ApiRoute,
  type HandlerOf,
  noContent,
  parseBody,
  ProblemError,
  sessionHashOf,
} from '@delivery/http-edge';
import { inTransaction, type Pool, type RowOf, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { type Actor, insertActivity } from '../activity/queries.js';
import { maskEmail } from '../mails/rules/mail.js';
import { confirmCaller } from '../merchants/confirm-caller.js';
import { lockOwner, type MerchantRow, readMerchant, shareOwner } from '../merchants/queries.js';
import { findLinkOwner, takePersonLink } from '../sessions/people-queries.js';
import {
  type BegunPortalSession,
  deletePortalSession,
  deletePortalSessionById,
  findPortalSession,
  insertPortalLink,
  insertPortalSession,
  listPortalSessions,
  type PortalSessionRow,
  takePortalLink,
  takeSwitchingSession,
} from '../sessions/queries.js';
import { merchantOf, platformOf } from './check-bearer.js';
import { confirmMerchant, merchantNotFound, readMerchantId, readSessionId, sessionNotFound } from './read-params.js';

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
    await confirmCaller(client, actor);
    const of = { merchant_id: merchantId, scope, platform_id: platformId };
    const link = { hash: sessionHashOf(secret), ...of, expires_at: expiresAt };
    await insertPortalLink(client, link, new Date(now()));
    await insertActivity(client, actor, {
      action: 'merchant.portal_link_created',
      subject: { type: 'merchant', id: merchantId },
      ownerId: merchantId,
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

/**
 * One that is disabled meanwhile waits, and then ends what was begun. @throws ProblemError where there is none, or it
 * is disabled
 */
const lockOpenMerchant = async (client: Transaction, merchantId: string): Promise<MerchantRow> => {
  const merchant = (await lockOwner(client, merchantId)) ? await readMerchant(client, merchantId) : undefined;
  if (!merchant) throw merchantNotFound();
  if (merchant.status === 'disabled') throw merchantDisabled();
  return merchant;
};

export const viewPortalSessions: HandlerOf<PortalAccessDeps> = (deps) => async (request) => {
  const merchantId = readMerchantId(request);
  const rows = await listPortalSessions(deps.pool, merchantId, new Date(deps.now()));
  if (rows.length === 0) await confirmMerchant(deps.pool, merchantId);
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
        ownerId: merchantId,
        detail: id,
      });
    });
    logger.info({ merchantId, session: id }, 'merchant.portal_session_ended');
    return noContent;
  };

const toEntry = (row: PortalSessionRow): RowOf<PortalSessionEntry> => ({
  id: row.id,
  scope: row.scope,
  begun_with: begunWith(row),
  address: row.address,
  began_at: row.began_at,
  expires_at: row.expires_at,
});

const begunWith = ({ token_hash, platform_id, person_id }: PortalSessionRow): PortalSessionEntry['begun_with'] => {
  if (person_id !== null) return 'mail';
  if (token_hash !== null) return 'token';
  return platform_id === null ? 'link' : 'platform';
};

const publicUrlNotSet = (): ProblemError =>
  new ProblemError(
    'public_url_not_set',
    'A link cannot be created because PUBLIC_URL is not set. The operator of the service sets it to the address ' +
      'that merchants reach, and restarts order-state.',
  );

const merchantDisabled = (): ProblemError =>
  new ProblemError(
    'merchant_disabled',
    'This merchant is disabled, so its portal cannot be opened. Enable the merchant first.',
  );

const sessionMs = 12 * 3_600_000;
const personSessionMs = 30 * 24 * 3_600_000;

export type PortalSessionDeps = { pool: Pool; now: () => number };

/** intake-api asks the directory about the credentials anew with every call. */
export const beginPortalSession: HandlerOf<PortalSessionDeps> = (deps) => async (request) => {
  const { hash, merchant_id, credentials } = parseBody(beginPortalSessionSchema, request.body);
  const { address } = merchantOf(request);
  const rights = { scope: 'full' as const, platform_id: null, person_id: null };
  const begun = { hash, merchant_id, ...rights, ...credentials, address, ...lasting(deps.now()) };
  const session = await inTransaction(deps.pool, async (client) => {
    await confirmCaller(client, { credential: { owner: 'merchant', given: credentials } });
    return insertPortalSession(client, begun);
  });
  return answerJson(201, toSession(session));
};

/** The link and its session are one transaction: a link that was used has begun a session, and none is used twice. */
export const beginLinkedSession: HandlerOf<PortalSessionDeps> = (deps) => async (request) => {
  const { hash, link_hash: linkHash } = parseBody(beginLinkedSessionSchema, request.body);
  const actor = merchantOf(request);
  const given = { hash, key_hash: null, token_hash: null, address: actor.address };
  const session = await inTransaction(deps.pool, async (client) => {
    const link = await takePortalLink(client, linkHash, new Date(deps.now()));
    if (!link) return beginSessionOfPerson(client, { linkHash, given, actor, nowMs: deps.now() });
    const begun = await insertPortalSession(client, { ...given, ...link, person_id: null, ...lasting(deps.now()) });
    const { merchant_id: merchantId, scope } = link;
    const subject = { type: 'merchant', id: merchantId };
    await insertActivity(client, actor, {
      action: 'merchant.portal_link_used',
      subject,
      ownerId: merchantId,
      detail: scope,
    });
    return begun;
  });
  return answerJson(201, toSession(session));
};

type GivenSession = Pick<PortalSessionRow, 'hash' | 'key_hash' | 'token_hash' | 'address'>;
type MailedLink = { linkHash: string; given: GivenSession; actor: Actor; nowMs: number };

/** The owner's row is locked first: a change of its people, or disabling it, waits and then ends what was begun. */
const beginSessionOfPerson = async (client: Transaction, { linkHash, given, actor, nowMs }: MailedLink) => {
  const linkOwner = await findLinkOwner(client, linkHash);
  if (linkOwner === undefined) throw linkInvalid();
  await shareOwner(client, linkOwner);
  const person = await takePersonLink(client, linkHash, new Date(nowMs));
  if (!person?.merchant_id) throw linkInvalid();
  const { owner_id: ownerId, email, merchant_id, ...rights } = person;
  const begun = { ...given, ...rights, merchant_id, ...lasting(nowMs, personSessionMs) };
  const session = await insertPortalSession(client, begun);
  await insertActivity(
    client,
    { ...actor, type: person.platform_id === null ? 'merchant' : 'platform', name: maskEmail(email) },
    { action: 'person.signed_in', subject: { type: 'person', id: person.person_id }, ownerId, detail: person.scope },
  );
  return session;
};

/**
 * Goes on to another merchant of the session's platform, in the same mode, with the same rights and until the same
 * time. It is another session: a caller with the previous one is not taken to an unexpected merchant.
 */
export const switchPortalSession: HandlerOf<PortalSessionDeps> = (deps) => async (request) => {
  const { hash, merchant_id: merchantId } = parseBody(switchPortalSessionSchema, request.body);
  const actor = platformOf(request);
  const session = await inTransaction(deps.pool, async (client) => {
    const merchant = await lockOpenMerchant(client, merchantId);
    await shareOwner(client, platformOwnerId(merchant.platform.id, merchant.mode));
    const before = await takeSwitchingSession(client, readHash(request), new Date(deps.now()));
    if (!before) throw sessionNotFound();
    if (merchant.platform.id !== before.platform_id || merchant.mode !== before.mode) throw merchantNotFound();
    const { address } = actor;
    const subject = { type: 'merchant', id: merchantId };
    const detail = before.scope;
    await insertActivity(client, actor, { action: 'merchant.portal_switched', subject, ownerId: merchantId, detail });
    return insertPortalSession(client, {
      ...before,
      hash,
      merchant_id: merchantId,
      address,
      began_at: new Date(deps.now()),
    });
  });
  return answerJson(201, toSession(session));
};

export const viewPortalSession: HandlerOf<PortalSessionDeps> = (deps) => async (request) => {
  const row = await findPortalSession(deps.pool, readHash(request), new Date(deps.now()));
  if (!row) throw sessionNotFound();
  return answerJson(200, toSession(row));
};

/** Answers the same for a session that has ended already. */
export const endPortalSession: HandlerOf<PortalSessionDeps> = (deps) => async (request) => {
  await deletePortalSession(deps.pool, readHash(request));
  return noContent;
};

const lasting = (nowMs: number, forMs = sessionMs) => ({
  began_at: new Date(nowMs),
  expires_at: new Date(nowMs + forMs),
});

const toSession = (row: BegunPortalSession): RowOf<PortalSession> => {
  const { hash, merchant_id, mode, scope, platform_id, person, key_hash, token_hash, expires_at } = row;
  const credentials = key_hash === null || token_hash === null ? null : { key_hash, token_hash };
  return { hash, merchant_id, mode, scope, credentials, platform_id, person, expires_at };
};

const linkInvalid = (): ProblemError =>
  new ProblemError(
    'portal_link_invalid',
    'This link was already used, has expired, or never existed. Ask for a new one.',
  );

const readHash = ({ params }: ApiRequest): string => {
  const { success, data } = z.object({ hash: portalSessionSchema.shape.hash }).safeParse(params);
  if (!success) throw sessionNotFound();
  return data.hash;
};
