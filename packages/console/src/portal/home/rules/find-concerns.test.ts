import { expect, test } from '@jest/globals';
import { type EndpointView, type MerchantSummary, unsetSettings } from '@delivery/contracts';
import { findConcerns } from './find-concerns.js';

const endpoint = (id: string): EndpointView => ({
  ...unsetSettings,
  id,
  reference: null,
  type: 'push',
  url: `https://${id}.example.com/`,
  header: null,
  paced: false,
  last_fetched_at: null,
  format: 'standard_webhooks',
  oauth_client_id: null,
  signature: 'hmac-sha256',
  public_key: null,
  not_fetching: false,
  waiting: 0,
  status: 'active',
  disabled_reason: null,
  created_at: '2026-01-31T18:00:00.000Z',
  last_test: null,
  fault: null,
  last_fault: null,
});

const summary = (
  endpoints: readonly (Omit<MerchantSummary['endpoints'][number], 'untried'> & { untried?: boolean })[],
  by_state: MerchantSummary['deliveries']['by_state'] = {},
): MerchantSummary => ({
  merchant: { id: 'm', name: 'Cantina', mode: 'live', time_zone: null },
  since: '2026-01-30T18:00:00.000Z',
  orders: { by_status: {}, truncated: false },
  late_orders: 0,
  orders_without_courier: 0,
  incidents: [],
  deliveries: { by_state, truncated: false },
  endpoints: endpoints.map((each) => ({ untried: false, ...each })),
});

const since = '2026-01-31T18:00:00.000Z';

test('failing servers, exhausted webhooks, and an endpoint that is missing or was never tried are concerns', () => {
  const health = [
    { id: 'a', health: 'breaker_open' as const, waiting: 3, failing_since: since },
    { id: 'b', health: 'ok' as const, waiting: 1, failing_since: since },
    { id: 'c', health: 'disabled' as const, waiting: 2, failing_since: null },
    { id: 'd', health: 'disabled' as const, waiting: 0, failing_since: null },
    { id: 'e', health: 'narrowed' as const, waiting: 9, failing_since: null },
    { id: 'f', health: 'narrowed' as const, waiting: 8, failing_since: since },
  ];
  const found = findConcerns(
    summary(health, { exhausted: 4, delivered: 9 }),
    ['a', 'b', 'c', 'd', 'e', 'f'].map(endpoint),
  );
  expect(found.map((concern) => [concern.kind, 'waiting' in concern ? concern.waiting : undefined])).toEqual([
    ['breaker_open', 3],
    ['failing', 1],
    ['disabled', 2],
    ['narrowed', 8],
    ['exhausted', undefined],
  ]);
  expect(findConcerns({ ...summary([]), late_orders: 2 }, [])).toEqual([
    { kind: 'no_endpoint' },
    { kind: 'late_orders', count: 2 },
  ]);
  expect(findConcerns(summary([{ id: 'a', health: 'ok', waiting: 0, failing_since: null }]), [endpoint('a')])).toEqual(
    [],
  );
  const untried = { id: 'a', health: 'ok' as const, waiting: 0, failing_since: null, untried: true };
  expect(findConcerns(summary([untried]), [endpoint('a')])).toEqual([{ kind: 'untried', endpoint: endpoint('a') }]);
});
