export const endpointId = '0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11';

export const endpointExample = {
  id: endpointId,
  type: 'push',
  name: 'Kitchen',
  url: 'https://hooks.example.com/orders?shop=***',
  events: null,
  header: null,
  max_per_second: null,
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
