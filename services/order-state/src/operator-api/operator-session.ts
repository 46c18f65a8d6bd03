import { createHmac, timingSafeEqual } from 'node:crypto';
import { type OperatorSession, type OperatorSessionEntry, signInSchema } from '@delivery/contracts';
import {
  answerJson,
  type ApiRequest,
  type ApiRoute,
  type Caller,
  change,
  checkSameOrigin,
  checkSignInOrigin,
  createSessionCookie,
  get,
  noContent,
  parseBody,
  ProblemError,
  readBearer,
  sessionHashOf,
} from '@delivery/http-edge';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { insertActivity } from '../activity/queries.js';
import {
  deleteOperatorSession,
  deleteOperatorSessions,
  findOperatorSessions,
  insertOperatorSession,
  listOperatorSessions,
  type OperatorSessionRow,
} from '../sessions/operator-queries.js';
import {
  checkScope,
  createScopeOf,
  isReading,
  preparing,
  type RefuseLogin,
  type Scope,
  type Tokens,
  unknownCaller,
} from '../shared-api/check-bearer.js';
import { readSessionId, sessionNotFound } from '../shared-api/read-params.js';
import { actorOf } from './rules/actor.js';

const sessionMs = 12 * 3_600_000;

export type OperatorSessionDeps = {
  tokens: Tokens;
  pool: Pool;
  now: () => number;
  isPrepared: () => boolean;
  refuseLogin: RefuseLogin;
  logger: Pick<Logger, 'info'>;
};

/** The credentials of a request, and the address to which wrong ones are counted. */
type Claim = Pick<Caller, 'headers' | 'address'>;

/** The caller, as far as a token identifies one. */
export type OperatorCaller = {
  scope: Scope;
  by: 'token' | 'session';
  /** Names a session in logs and lists; it opens nothing. `null`: called with the token itself. */
  session: string | null;
};

export type OperatorSessions = {
  /** @throws ProblemError for a caller without a valid token or session, or without the permission for this call */
  authorize: (caller: Caller) => Promise<OperatorCaller>;
  /** Need no authentication: signing in sends the token in the body. */
  openRoutes: ApiRoute[];
  routes: ApiRoute<OperatorCaller>[];
};

/**
 * The token, or a session that was begun with it: a page should not keep a token where a script can read it. A session ends
 * after 12 hours, when it is ended, and when its token is changed; on every replica at once, because each call looks it up.
 */
export const createOperatorSessions = (deps: OperatorSessionDeps): OperatorSessions => {
  const { pool, now, tokens, isPrepared, refuseLogin, logger } = deps;
  const scopeOf = createScopeOf(tokens);
  const cookie = createSessionCookie({ name: 'delivery_operator', maxAgeSeconds: sessionMs / 1_000 });

  const findSession = async ({ headers, address }: Claim): Promise<OperatorSessionRow> => {
    const ids = cookie.read(headers);
    if (ids.length === 0) throw unknownCaller();
    if (!isPrepared()) throw preparing();
    const rows = await findOperatorSessions(pool, ids.map(sessionHashOf), new Date(now()));
    const found = rows.find((row) => ids.some((id) => isBegunWith(tokens, row, id)));
    if (!found) throw refuseLogin(address, unknownCaller());
    return found;
  };
  const identify = async (claim: Claim): Promise<OperatorCaller> => {
    if (claim.headers.authorization !== undefined) {
      const scope = scopeOf(readBearer(claim.headers));
      if (scope === undefined) throw refuseLogin(claim.address, unknownCaller());
      return { scope, by: 'token', session: null };
    }
    const { scope, id } = await findSession(claim);
    return { scope, by: 'session', session: id };
  };
  const signIn = async ({ body, headers, address }: ApiRequest) => {
    checkSignInOrigin(headers);
    const { token } = parseBody(signInSchema, body);
    const scope = scopeOf(token);
    if (scope === undefined) throw refuseLogin(address, wrongToken());
    const { id, setCookie } = cookie.begin(headers);
    const begun = { began_at: new Date(now()), expires_at: new Date(now() + sessionMs) };
    const row = { hash: sessionHashOf(id), scope, proof: proofOf(token, id), address, ...begun };
    const session = await saveSession(pool, row);
    logger.info({ session, scope, address }, 'operator.signed_in');
    return answerJson(200, toSession(row), { 'set-cookie': setCookie });
  };
  const signOut = async ({ headers, address }: ApiRequest) => {
    checkSameOrigin(headers);
    await inTransaction(pool, async (client) => {
      const ids = await deleteOperatorSessions(client, cookie.read(headers).map(sessionHashOf));
      for (const id of ids) await logEnded(client, id, { address });
    });
    return { ...noContent, headers: { 'set-cookie': cookie.end(headers) } };
  };

  return {
    authorize: async (caller) => {
      const identified = await identify(caller);
      if (identified.by === 'session' && !isReading(caller.method)) checkSameOrigin(caller.headers);
      checkScope(identified.scope, caller);
      return identified;
    },
    openRoutes: [
      get('/', async (request) => answerJson(200, toSession(await findSession(request)))),
      change('POST', '/', 'json', signIn),
      change('DELETE', '/', 'ignored', signOut),
    ],
    routes: [
      get('/sessions', async ({ caller }) => {
        const rows = await listOperatorSessions(pool, new Date(now()));
        return answerJson(200, { data: rows.map((row) => toEntry(row, caller.session)) });
      }),
      change('DELETE', '/sessions/:session_id', 'ignored', async (request) => {
        const id = readSessionId(request);
        await endSession(pool, id, request);
        logger.info({ session: id, address: request.address }, 'operator.session_ended');
        return noContent;
      }),
    ],
  };
};

/** @returns the id by which it is listed and ended */
const saveSession = (pool: Pool, row: Omit<OperatorSessionRow, 'id'>): Promise<string> =>
  inTransaction(pool, async (client) => {
    const id = await insertOperatorSession(client, row);
    const subject = { type: 'session', id };
    await insertActivity(client, actorOf(row), { action: 'session.begun', subject, detail: row.scope });
    return id;
  });

/** @throws ProblemError `session_not_found` */
const endSession = (pool: Pool, id: string, request: Pick<ApiRequest, 'address'>): Promise<void> =>
  inTransaction(pool, async (client) => {
    if (!(await deleteOperatorSession(client, id))) throw sessionNotFound();
    await logEnded(client, id, request);
  });

const logEnded = (client: Transaction, id: string, request: Pick<ApiRequest, 'address'>): Promise<void> =>
  insertActivity(client, actorOf(request), { action: 'session.ended', subject: { type: 'session', id } });

const toSession = ({ scope, expires_at }: Pick<OperatorSessionRow, 'scope' | 'expires_at'>): OperatorSession => ({
  scope,
  expires_at: expires_at.toISOString(),
});

/** @param ofCaller the id of the session that asks; `null`: it is none */
const toEntry = (row: OperatorSessionRow, ofCaller: string | null): OperatorSessionEntry => ({
  id: row.id,
  ...toSession(row),
  address: row.address,
  began_at: row.began_at.toISOString(),
  current: row.id === ofCaller,
});

const wrongToken = (): ProblemError =>
  new ProblemError('invalid_credentials', 'This is not a valid operator token.', {
    headers: { 'www-authenticate': 'Bearer' },
  });

/** A session of this id that began with the current token. */
const isBegunWith = (tokens: Tokens, { hash, scope, proof }: OperatorSessionRow, id: string): boolean => {
  const token = scope === 'all' ? tokens.token : tokens.readToken;
  return token !== undefined && hash === sessionHashOf(id) && isEqual(proof, proofOf(token, id));
};

/** Needs the token and the cookie: with a copy of the database alone no token can be guessed from it. */
const proofOf = (token: string, id: string): string => createHmac('sha256', token).update(id).digest('base64url');

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
