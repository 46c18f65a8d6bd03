import { type MerchantSession, merchantSignInSchema } from '@delivery/contracts';
import {
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
  readQuery,
} from '@delivery/http-edge';
import { readBodyWithin } from '../http/bounded-bytes.js';
import type { ByteBudget } from '../http/byte-budget.js';
import { admitCredentials, type AdmitDeps } from './admit-call.js';
import type { CallSpec, OpenSpec } from './handle-call.js';

const path = '/v1/session';
/** A key and a token. The body is read before the caller is known, so reading it must be cheap. */
const signInMaxBytes = 4 * 1024;

export type SessionDeps = AdmitDeps & { byteBudget: ByteBudget };

/** For pages: a cookie that no script reads, instead of key and token. */
export const sessionCalls = (deps: SessionDeps): (CallSpec | OpenSpec)[] => [
  { method: 'GET', path, limit: 'other', handle: viewSession },
  { method: 'POST', path, open: signIn(deps) },
  { method: 'DELETE', path, open: signOut(deps) },
];

const viewSession: CallSpec['handle'] = ({ merchant, sessionUntil }) => {
  const session: MerchantSession = {
    merchant_id: merchant.merchant_id,
    mode: merchant.mode,
    expires_at: sessionUntil?.toISOString() ?? null,
  };
  return answerJson(200, session);
};

/** Counted as a call of the token where it is right, as a failed login where it is wrong. */
const signIn =
  (deps: SessionDeps): OpenSpec['open'] =>
  async ({ request, search }) => {
    checkSignInOrigin(request.headers);
    checkQueryNames(readQuery(search), []);
    checkContentType(request.headers);
    const address = limitedAddress(request.ip);
    // The merchant is not known yet: all sign-ins from one address count as one merchant's.
    const owner = { merchantId: `sign-in ${address}`, address };
    const body = await readBodyWithin(deps.byteBudget, request, owner, signInMaxBytes);
    const credentials = parseBody(merchantSignInSchema, parseJsonBody(body).value);
    const admission = await admitCredentials(deps, request, credentials, 'other', () => address);
    if ('refusal' in admission) throw admission.refusal;
    const { merchant, tokenHash, headers } = admission;
    const { session, setCookie } = await deps.sessions.begin(
      { keyHash: merchant.key_hash, tokenHash },
      request.headers,
    );
    const begun: MerchantSession = {
      merchant_id: merchant.merchant_id,
      mode: merchant.mode,
      expires_at: session.until.toISOString(),
    };
    return answerJson(200, begun, { ...headers(), 'set-cookie': setCookie });
  };

/** The answer is the same where the session has ended already, so it does not tell whether it had. */
const signOut =
  ({ sessions }: SessionDeps): OpenSpec['open'] =>
  async ({ request }: Exchange) => {
    checkSameOrigin(request.headers);
    return { ...noContent, headers: { 'set-cookie': await sessions.end(request.headers) } };
  };
