import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { SignInFailure, SignInOptions } from '@delivery/contracts';
import {
  type Answer,
  answerJson,
  type ApiRequest,
  type ApiRoute,
  type CallHandler,
  createAttemptCookies,
} from '@delivery/http-edge';
import type { Logger } from '@delivery/service-kit';
import type { SessionHolder } from '../sessions/queries.js';
import {
  consoleUrlOf,
  findClaim,
  listClaims,
  type Person,
  readPerson,
  type SignInChecks,
  signInChecksOf,
} from './rules/caller.js';

export type ProviderSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** Where the provider sends browsers back to, as it is registered there. */
  redirectUri: string;
  rolesClaim: string;
  scope: string;
};

/** Why the sign-in failed. */
class SignInError extends Error {
  constructor(
    readonly reason: SignInFailure,
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

export type IdentityProvider = {
  settings: ProviderSettings;
  /** @throws SignInError */
  authorizationUrl: (checks: SignInChecks) => Promise<string>;
  /** Exchanges the code. @throws SignInError */
  readPerson: (search: string, checks: SignInChecks) => Promise<Person>;
  /**
   * Where a browser ends its session at the provider too. `undefined`: the provider has no such place, or is away. It
   * is not sent the ID token, which is not kept here, so it may ask the person.
   */
  endSessionUrl: () => Promise<string | undefined>;
};

/** Time limit of each request to the provider. */
const timeoutSeconds = 10;

/** Not contacted before the first sign-in: the service starts, and works by token, while the provider is away. */
export const createIdentityProvider = (settings: ProviderSettings): IdentityProvider => {
  const { issuer, clientId, clientSecret, redirectUri, rolesClaim, scope } = settings;
  let discovered: Promise<Configuration> | undefined;
  // Deprecated only to stand out. The configuration permits it for an issuer on this machine alone.
  // oxlint-disable-next-line typescript/no-deprecated
  const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
  const discover = (): Promise<Configuration> =>
    discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: timeoutSeconds,
      execute: [enableNonRepudiationChecks, ...insecure],
    });
  const configured = async (): Promise<Configuration> => {
    try {
      return await (discovered ??= discover());
    } catch (error) {
      discovered = undefined;
      throw new SignInError('provider_away', error);
    }
  };
  return {
    settings,
    authorizationUrl: async ({ state, nonce, codeVerifier }) => {
      const challenge = {
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      };
      const asked = { redirect_uri: redirectUri, scope, state, nonce, ...challenge };
      return buildAuthorizationUrl(await configured(), asked).href;
    },
    endSessionUrl: async () => {
      const configuration = await configured().catch(() => undefined);
      if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined;
      return buildEndSessionUrl(configuration, { post_logout_redirect_uri: consoleUrlOf(redirectUri) }).href;
    },
    readPerson: async (search, { state, nonce, codeVerifier }) => {
      const configuration = await configured();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
      try {
        const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUri}?${search}`), {
          ...checks,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('the provider sent no ID token');
        if (findClaim(claims, rolesClaim) === undefined) throw new SignInError('no_role', missing(rolesClaim, claims));
        return readPerson(claims, rolesClaim);
      } catch (error) {
        if (error instanceof SignInError) throw error;
        throw new SignInError(error instanceof AuthorizationResponseError ? 'refused' : 'failed', error);
      }
    },
  };
};

/** Values may be personal: the log has names alone. */
const missing = (rolesClaim: string, claims: object): Error =>
  new Error(
    `The ID token has no claim ${rolesClaim}, which OIDC_ROLES_CLAIM names. It has: ${listClaims(claims).join(', ')}.`,
  );

/** For which a person may type at the provider. */
const signInSeconds = 10 * 60;
/** Sign-ins of one browser at once, one per tab. */
const signInMax = 10;

type Deps = {
  provider: IdentityProvider | undefined;
  /** @returns the `Set-Cookie` of a session that it has begun */
  beginSession: (request: Pick<ApiRequest, 'headers' | 'address'>, holder: SessionHolder) => Promise<string>;
  logger: Pick<Logger, 'warn'>;
};

type Redirects = Readonly<Record<'signInAtProvider' | 'endSignInAtProvider', CallHandler>>;

/** Without a provider there are no redirects. */
export type ProviderHandlers = Readonly<{ viewSignInOptions: CallHandler }> & Partial<Redirects>;

/**
 * OpenID Connect: the authorization code flow with PKCE. A browser requests these as pages, so that the console shows
 * failures, to which every way leads back.
 */
export const signInAtProvider = (deps: Deps): ProviderHandlers => {
  const { provider } = deps;
  const options: SignInOptions = { oidc: provider ? describeProvider(provider) : null };
  return { viewSignInOptions: () => answerJson(200, options), ...(provider && redirects(provider, deps)) };
};

const describeProvider = ({
  settings: { issuer, redirectUri },
}: IdentityProvider): NonNullable<SignInOptions['oidc']> => ({
  name: new URL(issuer).host,
  url: redirectUri.replace(/\/callback$/, ''),
});

const redirects = (provider: IdentityProvider, { beginSession, logger }: Deps): Redirects => {
  const consoleUrl = consoleUrlOf(provider.settings.redirectUri);
  const cookies = createAttemptCookies({
    name: 'delivery_sign_in',
    attemptMax: signInMax,
    maxAgeSeconds: signInSeconds,
  });
  const findOwn = ({ query, headers }: ApiRequest) =>
    cookies.find(headers, (id) => signInChecksOf(id).state === query.get('state'));
  const begin = async ({ headers }: ApiRequest): Promise<Answer> => {
    const { id, setCookie } = cookies.begin(headers);
    return redirect(await provider.authorizationUrl(signInChecksOf(id)), setCookie);
  };
  const end = async (request: ApiRequest): Promise<Answer> => {
    const own = findOwn(request);
    if (!own) throw new SignInError('expired');
    const search = new URLSearchParams([...request.query]).toString();
    const person = await provider.readPerson(search, signInChecksOf(own.id));
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
        return redirect(`${consoleUrl}#sign-in=${reason}`, findOwn(request)?.forget);
      }
    };
  return {
    signInAtProvider: { handle: telling(begin), takes: true },
    endSignInAtProvider: { handle: telling(end), takes: true, takesAnyQuery: true },
  };
};

const redirect = (location: string, setCookie: string | undefined): Answer => ({
  status: 302,
  headers: { location, ...(setCookie !== undefined && { 'set-cookie': setCookie }) },
});
