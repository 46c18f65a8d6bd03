import type { ActivityAction, ActivityEntry } from '@delivery/contracts';

const actions: Readonly<Record<ActivityAction, string>> = {
  'merchant.created': 'Merchant added',
  'merchant.changed': 'Merchant changed',
  'merchant.disabled': 'Merchant disabled',
  'merchant.enabled': 'Merchant enabled',
  'token.created': 'Token added',
  'token.revoked': 'Token revoked',
  'endpoint.created': 'Endpoint added',
  'endpoint.changed': 'Endpoint changed',
  'endpoint.secret_rotated': 'Secret rotated',
  'endpoint.enabled': 'Endpoint enabled',
  'endpoint.disabled': 'Endpoint disabled',
  'endpoint.deleted': 'Endpoint deleted',
  'endpoint.tested': 'Test sent',
  'endpoint.caught_up': 'Endpoint caught up',
  'endpoint.sent_now': 'Webhook sent at once',
  'replay.requested': 'Replay started',
  'dead_letter.replayed': 'Dead letters replayed',
  'dead_letter.deleted': 'Dead letters deleted',
  'erasure.requested': 'Erasure requested',
  'session.begun': 'Signed in',
  'session.ended': 'Session ended',
};

const actors: Readonly<Record<ActivityEntry['actor']['type'], string>> = {
  person: 'a person',
  token: 'an operator token',
  merchant: 'the merchant',
  system: 'the system',
};

export const activityEn = {
  title: 'Activity',
  lead: 'What was changed: by whom, when and why. Newest first.',
  none: 'Nothing here',
  noneText: 'Nothing was changed, or it was longer ago than the log is kept.',
  filter: 'Show',
  at: 'When',
  by: 'By',
  what: 'What',
  of: 'Of',
  why: 'Details',
  file: 'Save as CSV',
  actions,
  actors,
};
