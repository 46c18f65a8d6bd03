import type { SignInOptions } from '@delivery/contracts';
import { type Answer, answerJson, type ApiRequest, type ApiRoute, createSessionCookie, get } from '@delivery/http-edge';
import type { Logger } from '@delivery/service-kit';
import type { SessionHolder } from '../sessions/operator-queries.js';
import { type IdentityProvider, SignInError } from './identity-provider.js';
import { callbackPath, signInChecksOf } from './rules/sign-in.js';

/** For which a person may type at the provider. */
const signInSeconds = 10 * 60;

type Deps = {
  provider: IdentityProvider | undefined;
  /** @returns the `Set-Cookie` of a session that it has begun */
  beginSession: (request: Pick<ApiRequest, 'headers' | 'address'>, holder: SessionHolder) => Promise<string>;
  logger: Pick<Logger, 'warn'>;
};

/**
 * OpenID Connect: the authorization code flow with PKCE. A browser asks for these as pages, so that what fails is told by the console,
 * to which every way leads back.
 */
export const signInAtProvider = (deps: Deps): ApiRoute[] => {
  const { provider } = deps;
  const options: SignInOptions = { oidc: provider ? describeProvider(provider) : null };
  const viewOptions = get('/options', () => answerJson(200, options));
  return provider ? [viewOptions, ...redirects(provider, deps)] : [viewOptions];
};

const describeProvider = ({
  settings: { issuer, redirectUri },
}: IdentityProvider): NonNullable<SignInOptions['oidc']> => ({
  name: new URL(issuer).host,
  url: redirectUri.replace(/\/callback$/, ''),
});

const redirects = (provider: IdentityProvider, { beginSession, logger }: Deps): ApiRoute[] => {
  const consoleUrl = `${provider.settings.redirectUri.slice(0, -callbackPath.length)}/console/`;
  // Of the redirect back, which begins at the provider's site, a browser sends no `SameSite=Strict`.
  const cookie = createSessionCookie({
    name: 'delivery_sign_in',
    maxAgeSeconds: signInSeconds,
    sameSite: 'Lax',
  });
  const begin = async ({ headers }: ApiRequest): Promise<Answer> => {
    const { id, setCookie } = cookie.begin(headers);
    return redirect(await provider.authorizationUrl(signInChecksOf(id)), setCookie);
  };
  const end = async (request: ApiRequest): Promise<Answer> => {
    const { query, headers } = request;
    const checks = cookie.read(headers).map(signInChecksOf);
    const ours = checks.find(({ state }) => state === query.get('state'));
    if (!ours) throw new SignInError('expired');
    const person = await provider.readPerson(new URLSearchParams([...query]).toString(), ours);
    if (person.roles.length === 0) throw new SignInError('no_role', person.person);
    return redirect(consoleUrl, await beginSession(request, { scope: null, ...person }));
  };
  /** Every failure leads to the console, which says what it was. */
  const telling =
    (handle: ApiRoute['handle']): ApiRoute['handle'] =>
    async (request) => {
      try {
        return await handle(request);
      } catch (error) {
        const reason = error instanceof SignInError ? error.reason : 'failed';
        logger.warn({ reason, err: error, address: request.address }, 'operator.sign_in_failed');
        return redirect(`${consoleUrl}#sign-in=${reason}`, cookie.end(request.headers));
      }
    };
  const takes = { takes: true, body: 'ignored' } as const;
  return [
    { method: 'GET', path: '/oidc', handle: telling(begin), ...takes },
    { method: 'GET', path: '/oidc/callback', takesAnyQuery: true, handle: telling(end), ...takes },
  ];
};

const redirect = (location: string, setCookie: string): Answer => ({
  status: 302,
  headers: { location, 'set-cookie': setCookie },
});
