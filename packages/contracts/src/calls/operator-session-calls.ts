import { optionalActionSchema, signInFailures } from '../operator-accounts.js';
import { callsOf } from './call.js';
import { pathId, uuid } from './parameters.js';

const path = '/operator/v1/session';

/** Calls of the caller's own session, which need no role. */
export const ownSessionCalls = callsOf('Session', {
  signIn: {
    request: ['POST', path],
    isOpen: true,
    summary: 'Begin a session, for a page',
    description:
      'The token is exchanged for a cookie that no script can read, for 12 hours. The session ends on every replica at once: when it is ended, and when its token is changed.\n\n' +
      'A call that changes something by cookie must come from a page of this origin. A program sends `Authorization: Bearer` instead.',
    body: {
      schema: 'SignIn',
      examples: { token: { summary: 'OPERATOR_TOKEN, or OPERATOR_READ_TOKEN', value: { token: 'cedbee65a4f1' } } },
    },
    answers: { 200: { description: 'Begun.', schema: 'Session', headers: ['Set-Cookie'] } },
    problems: ['rate_limited'],
  },
  getSession: {
    request: ['GET', path],
    summary: 'Read the session',
    answers: { 200: { description: 'The session.', schema: 'Session' } },
  },
  signOut: {
    request: ['DELETE', path],
    isOpen: true,
    summary: 'End the session of this browser',
    description:
      'A browser in which a person has signed in goes on to the `url`, at the identity provider, which ends its own session and sends it back to the console.',
    answers: {
      200: {
        description: 'Ended. The identity provider has a session too.',
        schema: 'SignedOut',
        headers: ['Set-Cookie'],
      },
      204: { description: 'Ended, or there was none.', headers: ['Set-Cookie'] },
    },
    problems: ['cross_site_request'],
  },
  viewSignInOptions: {
    request: ['GET', `${path}/options`],
    isOpen: true,
    summary: 'How can a person sign in?',
    answers: { 200: { description: 'Beside the token.', schema: 'SignInOptions' } },
  },
  signInAtProvider: {
    request: ['GET', `${path}/oidc`],
    isOpen: true,
    summary: 'Go to the identity provider, as a browser',
    description:
      'Begins the authorization code flow of OpenID Connect, with PKCE. Where no provider is configured, there is no such path.',
    answers: {
      302: { description: 'To the provider, or where it is away to the console.', headers: ['Location', 'Set-Cookie'] },
    },
    problems: ['route_not_found'],
  },
  endSignInAtProvider: {
    request: ['GET', `${path}/oidc/callback`],
    isOpen: true,
    summary: 'Come back from the identity provider, as a browser',
    description:
      'The redirect URI. It takes the parameters that the provider adds, and begins a session for 12 hours with the roles that the ID token has.',
    answers: {
      302: {
        description: `To the console: signed in, or with \`#sign-in=\` and one of ${signInFailures.join(', ')}.`,
        headers: ['Location', 'Set-Cookie'],
      },
    },
    problems: ['route_not_found'],
  },
});

export const operatorSessionCalls = callsOf('Session', {
  listSessions: {
    request: ['GET', '/operator/v1/sessions'],
    role: 'look',
    summary: 'List sessions',
    description: 'Every session that has not ended, the newest first: at most 100 of each token and person.',
    answers: { 200: { description: 'The sessions.', schema: 'SessionList' } },
  },
  endSession: {
    request: ['DELETE', '/operator/v1/sessions/{session_id}'],
    role: 'administer',
    summary: 'End a session of any browser',
    parameters: [pathId('The session.', uuid, '0f5b1d52-6c3f-4c0a-9a52-6f1c1f1f6a11', 'session_id')],
    query: optionalActionSchema,
    answers: { 204: { description: 'Ended, on every replica.' } },
    problems: ['session_not_found'],
  },
});
