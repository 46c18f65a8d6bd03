import { hash } from 'node:crypto';
import {
  askForLinkSchema,
  merchantListQuerySchema,
  type MerchantSession,
  merchantSignInSchema,
} from '@delivery/contracts';
import { type Call as DeclaredCall, sessionPlatformCalls } from '@delivery/contracts/calls';
import {
  type Answer,
  answerIfChanged,
  answerJson,
  checkContentType,
  checkQueryNames,
  checkSameOrigin,
  checkSignInOrigin,
  type Exchange,
  limitedAddress,
  noContent,
  parseBody,
  parseJsonBody,
  ProblemError,
  readQuery,
} from '@delivery/http-edge';
import { invalidCredentials } from '../auth/authenticate.js';
import type { Credentials } from '../auth/read-credentials.js';
import { type Guess, mayInvite, type Session } from '../auth/sessions.js';
import { readBodyWithin } from '../http/bounded-bytes.js';
import type { ByteBudget } from '../http/byte-budget.js';
import { pickQuery } from '../http/pick-query.js';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import { passThrough } from '../order-state/pass-through.js';
import { RateLimitedError } from '../shares/over-limit.js';
import { admitCredentials, type AdmitDeps, guess, guessInTurn, refuseLogin } from './admit-call.js';
import type { CallSpec, OpenSpec, OwnMerchantCalls } from './call.js';
import { passedHeaders, passOn } from './pass-call.js';

/** A key and a token, a link or a merchant. The body is read before the caller is known, so reading it must be cheap. */
const signInMaxBytes = 4 * 1024;

export type SessionDeps = AdmitDeps & { byteBudget: ByteBudget };

/** For pages: a cookie that no script reads, instead of key and token. */
export const sessionCalls = (deps: SessionDeps & { orderState: MerchantCalls }): OwnMerchantCalls => ({
  getSession: { handle: viewSession },
  signIn: { open: signIn(deps) },
  askForLink: { open: askForLink(deps) },
  listMerchants: { handle: listMerchants(deps) },
  signOut: { open: signOut(deps) },
  ...Object.fromEntries(
    Object.values(sessionPlatformCalls).map((declared) => [declared.id, readOfPlatform(deps.orderState, declared)]),
  ),
});

const viewSession: CallSpec['handle'] = ({ merchant: { merchant_id, mode }, session }) =>
  answerJson(200, session ? toView(session) : ({ merchant_id, mode, ...ofToken } satisfies MerchantSession));

const ofToken = { scope: 'full', may_switch: false, may_invite: false, person: null, expires_at: null } as const;

const toView = (session: Session): MerchantSession => ({
  merchant_id: session.merchantId,
  mode: session.mode,
  scope: session.scope,
  may_switch: session.platformId !== null,
  may_invite: mayInvite(session),
  person: session.person,
  expires_at: session.until.toISOString(),
});

/** Makes a call that needs no merchant's credentials. */
type Open = (deps: SessionDeps) => OpenSpec['open'];

const signIn: Open = (deps) => async (exchange) => {
  const { request } = exchange;
  const address = limitedAddress(request.ip);
  const given = parseBody(merchantSignInSchema, await readSignIn(deps, exchange, address));
  const { key = '', token = '', link, merchant_id: merchantId } = given;
  if (link !== undefined) return signInByLink(deps, request, address, link);
  if (merchantId !== undefined) return switchMerchant(deps, request, address, merchantId);
  return signInByToken(deps, request, address, { key, token });
};

/** Counted as a call of the token where it is right, as a failed login where it is wrong. */
const signInByToken = async (
  deps: SessionDeps,
  request: Exchange['request'],
  address: string,
  credentials: Credentials,
): Promise<Answer> => {
  const admission = await admitCredentials(deps, request, credentials, 'other', () => address);
  if ('refusal' in admission) throw admission.refusal;
  const { merchant, tokenHash, headers } = admission;
  const signedIn = {
    merchant_id: merchant.merchant_id,
    // The key that was sent: the session ends with it.
    credentials: { key_hash: hash('sha256', credentials.key, 'hex'), token_hash: tokenHash },
  };
  const { session, setCookie } = await deps.sessions.begin(signedIn, request.headers, address);
  return answerJson(200, toView(session), { ...headers(), 'set-cookie': setCookie });
};

/** Mails that one address of a client may ask for. */
const linksPerMinute = 10;

/** Each request costs order-state the same, for every address. */
const askForLink: Open = (deps) => async (exchange) => {
  const address = limitedAddress(exchange.request.ip);
  const asked = parseBody(askForLinkSchema, await readSignIn(deps, exchange, address));
  const { allowed, retryAfterSeconds } = deps.buckets.links.take(address, linksPerMinute);
  if (!allowed)
    throw new RateLimitedError('sign_in_links', 'Too many sign-in links were asked for.', retryAfterSeconds);
  await deps.sessions.askForLink(asked);
  return { status: 202 };
};

/** A link that is none counts as a failed login. */
const signInByLink = async (
  deps: SessionDeps,
  { headers }: Exchange['request'],
  address: string,
  link: string,
): Promise<Answer> => {
  const begun = await guess(deps, address, () => deps.sessions.beginByLink(link, headers, address));
  if (!begun) throw refuseLogin(deps, linkInvalid(), address).refusal;
  return answerJson(200, toView(begun.session), { 'set-cookie': begun.setCookie });
};

/** A session that only looks may go on, too. */
const switchMerchant = async (
  deps: SessionDeps,
  { headers }: Exchange['request'],
  address: string,
  merchantId: string,
): Promise<Answer> => {
  checkSameOrigin(headers);
  const inTurn: Guess = (ask) => guess(deps, address, ask);
  const begun = await deps.sessions.switchTo(merchantId, headers, address, inTurn);
  if (!begun) throw refuseLogin(deps, invalidCredentials({ headers }), address).refusal;
  return answerJson(200, toView(begun.session), { 'set-cookie': begun.setCookie });
};

/** The merchants of the session's platform in its mode, as the platform sees them. */
const listMerchants =
  ({ orderState }: { orderState: MerchantCalls }): CallSpec['handle'] =>
  async (call) => {
    const { session, query, headers } = call;
    if (!session?.platformId) return answerJson(200, noMerchants);
    const rest = `/${session.mode}/merchants${pickQuery(query, merchantListQuerySchema)}`;
    const of = { callerId: session.platformId, below: 'platforms' as const };
    return answerIfChanged(
      headers,
      await passThrough(orderState, { ...of, method: 'GET', rest, headers: passedHeaders(call) }),
    );
  };

const noMerchants = { data: [], next_cursor: null };

/** Reads as with the platform's token, for its people. */
const readOfPlatform = (orderState: MerchantCalls, declared: DeclaredCall): { handle: CallSpec['handle'] } => {
  const pass = passOn(orderState, 'platforms', { ...declared, path: declared.path.replace('/session/platform', '') });
  return {
    handle: (call) => {
      const { session } = call;
      if (!session?.platformId) throw new ProblemError('platform_not_found', 'This session is not of a platform.');
      return pass({ ...call, callerId: session.platformId }, `/${session.mode}`);
    },
  };
};

const linkInvalid = (): ProblemError =>
  new ProblemError(
    'portal_link_invalid',
    'This link was already used, has expired, or never existed. Ask for a new one.',
  );

/** The merchant is not known yet: all sign-ins from one address count as one merchant's. */
const readSignIn = async (deps: SessionDeps, { request, search }: Exchange, address: string): Promise<unknown> => {
  checkSignInOrigin(request.headers);
  checkQueryNames(readQuery(search), []);
  checkContentType(request.headers);
  const owner = { merchantId: `sign-in ${address}`, address };
  return parseJsonBody(await readBodyWithin(deps.byteBudget, request, owner, signInMaxBytes)).value;
};

/** The answer is the same where the session has ended already, so it does not tell whether it had. */
const signOut: Open =
  (deps) =>
  async ({ request }: Exchange) => {
    checkSameOrigin(request.headers);
    const inTurn: Guess = (ask) => guessInTurn(deps, limitedAddress(request.ip), ask);
    return { ...noContent, headers: { 'set-cookie': await deps.sessions.end(request.headers, inTurn) } };
  };
