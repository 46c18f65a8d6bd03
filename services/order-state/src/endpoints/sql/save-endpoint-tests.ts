import type { DeliveryAttempted, EndpointTest } from '@delivery/contracts';
import { type Queryable, relation } from '@delivery/postgres';

const tested = relation<DeliveryAttempted>({
  endpoint_id: ['uuid', (attempt) => attempt.endpoint_id],
  test: ['json', (attempt) => JSON.stringify(toTest(attempt))],
});

const toTest = (attempt: DeliveryAttempted): EndpointTest => ({
  webhook_id: attempt.test_webhook_id ?? '',
  at: attempt.occurred_at,
  duration_ms: attempt.duration_ms,
  status_code: attempt.status_code,
  error_code: attempt.error_code,
  response_excerpt: attempt.response_excerpt,
});

/** Shows on each endpoint what its newest test came to, and lets the next one begin. The endpoints' windows are locked. */
export const saveEndpointTests = async (client: Queryable, attempts: readonly DeliveryAttempted[]): Promise<void> => {
  await client.query({
    name: 'save_endpoint_tests',
    text: `
      update endpoints e set last_test = t.test, test_until = null
      from (select distinct on (endpoint_id) endpoint_id, test::jsonb as test
            from ${tested.unnest(1)} as t (${tested.columns})
            order by endpoint_id, test::jsonb->>'at' desc) t
      where e.id = t.endpoint_id and coalesce(e.last_test->>'at' <= t.test->>'at', true)`,
    values: tested.values(attempts),
  });
};
