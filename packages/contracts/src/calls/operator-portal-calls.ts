import { optionalActionSchema } from '../operator-accounts.js';
import { callsOf } from './call.js';
import { merchantParameters as parameters, pathId, uuid } from './parameters.js';

const merchant = '/operator/v1/merchants/{merchant_id}';

export const operatorPortalCalls = callsOf('Merchants', {
  createPortalLink: {
    request: ['POST', `${merchant}/portal-links`],
    role: 'administer',
    summary: 'Create a sign-in link to the portal',
    description:
      'For support, and for an owner who has neither key nor token. The first person to open the link, within 15 ' +
      'minutes, gets a session of 12 hours. The activity log has its maker, the reason, and the opener’s address.',
    parameters,
    body: {
      schema: 'CreatePortalLink',
      examples: {
        full: {
          summary: 'For the owner',
          value: { scope: 'full', by: 'Ana Lima', reason: 'The owner asked for access, ticket 4711' },
        },
        read: {
          summary: 'For looking only',
          value: { scope: 'read', by: 'Ana Lima', reason: 'The owner cannot see an order, ticket 4711' },
        },
      },
    },
    answers: { 201: { description: 'Made. Shown once.', schema: 'PortalLink' } },
    problems: ['merchant_not_found', 'merchant_disabled', 'public_url_not_set'],
  },
  listPortalSessions: {
    request: ['GET', `${merchant}/portal-sessions`],
    role: 'look',
    summary: 'List portal sessions',
    description:
      'Sessions begun with a link or with a token, the newest first. All of them end when the merchant is disabled.',
    parameters,
    answers: { 200: { description: 'The sessions.', schema: 'PortalSessionList' } },
    problems: ['merchant_not_found'],
  },
  endPortalSession: {
    request: ['DELETE', `${merchant}/portal-sessions/{session_id}`],
    role: 'administer',
    summary: 'End a session of the merchant’s portal',
    parameters: [...parameters, pathId('The session.', uuid, '5c1f0a8e-8a55-4a1e-9d07-2f6f0c9b7d31', 'session_id')],
    query: optionalActionSchema,
    answers: { 204: { description: 'Ended, on every replica within two seconds.' } },
    problems: ['session_not_found'],
  },
});
