import { merchantListQuerySchema } from '../list-queries.js';
import { callsOf } from './call.js';

const path = '/v1/session';

const example = {
  merchant_id: '0c2f6d1e9b7a4c55a3d08e41f6b2c790',
  mode: 'live',
  scope: 'full',
  may_switch: false,
  may_invite: false,
  person: null,
  expires_at: '2026-02-01T06:41:07.312Z',
};

export const sessionCalls = callsOf('Session', {
  signIn: {
    request: ['POST', path],
    isOpen: true,
    summary: 'Begin a session, for a page',
    description:
      'Exchanges key and token for a cookie that no script can read, for 12 hours, with the same rights and ' +
      'limits. The session ends on every replica within seconds when it is ended or its token is revoked.\n\n' +
      'A portal link begins one session of one merchant. Operators and platforms make links for a session of 12 ' +
      'hours; links in mails are of a person, for one of 30 days. `link` is what is behind `#link=` or ' +
      '`#mailed-link=` in its address. With `scope: "read"` the session changes nothing: such a call is ' +
      '`read_only_session`.\n\nWith `merchant_id`, a session that began with a platform’s link and `may_switch` goes ' +
      'on to another merchant of the platform. It ends; the new one has its rights and end.\n\n' +
      'A change by cookie must come from a page of this origin. A program sends its credentials with each call ' +
      'instead.',
    body: {
      schema: 'SignIn',
      examples: {
        merchant: { summary: 'As every call takes them', value: { key: 'key_1f0c', token: 'tok_93ab' } },
        link: {
          summary: 'From the address of a link',
          value: { link: 'kV0dXx4u6fXx1jJHk0T9d1m3mV0w2yq8o2b6Z5pQk3A' },
        },
        other: { summary: 'One of `GET /v1/session/merchants`', value: { merchant_id: example.merchant_id } },
      },
    },
    answers: { 200: { description: 'Begun.', schema: 'Session', headers: ['Set-Cookie'], example } },
    problems: ['portal_link_invalid', 'merchant_not_found'],
  },
  askForLink: {
    request: ['POST', `${path}/mail-link`],
    isOpen: true,
    summary: 'Have a sign-in link sent by mail, for a page',
    description:
      'A person’s address gets one mail with a link for each of their merchants and platforms, three an hour at ' +
      'most. Each link works once, within 15 minutes. The answer is the same for every address.',
    body: {
      schema: 'AskForLink',
      examples: {
        person: { summary: 'In Portuguese', value: { email: 'ana@padaria.example', language: 'pt' } },
        place: {
          summary: 'With a link to a page',
          value: { email: 'ana@padaria.example', language: 'pt', place: '/orders' },
        },
      },
    },
    answers: { 202: { description: 'Accepted, whether or not a mail is sent.' } },
    problems: ['mail_not_configured', 'rate_limited'],
  },
  listMerchants: {
    request: ['GET', `${path}/merchants`],
    summary: 'List merchants of the session',
    description:
      'The platform’s merchants in the mode of the session, the worst first; none if the platform has not allowed it.',
    query: merchantListQuerySchema,
    answers: { 200: { description: 'One page.', schema: 'MerchantList' } },
  },
  getSession: {
    request: ['GET', path],
    summary: 'Identify the caller',
    description: 'With a session also: until when?',
    answers: {
      200: {
        description: 'The merchant.',
        schema: 'Session',
        example: { ...example, expires_at: null },
      },
    },
  },
  signOut: {
    request: ['DELETE', path],
    isOpen: true,
    summary: 'End the session of this browser',
    answers: { 204: { description: 'Ended, or there was none.', headers: ['Set-Cookie'] } },
  },
});
