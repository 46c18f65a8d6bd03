/** Tokens of merchants, couriers' systems and platforms. */
export const tokensEn = {
  none: 'No token: every call is refused',
  endsIn: 'Token',
  add: 'Add a token',
  addTitle: 'Add a token?',
  addText:
    'It works beside the one that is in use. Give it to its owner, and revoke the old one when it is no longer used.',
  revoke: 'Revoke',
  revokeTitle: 'Revoke this token?',
  revokeText: 'Within seconds every call with it is refused. This can’t be undone.',
  revoked: 'The token is revoked.',
  secret: {
    title: 'New token',
    text: 'It is shown only once. Copy it now, and send it only to its owner.',
  },
};

export const platformTokensEn = {
  mode: 'Mode',
  modes: { live: 'live', sandbox: 'sandbox' },
  scopes: 'Scopes',
  scopeChoices: {
    'merchants:read': 'see its merchants',
    'merchants:write': 'add and change its merchants',
    'webhooks:read': 'see endpoints and webhooks',
    'webhooks:write': 'change endpoints, send webhooks again',
  },
  lives: { quarter: 'in 90 days', year: 'in a year', endless: 'when it is revoked' },
};

/** Whether merchants, couriers' systems and platforms may call. */
export const callerSwitchEn = {
  disabled: 'Its calls are refused from now on.',
  enabled: 'It may call again.',
  merchant: {
    disableTitle: 'Disable this merchant?',
    disableText:
      'Its calls are refused, and who is in its portal is signed out. Its orders go on, and their webhooks are sent.',
    enableTitle: 'Enable this merchant?',
  },
  platform: {
    disableTitle: 'Disable this platform?',
    disableText: 'Its own calls are refused, and its webhooks are held. Its merchants go on.',
    enableTitle: 'Enable this platform?',
  },
  courier: {
    disableTitle: 'Disable this courier system?',
    disableText: 'Its calls are refused, and its webhooks are held. Orders that it has accepted stay with it.',
    enableTitle: 'Enable this courier system?',
  },
  enableText: 'Within seconds its calls are answered again, and webhooks that were held are sent.',
};

/** Keys that all merchants of a platform send beside their own tokens. */
export const platformKeysEn = {
  title: 'Keys',
  none: 'No key yet: the first merchant makes it',
  since: 'Created',
  oldUntil: 'Old key valid until',
  rotate: 'Rotate',
  rotateTitle: 'Rotate this key?',
  rotateText: 'All merchants of this mode send it beside their tokens. New merchants are given the new one.',
  again: 'The old key still works: you are shown the same new key again, and choose anew when the old one ends.',
  old: 'The old key expires',
  hours: { now: 'now', day: 'in 24 hours', week: 'in 7 days' },
  secret: {
    title: 'New key',
    text: 'Send it only to the platform.',
  },
};

/** Adds or changes a merchant, a platform or a courier's system. */
export const ownerFormEn = {
  new: { merchant: 'New merchant', platform: 'New platform', courier: 'New courier system' },
  add: 'Add',
  edit: 'Edit',
  editTitle: { merchant: 'Edit this merchant', platform: 'Edit this platform', courier: 'Edit this courier system' },
  platformHint: 'By its name; a new name adds a platform. Empty: the merchant has none.',
  referenceHint: 'The merchant’s ID in the platform’s own system.',
  timeZone: 'Default time zone',
  webhookUrl: 'Webhook URL',
  webhookUrlHint: 'Adds an endpoint for the standard events. Empty: none yet.',
  createLimit: 'Orders per minute',
  otherLimit: 'Other calls per minute',
  limitHint: 'Empty: the default of this installation.',
  servesHint: 'IDs of merchants, separated by spaces. Empty: all merchants of its mode.',
  created: {
    title: 'Credentials',
    key: 'Key',
    token: 'Token',
    secret: 'Signing secret',
    merchant:
      'Token and signing secret are shown only once. Send them and the key to the merchant, which sends key and ' +
      'token with every call. Next, invite its people.',
    platform: 'The token is shown only once. Send it to the platform, which can call at once within its scopes.',
    courier:
      'The token is shown only once. Send it to the company, which is offered deliveries from now on. Next, it ' +
      'adds an endpoint or reads its events.',
  },
};
