import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type OperatorRole,
  operatorRoles,
  type OperatorSession,
  type OperatorSessionEntry,
  type SignedOut,
  signInSchema,
} from '@delivery/contracts';
import type { ownSessionCalls } from '@delivery/contracts/calls';
import {
  answerJson,
  type ApiRequest,
  type Caller,
  type CallHandler,
  checkSameOrigin,
  checkSignInOrigin,
  createSessionCookie,
  noContent,
  parseBody,
  ProblemError,
  readBearer,
  type SessionCookie,
  sessionHashOf,
} from '@delivery/http-edge';
import { inTransaction, type Pool, type RowOf, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { type Actor, insertActivity } from '../activity/queries.js';
import {
  deleteOperatorSession,
  deleteOperatorSessions,
  findOperatorSessions,
  insertOperatorSession,
  listOperatorSessions,
  type NewOperatorSession,
  type OperatorSessionRow,
  type SessionHolder,
} from '../sessions/queries.js';
import {
  createScopeOf,
  isReading,
  preparing,
  type RefuseLogin,
  type Scope,
  type Tokens,
  unknownCaller,
} from '../shared-api/check-bearer.js';
import { readSessionId, sessionNotFound } from '../shared-api/read-params.js';
import { type IdentityProvider, type ProviderHandlers, signInAtProvider } from './identity-provider.js';
import { actorOf, type OperatorCaller, type OperatorHandle, queryActorOf } from './rules/caller.js';

const sessionMs = 12 * 3_600_000;

export type OperatorSessionDeps = {
  tokens: Tokens;
  pool: Pool;
  now: () => number;
  isPrepared: () => boolean;
  refuseLogin: RefuseLogin;
  /** Where people sign in; `undefined`: by token alone. */
  identityProvider: IdentityProvider | undefined;
  logger: Pick<Logger, 'info' | 'warn'>;
};

/** The credentials of a request, and the address to which wrong ones are counted. */
type Claim = Pick<Caller, 'headers' | 'address'>;

export type OperatorSessions = {
  /** @throws ProblemError for a caller without a valid token or session */
  authorize: (caller: Caller) => Promise<OperatorCaller>;
  /**
   * Calls of the caller's own session. They need no authentication: signing in sends the token in the body, or a
   * browser to the identity provider.
   */
  ownHandlers: ProviderHandlers &
    Readonly<Record<Exclude<keyof typeof ownSessionCalls, keyof ProviderHandlers>, CallHandler>>;
  handlers: Readonly<Record<'listSessions' | 'endSession', OperatorHandle>>;
};

/**
 * The token, or a session that was begun with it or by a person at the identity provider: a page should not keep a
 * token where a script can read it. A session ends after 12 hours, when it is ended, and when its token is changed; on
 * every replica at once, because each call looks it up.
 */
export const createOperatorSessions = (deps: OperatorSessionDeps): OperatorSessions => {
  const { pool, now, tokens, isPrepared, refuseLogin, identityProvider, logger } = deps;
  const scopeOf = createScopeOf(tokens);
  const proofOf = createProofOf(tokens, identityProvider);
  const cookie = createSessionCookie({ name: 'delivery_operator', maxAgeSeconds: sessionMs / 1_000 });

  const findSession = async ({ headers, address }: Claim): Promise<OperatorSessionRow> => {
    const ids = cookie.read(headers);
    if (ids.length === 0) throw unknownCaller();
    if (!isPrepared()) throw preparing();
    const rows = await findOperatorSessions(pool, ids.map(sessionHashOf), new Date(now()));
    const found = rows.find((row) =>
      ids.some((id) => row.hash === sessionHashOf(id) && isEqual(row.proof, proofOf(row, id))),
    );
    if (!found) throw refuseLogin(address, unknownCaller());
    return found;
  };
  const identify = async (claim: Claim): Promise<OperatorCaller> => {
    if (claim.headers.authorization !== undefined) {
      const scope = scopeOf(readBearer(claim.headers));
      if (scope === undefined) throw refuseLogin(claim.address, unknownCaller());
      return { roles: rolesOfTokens[scope], by: 'token', session: null, person: null };
    }
    const row = await findSession(claim);
    return { roles: rolesOf(row), by: 'session', session: row.id, person: row.person };
  };
  const beginSession = createBeginSession(deps, cookie, proofOf);
  const signIn = async (request: ApiRequest) => {
    checkSignInOrigin(request.headers);
    const scope = scopeOf(parseBody(signInSchema, request.body).token);
    if (scope === undefined) throw refuseLogin(request.address, wrongToken());
    const { row, setCookie } = await beginSession(request, { scope, subject: null, person: null, roles: null });
    return answerJson(200, toSession(row), { 'set-cookie': setCookie });
  };
  const signOut = async ({ headers, address }: ApiRequest) => {
    checkSameOrigin(headers);
    const ended = await inTransaction(pool, async (client) => {
      const rows = await deleteOperatorSessions(client, cookie.read(headers).map(sessionHashOf));
      for (const { id, person } of rows)
        await logEnded(client, id, actorOf({ address, caller: { person, session: null } }));
      return rows;
    });
    const setCookie = { 'set-cookie': cookie.end(headers) };
    const url = ended.some(({ person }) => person !== null) ? await identityProvider?.endSessionUrl() : undefined;
    return url === undefined
      ? { ...noContent, headers: setCookie }
      : answerJson(200, { url } satisfies SignedOut, setCookie);
  };

  return {
    authorize: async (caller) => {
      const identified = await identify(caller);
      if (identified.by === 'session' && !isReading(caller.method)) checkSameOrigin(caller.headers);
      return identified;
    },
    ownHandlers: {
      getSession: async (request) => answerJson(200, toSession(await findSession(request))),
      signIn,
      signOut,
      ...signInAtProvider({
        provider: identityProvider,
        beginSession: async (request, holder) => (await beginSession(request, holder)).setCookie,
        logger,
      }),
    },
    handlers: handlersOfSessions(deps),
  };
};

const createBeginSession =
  ({ pool, now, logger }: OperatorSessionDeps, cookie: SessionCookie, proofOf: ProofOf) =>
  async ({ headers, address }: Claim, holder: SessionHolder) => {
    const { id, setCookie } = cookie.begin(headers);
    const proof = proofOf(holder, id);
    if (proof === undefined) throw new Error('a session was begun without its token');
    const begun = { began_at: new Date(now()), expires_at: new Date(now() + sessionMs) };
    const row = { ...holder, hash: sessionHashOf(id), proof, address, ...begun };
    const session = await saveSession(pool, row);
    logger.info({ session, person: row.person, roles: rolesOf(row), address }, 'operator.signed_in');
    return { row, setCookie };
  };

/** All sessions. */
const handlersOfSessions = ({ pool, now, logger }: OperatorSessionDeps): OperatorSessions['handlers'] => ({
  listSessions: async ({ caller }) => {
    const rows = await listOperatorSessions(pool, new Date(now()));
    return answerJson(200, { data: rows.map((row) => toEntry(row, caller.session)) });
  },
  endSession: async (request) => {
    const id = readSessionId(request);
    await endSession(pool, id, queryActorOf(request));
    logger.info({ session: id, address: request.address }, 'operator.session_ended');
    return noContent;
  },
});

/** @returns the id by which it is listed and ended */
const saveSession = (pool: Pool, row: NewOperatorSession): Promise<string> =>
  inTransaction(pool, async (client) => {
    const id = await insertOperatorSession(client, row);
    const subject = { type: 'session', id };
    const actor = actorOf({ address: row.address, caller: { person: row.person, session: id } });
    await insertActivity(client, actor, { action: 'session.begun', subject, detail: rolesOf(row).join(', ') });
    return id;
  });

/** @throws ProblemError `session_not_found` */
const endSession = (pool: Pool, id: string, actor: Actor): Promise<void> =>
  inTransaction(pool, async (client) => {
    if (!(await deleteOperatorSession(client, id))) throw sessionNotFound();
    await logEnded(client, id, actor);
  });

const logEnded = (client: Transaction, id: string, actor: Actor): Promise<void> =>
  insertActivity(client, actor, { action: 'session.ended', subject: { type: 'session', id } });

const rolesOfTokens: Readonly<Record<Scope, OperatorRole[]>> = { all: [...operatorRoles], read: ['look'] };

const rolesOf = (holder: SessionHolder): OperatorRole[] =>
  holder.scope === null ? holder.roles : rolesOfTokens[holder.scope];

const toSession = (row: NewOperatorSession): RowOf<OperatorSession> => ({
  person: row.person,
  roles: rolesOf(row),
  expires_at: row.expires_at,
});

/** @param ofCaller the id of the session that asks; `null`: it is none */
const toEntry = (row: OperatorSessionRow, ofCaller: string | null): RowOf<OperatorSessionEntry> => ({
  id: row.id,
  ...toSession(row),
  address: row.address,
  began_at: row.began_at,
  current: row.id === ofCaller,
});

const wrongToken = (): ProblemError =>
  new ProblemError(
    'invalid_credentials',
    'The operator token is wrong. Send the one that OPERATOR_TOKEN of order-state has.',
    {
      headers: { 'www-authenticate': 'Bearer' },
    },
  );

type ProofOf = (holder: SessionHolder, id: string) => string | undefined;

/**
 * Needs the token and the cookie: with a copy of the database alone no token can be guessed from it, and with the right
 * to write there no session can be made. `undefined`: there is no such token or provider any more.
 */
const createProofOf =
  (tokens: Tokens, provider: IdentityProvider | undefined): ProofOf =>
  (holder, id) => {
    const key = holder.scope === 'read' ? tokens.readToken : tokens.token;
    if (key === undefined) return undefined;
    if (holder.scope !== null) return hmac(key, id);
    if (!provider) return undefined;
    const { issuer, clientId } = provider.settings;
    return hmac(key, JSON.stringify([id, issuer, clientId, holder.subject, holder.person, holder.roles]));
  };

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

const isEqual = (one: string, other: string | undefined): boolean =>
  one.length === other?.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
