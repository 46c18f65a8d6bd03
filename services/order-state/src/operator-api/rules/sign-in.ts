import { createHmac } from 'node:crypto';
import { type OperatorRole, operatorRoles } from '@delivery/contracts';

/** The path, on order-state, of the redirect URI that is registered at the provider. */
export const callbackPath = '/operator/v1/session/oidc/callback';

export const consoleUrlOf = (redirectUri: string): string => `${redirectUri.slice(0, -callbackPath.length)}/console/`;

/** What the provider is to give back, or to ask for, so that no other browser can end this sign-in. */
export type SignInChecks = { state: string; nonce: string; codeVerifier: string };

/** All from the random id in the browser's cookie: nothing is kept of a sign-in that does not come to its end. */
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

/** Who an ID token is about. Values of the claim that are no role are another application's. Whoever has a role may look. */
export const readPerson = (claims: Readonly<Record<string, unknown>> & { sub: string }, rolesClaim: string): Person => {
  const held = [claims[rolesClaim]].flat();
  const isHeld = (role: OperatorRole): boolean => held.includes(role);
  return {
    subject: claims.sub,
    person: nameOf(claims),
    roles: operatorRoles.filter((role) => isHeld(role) || (role === 'look' && operatorRoles.some(isHeld))),
  };
};

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
