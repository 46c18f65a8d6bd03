import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { SignInFailure } from '@delivery/contracts';
import { type Person, readPerson, type SignInChecks } from './rules/sign-in.js';

export type ProviderSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** Where the provider sends browsers back to, as it is registered there. */
  redirectUri: string;
  rolesClaim: string;
  scope: string;
};

/** Why nobody is signed in. */
export class SignInError extends Error {
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
};

/** Of each request to the provider. */
const timeoutSeconds = 10;

/** Asked for nothing before somebody signs in: the service starts, and works by token, while the provider is away. */
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
        return readPerson(claims, rolesClaim);
      } catch (error) {
        throw new SignInError(error instanceof AuthorizationResponseError ? 'refused' : 'failed', error);
      }
    },
  };
};
