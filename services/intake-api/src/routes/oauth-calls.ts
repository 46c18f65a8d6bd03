import { oauthClientIdSchema } from '@delivery/contracts';
import {
  type Answer,
  answerJson,
  checkQueryNames,
  type Exchange,
  limitedAddress,
  ProblemError,
  readQuery,
  toProblem,
} from '@delivery/http-edge';
import { openDeliveryPath } from '@delivery/open-delivery';
import { accessTokenSeconds, signAccessToken } from '../auth/access-tokens.js';
import { authenticateClient, type ClientCredentials, keyOf } from '../auth/authenticate-client.js';
import { readBodyWithin } from '../http/bounded-bytes.js';
import { admit, refuseLogin } from './admit-call.js';
import type { OpenSpec } from './call.js';
import type { SessionDeps } from './session-calls.js';

/** The client's id and its secret. The body is read before the caller is known, so reading it must be cheap. */
const formMaxBytes = 4 * 1024;
const scope = 'od.all';

/** Client credentials of OAuth 2.0 (RFC 6749, 4.4). Open Delivery has the path below its own base. */
export const oauthCalls = (deps: SessionDeps): OpenSpec[] =>
  ['/oauth/token', `${openDeliveryPath}/oauth/token`].map((path) => ({ method: 'POST', path, open: giveToken(deps) }));

/** Counted as a call of the client where its secret is right, as a failed login where it is wrong. */
const giveToken =
  (deps: SessionDeps): OpenSpec['open'] =>
  async (exchange) => {
    const { request } = exchange;
    const address = limitedAddress(request.ip);
    const form = await readForm(deps, exchange, address);
    const fault = faultOf(form);
    if (fault) return refused(exchange, new ProblemError('invalid_parameter', fault.detail), fault.error);
    const credentials = readClient(form, request.headers.authorization);
    const found = credentials && (await authenticateClient(deps, credentials, () => address));
    if (!found) return refuseClient(deps, exchange, address);
    const admission = admit(deps, request, found, 'other', () => address);
    if ('refusal' in admission) throw admission.refusal;
    const token = {
      access_token: await signAccessToken(keyOf(deps), found.tokenHash),
      token_type: 'bearer',
      expires_in: accessTokenSeconds,
      scope,
    };
    return answerJson(200, token, { ...admission.headers(), pragma: 'no-cache' });
  };

const readForm = async (
  deps: SessionDeps,
  { request, search }: Exchange,
  address: string,
): Promise<URLSearchParams> => {
  checkQueryNames(readQuery(search), []);
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded')
    throw new ProblemError('unsupported_media_type', 'Expected Content-Type: application/x-www-form-urlencoded.');
  const owner = { merchantId: `token ${address}`, address };
  return new URLSearchParams((await readBodyWithin(deps.byteBudget, request, owner, formMaxBytes)).toString('utf8'));
};

const known = ['grant_type', 'client_id', 'client_secret', 'scope'];

/** In the words of RFC 6749, 5.2. Parameters that it does not know it says to ignore. */
const faultOf = (form: URLSearchParams): { error: string; detail: string } | undefined => {
  const repeated = known.find((name) => form.getAll(name).length > 1);
  if (repeated !== undefined) return { error: 'invalid_request', detail: `${repeated} was sent more than once.` };
  const grantType = form.get('grant_type');
  if (grantType === null)
    return { error: 'invalid_request', detail: 'grant_type is required: send client_credentials.' };
  if (grantType !== 'client_credentials')
    return { error: 'unsupported_grant_type', detail: 'Expected grant_type to be client_credentials.' };
  if ((form.get('scope') ?? scope).split(' ').some((one) => one !== scope && one !== ''))
    return { error: 'invalid_scope', detail: `Expected scope to be ${scope}, or none.` };
  return undefined;
};

/** In the form, or as HTTP Basic with each half form-encoded (RFC 6749, 2.3.1). */
const readClient = (form: URLSearchParams, authorization: string | undefined): ClientCredentials | undefined => {
  const basic = authorization === undefined ? undefined : decodeBasic(authorization);
  const [clientId, secret] = basic ?? [form.get('client_id'), form.get('client_secret')];
  return secret && oauthClientIdSchema.safeParse(clientId).success && clientId ? { clientId, secret } : undefined;
};

const decodeBasic = (header: string): [clientId: string, secret: string] | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header)?.[1];
  const [clientId, secret] = Buffer.from(encoded ?? '', 'base64')
    .toString('utf8')
    .split(':');
  return clientId && secret ? [formDecode(clientId), formDecode(secret)] : undefined;
};

const formDecode = (text: string): string => new URLSearchParams(`text=${text}`).get('text') ?? '';

const refuseClient = (deps: SessionDeps, exchange: Exchange, address: string): Answer => {
  const { refusal } = refuseLogin(deps, invalidClient(), address);
  if (refusal.code !== 'invalid_credentials') throw refusal;
  return refused(exchange, refusal, 'invalid_client');
};

const invalidClient = (): ProblemError =>
  new ProblemError(
    'invalid_credentials',
    'client_id or client_secret is missing or wrong. A new client works within a second.',
    { headers: { 'www-authenticate': 'Basic realm="delivery-orders"' } },
  );

/** A problem as everywhere, with the members that OAuth has for it, and its content type. */
const refused = ({ path, requestId }: Exchange, problem: ProblemError, error: string): Answer => ({
  status: problem.status,
  headers: { ...problem.extras.headers },
  body: JSON.stringify({
    error,
    error_description: problem.detail,
    ...toProblem(problem, { instance: path, requestId }),
  }),
});
