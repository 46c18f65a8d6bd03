import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { type OperatorSession, signInSchema } from '@delivery/contracts';
import {
  answerJson,
  type ApiRoute,
  type Buckets,
  type Caller,
  change,
  checkSameOrigin,
  createSessionCookie,
  get,
  parseBody,
  ProblemError,
} from '@delivery/http-edge';
import type { Logger, Sealer } from '@delivery/service-kit';
import {
  checkScope,
  createBearerScope,
  createScopeOf,
  isReading,
  type Scope,
  type Tokens,
  unknownCaller,
} from '../shared-api/check-bearer.js';

const sessionMs = 12 * 3_600_000;
/** Tries of one address, so that a token cannot be guessed from a page either. */
const signInsPerMinute = 20;

export type OperatorSessionDeps = {
  tokens: Tokens;
  sealer: Sealer;
  signIns: Buckets;
  now: () => number;
  logger: Pick<Logger, 'info'>;
};

/** Who calls, as far as a token tells. */
export type OperatorCaller = {
  scope: Scope;
  by: 'token' | 'session';
  /** Names a session in logs, from its beginning on; whoever reads it cannot use it. `null`: called with the token itself. */
  session: string | null;
};

export type OperatorSessions = {
  /** @throws ProblemError for who comes with neither a token nor a session, or may not do this with it */
  authorize: (caller: Caller) => void;
  /** @throws ProblemError for who comes with neither a token nor a session */
  identify: (headers: IncomingHttpHeaders) => OperatorCaller;
  /** For everybody: who signs in has the token in the body. */
  routes: ApiRoute[];
};

/**
 * The token, or a session that was begun with it: a page should not keep a token where a script can read it. A session ends
 * after 12 hours, and when its token is changed.
 */
export const createOperatorSessions = (deps: OperatorSessionDeps): OperatorSessions => {
  const bearerScope = createBearerScope(deps.tokens);
  const cookie = createSessionCookie({
    name: 'delivery_operator',
    path: '/operator',
    maxAgeSeconds: sessionMs / 1_000,
    sealer: deps.sealer,
  });
  const readSession = (headers: IncomingHttpHeaders): Opened => {
    const opened = openSession(deps, cookie.read(headers));
    if (!opened) throw unknownCaller();
    return opened;
  };
  const identify = (headers: IncomingHttpHeaders): OperatorCaller => {
    if (headers.authorization !== undefined) return { scope: bearerScope(headers), by: 'token', session: null };
    const { session, name } = readSession(headers);
    return { scope: session.scope, by: 'session', session: name };
  };
  return {
    authorize: (caller) => {
      const { scope, by } = identify(caller.headers);
      if (by === 'session' && !isReading(caller.method)) checkSameOrigin(caller.headers);
      checkScope(scope, caller);
    },
    identify,
    routes: [
      get('/', ({ headers }) => answerJson(200, readSession(headers).session)),
      change('POST', '/', 'json', ({ body, headers, address }) => {
        const { session, sealable } = beginSession(deps, body, address);
        return answerJson(200, session, { 'set-cookie': cookie.begin(sealable, headers) });
      }),
      change('DELETE', '/', 'ignored', ({ headers }) => {
        checkSameOrigin(headers);
        return { status: 204, headers: { 'set-cookie': cookie.end } };
      }),
    ],
  };
};

const cookieSchema = z.object({ scope: z.enum(['all', 'read']), until: z.int(), proof: z.string() });

const beginSession = (
  { tokens, signIns, now, logger }: OperatorSessionDeps,
  body: unknown,
  address: string,
): { session: OperatorSession; sealable: string } => {
  const { allowed, retryAfterSeconds } = signIns.take(address, signInsPerMinute);
  if (!allowed) {
    throw new ProblemError('rate_limited', `More than ${signInsPerMinute} sign-ins a minute from this address.`, {
      headers: { 'retry-after': String(retryAfterSeconds) },
    });
  }
  const { token } = parseBody(signInSchema, body);
  const scope = createScopeOf(tokens)(token);
  if (scope === undefined) {
    throw new ProblemError('invalid_credentials', 'This is not an operator token of this service.', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
  const until = now() + sessionMs;
  const proof = proofOf(token, until);
  logger.info({ session: nameOf(proof), scope, address }, 'operator.signed_in');
  return {
    session: { scope, expires_at: new Date(until).toISOString() },
    sealable: JSON.stringify({ scope, until, proof }),
  };
};

type Opened = { session: OperatorSession; name: string };

const openSession = ({ tokens, now }: OperatorSessionDeps, text: string | undefined): Opened | undefined => {
  if (text === undefined) return undefined;
  const { scope, until, proof } = cookieSchema.parse(JSON.parse(text));
  const token = scope === 'all' ? tokens.token : tokens.readToken;
  if (token === undefined || !isEqual(proof, proofOf(token, until)) || until <= now()) return undefined;
  return { session: { scope, expires_at: new Date(until).toISOString() }, name: nameOf(proof) };
};

/** Tells sessions apart, and proves nothing. */
const nameOf = (proof: string): string => createHash('sha256').update(proof).digest('hex').slice(0, 12);

/** Only who had the token could make it, and it is worth nothing under another one. */
const proofOf = (token: string, until: number): string =>
  createHmac('sha256', token).update(`session until ${until}`).digest('base64url');

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
