/** Schemas about webhooks whose fields mean the same to all that have endpoints, as merchants know them. */
export const webhookSchemaNames = [
  ...[
    'EndpointType',
    'EndpointHeader',
    'EndpointSettings',
    'EndpointChanges',
    'NewEndpoint',
    'Endpoint',
    'EndpointList',
  ],
  ...['EndpointWithSecret', 'EndpointTest', 'EndpointTestStarted', 'EndpointHistory', 'Delivery', 'DeliveryList'],
  ...['Attempt', 'SentRequests', 'PulledMessage', 'PulledMessageList', 'Ack', 'Acked', 'BlockedBy', 'WebhookPreview'],
  ...['Replay', 'ReplayList', 'CatchUp'],
] as const;
