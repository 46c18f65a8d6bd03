import type { FieldNotes } from './field-notes.js';
import { merchantNotes } from './merchant-notes.js';
import { oldKeyNote, timeZoneNote, usageNotes } from './shared-notes.js';
import { webhookNotes } from './webhook-schema-names.js';

const once = 'Shown in this answer and never again.';

export const platformNotes: FieldNotes = {
  ...usageNotes,
  ...webhookNotes,
  Endpoint: {
    ...webhookNotes['Endpoint'],
    disabled_reason:
      '`requested`, `operator` (our support did it), `platform_disabled` (with your platform), `gone` (it answered 410) or `failing` (five days without success).',
    format: 'Of yours always `standard_webhooks`.',
    oauth_client_id: 'Of yours always `null`.',
  },
  Delivery: { ...webhookNotes['Delivery'], merchant_id: 'Whose order it is.' },
  FeedPage: { ...merchantNotes['FeedPage'] },
  FeedEvent: {
    '': 'An event among those of all of your merchants: the one whose webhook has this order and this sequence.',
  },
  CreateMerchant: {
    reference: 'Its id in your own system: one of your merchants, in each mode, has it.',
    time_zone: timeZoneNote,
    webhook_url: 'Adds a webhook endpoint, enabled and without options.',
    events: 'Of that endpoint. `null` or absent: the three standard ones.',
  },
  MerchantCreated: {
    key: 'Yours: the same for all of your merchants of this mode.',
    token: once,
    'webhook_endpoint.secret': once,
  },
  Merchant: {
    tokens: 'Active ones, oldest first.',
    disabled_by: 'What the operator has disabled, you cannot enable. `null`: it is active.',
    tracking_page: 'Whether its customers get a tracking page of ours where couriers have none.',
  },
  PatchMerchant: {
    '': 'Absent: stays as it is. At least one field is needed.',
    reference: '`null`: none.',
    tracking_page:
      'Whether an order without a tracking URL gets the address of a page of ours once a courier is on the way.',
    time_zone: `${timeZoneNote} \`null\`: none.`,
  },
  TokenCreated: { token: once },
  CreateOwnToken: {
    scopes: '`merchants:read`: what reads. `merchants:write`: what changes.',
    expires_at: 'Absent or `null`: it lasts until it is revoked.',
  },
  OwnTokenCreated: { token: once },
  RotateOwnKey: { old_key_hours: oldKeyNote },
  OwnTokenList: { 'data[].last_used_at': 'Right to a minute.' },
  Summary: {
    orders: 'Each counted to 10,000.',
    endpoints: 'How many do how; a health without endpoints is absent.',
    unwell:
      'Merchants with an endpoint that does not answer, refuses everything or is disabled: at most twenty, the worst first.',
  },
};
