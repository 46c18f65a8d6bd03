import type { Call } from '../openapi/call.js';
import { pathId, uuid } from '../openapi/parameters.js';

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
    'The token is exchanged for a cookie that no script can read, for 12 hours. The session ends on every replica at once: when it is ended, and when its token is changed.\n\n' +
    'A call that changes something by cookie must come from a page of this origin. A program sends `Authorization: Bearer` instead.',
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

const listSessions: Call = {
  id: 'listSessions',
  method: 'get',
  path: '/operator/v1/sessions',
  tag,
  summary: 'Who is signed in?',
  description: 'Every session that has not ended, the newest first: at most 100 of each token.',
  answers: { 200: { description: 'The sessions.', schema: 'SessionList' } },
  problems: [],
};

const endSession: Call = {
  id: 'endSession',
  method: 'delete',
  path: '/operator/v1/sessions/{session_id}',
  tag,
  summary: 'End a session, of whichever browser',
  parameters: [pathId('The session.', uuid, '0f5b1d52-6c3f-4c0a-9a52-6f1c1f1f6a11', 'session_id')],
  answers: { 204: { description: 'Ended, on every replica.' } },
  problems: ['session_not_found'],
};

export const operatorSessionCalls: readonly Call[] = [signIn, getSession, signOut, listSessions, endSession];
