import { createHmac } from 'node:crypto';
import { type OperatorRole, operatorRoles, type OptionalAction, optionalActionSchema } from '@delivery/contracts';
import {
  type Answer,
  type ApiRequest,
  type ApiRoute,
  type HandlerOf,
  parseQuery,
  ProblemError,
} from '@delivery/http-edge';

/** The caller, as far as a token or a session identifies one. */
export type OperatorCaller = {
  roles: readonly OperatorRole[];
  by: 'token' | 'session';
  /** Names a session in logs and lists; it opens nothing. `null`: called with the token itself. */
  session: string | null;
  /** The person who signed in at the identity provider. `null`: only a token is known. */
  person: string | null;
};

export type OperatorHandle = ApiRoute<OperatorCaller>['handle'];
export type OperatorHandlerOf<Deps> = HandlerOf<Deps, OperatorCaller>;

/** @throws ProblemError `insufficient_scope`, which names the role */
export const checkRole = ({ roles, person }: Pick<OperatorCaller, 'roles' | 'person'>, needed: OperatorRole): void => {
  if (roles.includes(needed)) return;
  const why =
    person === null
      ? `This needs the role ${needed}, and the token may only ${roles.join(', ')}: use the token of OPERATOR_TOKEN.`
      : `This needs the role ${needed}, and ${person} has ${roles.join(', ')}. Have the role added at the ` +
        'identity provider, then sign in again.';
  // RFC 6750, 3.1.
  throw new ProblemError('insufficient_scope', why, {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${needed}"` },
  });
};

type Acting = Pick<ApiRequest, 'address'> & { caller: Pick<OperatorCaller, 'person' | 'session'> };

/**
 * The caller, as the activity log names it. A token has the name that its holder gives with the action; a person has
 * its own. Pure.
 */
export const actorOf = ({ address, caller: { person, session } }: Acting, action?: OptionalAction) => ({
  type: person === null ? ('token' as const) : ('person' as const),
  name: person ?? action?.by ?? null,
  reason: action?.reason ?? null,
  address,
  credential: session === null ? null : { operatorSession: session },
});

/**
 * The actor of a call whose body is another API's, or none: who does it, and why, is in its query. @throws ProblemError
 * `invalid_parameter`
 */
export const queryActorOf = (request: Acting & Pick<ApiRequest, 'query'>) =>
  actorOf(request, parseQuery(optionalActionSchema, request.query));

/**
 * Members that are shown to some roles alone, in any answer. A receiver's answer or its error, and a courier's page of
 * the order, may hold a customer's data. The address of a merchant's contact is personal too, and must be seen to be
 * changed.
 */
const shownTo: Readonly<Record<string, readonly OperatorRole[]>> = {
  response_excerpt: ['customers_data'],
  error_detail: ['customers_data'],
  tracking_url: ['customers_data'],
  email: ['customers_data', 'administer'],
};

/** Not `null`, which says that there is none. */
const maskedText = '(masked)';

/** An answer of the operator API without what these roles may not see. Pure. */
export const maskAnswer = (answer: Answer, roles: readonly OperatorRole[]): Answer => {
  const hidden = Object.keys(shownTo).filter((name) => !shownTo[name]?.some((role) => roles.includes(role)));
  if (answer.body === undefined || hidden.length === 0) return answer;
  const value: unknown = JSON.parse(answer.body.toString());
  const maskMember = (name: string, member: unknown): unknown =>
    member !== null && hidden.includes(name) ? maskedText : member;
  return { ...answer, body: JSON.stringify(value, maskMember) };
};

/** The path, on order-state, of the redirect URI that is registered at the provider. */
export const callbackPath = '/operator/v1/session/oidc/callback';

export const consoleUrlOf = (redirectUri: string): string => `${redirectUri.slice(0, -callbackPath.length)}/console/`;

/** Values that the provider must return or request, so that no other browser can complete this sign-in. */
export type SignInChecks = { state: string; nonce: string; codeVerifier: string };

/** All derived from the random id in the browser's cookie: nothing is stored for an incomplete sign-in. */
export const signInChecksOf = (cookieId: string): SignInChecks => ({
  state: derive(cookieId, 'state'),
  nonce: derive(cookieId, 'nonce'),
  codeVerifier: derive(cookieId, 'code verifier'),
});

const derive = (cookieId: string, what: string): string =>
  createHmac('sha256', cookieId).update(what).digest('base64url');

export type Person = { subject: string; person: string; roles: OperatorRole[] };

/** As long as the name that the holder of a token gives with an action. */
const nameMax = 64;

/**
 * The person of an ID token. Values of the claim that are not roles belong to other applications. Every role includes
 * `look`.
 */
export const readPerson = (claims: Readonly<Record<string, unknown>> & { sub: string }, rolesClaim: string): Person => {
  const held = [findClaim(claims, rolesClaim)].flat();
  const isHeld = (role: OperatorRole): boolean => held.includes(role);
  return {
    subject: claims.sub,
    person: nameOf(claims),
    roles: operatorRoles.filter((role) => isHeld(role) || (role === 'look' && operatorRoles.some(isHeld))),
  };
};

/** A claim by its name, or by its path: `realm_access.roles`. Names may have dots themselves, as URLs have. */
export const findClaim = (claims: unknown, path: string): unknown => {
  if (!isRecord(claims)) return undefined;
  if (Object.hasOwn(claims, path)) return claims[path];
  for (const name of Object.keys(claims)) {
    const found = path.startsWith(`${name}.`) ? findClaim(claims[name], path.slice(name.length + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};

const [claimDepthMax, claimMax] = [3, 50];

/** The names of claims, as paths, without what they say. */
export const listClaims = (claims: object): string[] => pathsIn(claims, claimDepthMax).slice(0, claimMax);

const pathsIn = (claims: object, depth: number): string[] =>
  Object.entries(claims).flatMap(([name, value]) =>
    isRecord(value) && depth > 1 ? pathsIn(value, depth - 1).map((path) => `${name}.${path}`) : [name],
  );

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Two people may have one name, and not one address. */
const nameOf = ({
  email,
  preferred_username,
  name,
  sub,
}: Readonly<Record<string, unknown>> & { sub: string }): string =>
  [email, preferred_username, name].map(toVisible).find((text) => text !== '') ?? toVisible(sub);

const toVisible = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
        .trim()
        .slice(0, nameMax)
    : '';
