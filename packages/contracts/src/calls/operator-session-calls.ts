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
      'Exchanges the token for a cookie that no script can read, for 12 hours. The session ends on every replica ' +
      'when it is ended or its token changes.\n\n' +
      'A change by cookie must come from a page of this origin. A program sends `Authorization: Bearer` instead.',
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
      'If a person signed in, the browser opens the `url` at the identity provider, which ends its own session ' +
      'and returns to the console.',
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
      'Begins the authorization code flow of OpenID Connect, with PKCE. Without a provider the path does not exist.',
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
      'The redirect URI, with the provider’s parameters. Begins a session of 12 hours with the ID token’s roles.',
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
