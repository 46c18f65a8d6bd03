import type { OwnActivityEntry } from '@delivery/contracts';

/** Codes that may grow in number: one that is not known here is shown as it is. */
type Open = Readonly<Record<string, string>>;
type Actor = OwnActivityEntry['actor'];

const actions: Open = {
  'endpoint.created': 'Added',
  'endpoint.enabled': 'Enabled',
  'endpoint.disabled': 'Disabled',
  'endpoint.deleted': 'Deleted',
  'endpoint.changed': 'Changed',
  'endpoint.secret_rotated': 'Secret rotated',
  'endpoint.tested': 'Test sent',
  'endpoint.caught_up': 'All retried',
  'endpoint.sent_now': 'Webhook sent at once',
};

const actors: Readonly<Record<Actor['type'], string>> = {
  person: 'an operator',
  token: 'an operator',
  platform: 'the platform',
  merchant: 'the merchant',
  courier_system: 'the courier system',
  system: 'the system',
};

/** As the API calls them. */
const settings: Open = {
  url: 'URL',
  events: 'events',
  statuses: 'statuses',
  store_refs: 'stores',
  header: 'custom header',
  name: 'name',
};

type Credential = NonNullable<Actor['credential']>;
const credentials: Readonly<Record<Credential['type'], (id: string) => string>> = {
  token: (end) => `token …${end}`,
  oauth_client: (id) => `OAuth client ${id}`,
  session: () => 'signed in',
  operator_session: () => 'signed in',
};

/** Changes of a thing, and their authors. */
export const changesEn = {
  title: 'Changes',
  none: 'Nothing yet.',
  action: 'Action',
  change: 'Before → after',
  by: 'By',
  at: 'When',
  unset: 'not set',
  replaced: 'replaced',
  actions,
  actors,
  settings,
  credentials,
};
