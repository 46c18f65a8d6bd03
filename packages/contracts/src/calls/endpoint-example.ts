import { unsetSettings } from '../endpoint-settings.js';

export const endpointId = '0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11';

export const endpointExample = {
  id: endpointId,
  reference: null,
  type: 'push',
  ...unsetSettings,
  name: 'Kitchen',
  url: 'https://hooks.example.com/orders?shop=***',
  header: null,
  signature: 'hmac-sha256',
  public_key: null,
  paced: false,
  last_fetched_at: null,
  format: 'standard_webhooks',
  oauth_client_id: null,
  not_fetching: false,
  waiting: 0,
  status: 'active',
  disabled_reason: null,
  created_at: '2026-01-31T12:00:00.000Z',
  last_test: null,
  fault: null,
  last_fault: null,
};

const incident = {
  id: '5e0c7d1f2b3a4958677f6e5d',
  updated_at: '2026-01-31T19:15:30.000Z',
  since: '2026-01-31T19:00:12.480Z',
};
const ofEndpoint = {
  ...incident,
  endpoint: { id: endpointId, name: 'Kitchen', origin: 'https://hooks.example.com' },
  portal_url: `https://delivery.example.com/portal/#/endpoints/${endpointId}`,
};

/** Bodies of operational events. */
export const operationalExamples = {
  endpoint_failing: { ...ofEndpoint, event: 'endpoint_failing', error_code: 'timeout' },
  endpoint_recovered: { ...ofEndpoint, event: 'endpoint_recovered' },
  endpoint_disabled: { ...ofEndpoint, event: 'endpoint_disabled', disabled_reason: 'failing' },
  endpoint_not_fetching: {
    ...ofEndpoint,
    endpoint: { ...ofEndpoint.endpoint, origin: null },
    event: 'endpoint_not_fetching',
  },
  endpoint_fetching: {
    ...ofEndpoint,
    endpoint: { ...ofEndpoint.endpoint, origin: null },
    event: 'endpoint_fetching',
  },
  delivery_exhausted: {
    ...ofEndpoint,
    event: 'delivery_exhausted',
    count: 1,
    delivery_ids: ['019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9'],
    error_code: 'timeout',
  },
  rate_limited: {
    ...incident,
    event: 'rate_limited',
    limits: [{ limit: 'create', count: 214, first_at: incident.since, last_at: '2026-01-31T19:15:21.019Z' }],
  },
};

export const keyExample = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: 'C9NqXXwlhxk4a38wfaOQRnXj_d9JmBjRdQl6Qj073M8',
  kid: 'zQ9QYGhuieq_8Jo0mm82meadAAKk-atJBVPZtqlyBZ8',
  alg: 'EdDSA',
  use: 'sig',
  endpoint_id: endpointId,
};
