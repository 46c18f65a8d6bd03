import type { FieldNotes } from './field-notes.js';
import { merchantNotes } from './merchant-notes.js';

/** Schemas about webhooks whose fields mean the same to all that have endpoints, as merchants know them. */
export const webhookSchemaNames = [
  ...[
    'EndpointType',
    'EndpointHeader',
    'MaskedHeader',
    'EndpointSettings',
    'EndpointChanges',
    'CreateEndpoint',
    'Endpoint',
    'EndpointList',
  ],
  ...[
    'EndpointWithSecret',
    'EndpointTest',
    'TestEndpoint',
    'EndpointTestStarted',
    'EndpointHistory',
    'Delivery',
    'DeliveryList',
  ],
  ...[
    'Attempt',
    'SentRequests',
    'PulledMessage',
    'PulledMessageList',
    'Ack',
    'AckResult',
    'BlockedBy',
    'WebhookPreview',
  ],
  ...['Replay', 'ReplayList', 'CatchUp'],
] as const;

/** Whose fields `format` and `oauth_client_id` only merchants may give. */
const ofMerchantsAlone: ReadonlySet<string> = new Set(['CreateEndpoint', 'EndpointSettings', 'EndpointChanges']);

/** The notes on them, for other owners of endpoints than merchants: none on fields that only merchants' endpoints have. */
export const webhookNotes: FieldNotes = Object.fromEntries(
  webhookSchemaNames.map((name) => {
    const notes = merchantNotes[name] ?? {};
    if (!ofMerchantsAlone.has(name)) return [name, notes];
    const { format: _format, oauth_client_id: _client, ...ofAll } = notes;
    return [name, ofAll];
  }),
);
