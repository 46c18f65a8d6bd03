import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export * from './visit-console.js';

export type TestPerson = { sub: string; email: string; roles: string[] };

export type TestIdentityProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The person who types a password from now on; `undefined`: the person turns back. */
  signInAs: (person: TestPerson | undefined) => void;
  /** Cuts each connection from now on, or no more. */
  setAway: (isAway: boolean) => void;
  close: () => Promise<void>;
};

/** An OpenID Connect provider on a port of its own, at which people sign in without typing. */
export const startIdentityProvider = async (redirectUri: string): Promise<TestIdentityProvider> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Another site than the console's, as it is in reality: a browser sends no `SameSite=Strict` with the way back.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const client = { client_id: 'delivery-console', client_secret: 'secret-of-the-console-in-tests' };
  const people = new Map<string, TestPerson>();
  let person: TestPerson | undefined;
  let isAway = false;
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL('/console/', redirectUri).href],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub', 'roles'], email: ['email'] },
    scopes: ['openid', 'profile', 'email'],
    // As most providers do it: all claims are in the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['keys-of-the-provider-in-tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    loadExistingGrant: async ({ oidc: { session, client: asking } }) => {
      // A new one would end the codes of sign-ins that are under way in other tabs.
      const known = await provider.Grant.find(session?.grantIdFor(asking?.clientId ?? '') ?? '');
      if (known && known.accountId === session?.accountId) return known;
      const grant = new provider.Grant({ clientId: asking?.clientId ?? '', accountId: session?.accountId ?? '' });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (isAway) return void response.destroy();
    if (request.url?.startsWith('/interaction/') !== true) return void answer(request, response);
    const result = person ? { login: { accountId: person.sub } } : { error: 'access_denied' };
    provider
      .interactionFinished(request, response, result, { mergeWithLastSubmission: false })
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  return {
    issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    signInAs: (next) => {
      person = next;
      if (next) people.set(next.sub, next);
    },
    setAway: (next) => {
      isAway = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
