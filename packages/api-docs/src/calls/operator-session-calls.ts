import type { Call } from '../openapi/call.js';

const path = '/operator/v1/session';
const tag = 'Session';

const signIn: Call = {
  id: 'signIn',
  method: 'post',
  path,
  tag,
  isOpen: true,
  summary: 'Begin a session, for a page',
  description:
    'The token is exchanged for a cookie that no script can read, for 12 hours. It ends with its token: when that is changed, on every replica at once.\n\n' +
    'Whatever changes something by cookie must come from a page of this origin. A program sends `Authorization: Bearer` instead.',
  body: {
    schema: 'SignIn',
    required: true,
    examples: { token: { summary: 'OPERATOR_TOKEN, or OPERATOR_READ_TOKEN', value: { token: 'cedbee65a4f1' } } },
  },
  answers: { 200: { description: 'Begun.', schema: 'Session', headers: ['Set-Cookie'] } },
  problems: ['rate_limited'],
};

const getSession: Call = {
  id: 'getSession',
  method: 'get',
  path,
  tag,
  summary: 'What may this session do, and until when?',
  answers: { 200: { description: 'The session.', schema: 'Session' } },
  problems: [],
};

const signOut: Call = {
  id: 'signOut',
  method: 'delete',
  path,
  tag,
  isOpen: true,
  summary: 'End the session of this browser',
  answers: { 204: { description: 'Ended, or there was none.', headers: ['Set-Cookie'] } },
  problems: ['cross_site_request'],
};

export const operatorSessionCalls: readonly Call[] = [signIn, getSession, signOut];
