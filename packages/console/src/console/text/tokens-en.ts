/** What merchants, couriers' systems and platforms call with. */
export const tokensEn = {
  none: 'No token: every call is refused',
  add: 'Add a token',
  addTitle: 'Add a token?',
  addText:
    'It works beside the one that is in use. Give it to its owner, and revoke the old one when it is no longer used.',
  revoke: 'Revoke',
  revokeTitle: 'Revoke this token?',
  revokeText: 'Within seconds every call with it is refused. It does not come back.',
  revoked: 'The token is revoked.',
  secret: {
    title: 'The token',
    text: 'It is shown this once. Copy it now, and send it to its owner and to no other.',
    place: 'The token',
    copy: 'Copy',
    copied: 'Copied',
    kept: 'Done',
  },
};

export const platformTokensEn = {
  mode: 'Of merchants',
  modes: { live: 'live', sandbox: 'sandbox' },
  scopes: 'May',
  scopeChoices: {
    'merchants:read': 'see its merchants',
    'merchants:write': 'add and change its merchants',
    'webhooks:read': 'see endpoints and webhooks',
    'webhooks:write': 'change endpoints, send webhooks again',
  },
  expires: 'Ends',
  lives: { quarter: 'in 90 days', year: 'in a year', endless: 'when it is revoked' },
};
