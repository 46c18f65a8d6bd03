import type { DeliveryAttempted, EndpointTest, FaultKind, FaultResult, ReportedFault } from '@delivery/contracts';
import { type Queryable, queryRow, relation, toDate } from '@delivery/postgres';
import type { TestPace } from '../rules/test-webhooks.js';
import { endpointColumns, type EndpointRow, joinOwner } from './read-endpoints.js';

/** `undefined` where the owner has no such endpoint. The owner is locked, so concurrent tests read this in turn. */
export const readTestPace = async (
  client: Queryable,
  ownerId: string,
  endpointId: string,
): Promise<TestPace | undefined> => {
  const row = await queryRow<{ test_until: Date | null; tests_until: Date | null }>(
    client,
    `select e.test_until, m.tests_until from endpoints e ${joinOwner}
     where e.id = $1 and e.owner_id = $2 and e.status <> 'deleted'`,
    [endpointId, ownerId],
  );
  return (
    row && {
      underWayUntilMs: row.test_until?.getTime() ?? null,
      usedUntilMs: row.tests_until?.getTime() ?? null,
    }
  );
};

/** The owner is locked. */
export const saveTestPace = async (
  client: Queryable,
  { ownerId, endpointId }: { ownerId: string; endpointId: string },
  { underWayUntilMs, usedUntilMs }: TestPace,
): Promise<void> => {
  await client.query(
    `with tested as (update endpoints set test_until = $3 where id = $1)
     update owners set tests_until = $4 where id = $2`,
    [endpointId, ownerId, toDate(underWayUntilMs), toDate(usedUntilMs)],
  );
};

const tested = relation<DeliveryAttempted>({
  endpoint_id: ['uuid', (attempt) => attempt.endpoint_id],
  revision: ['int', (attempt) => attempt.revision],
  test: ['json', (attempt) => JSON.stringify(toTest(attempt))],
});

const toTest = (attempt: DeliveryAttempted): EndpointTest => ({
  webhook_id: attempt.test_webhook_id ?? '',
  at: attempt.occurred_at,
  duration_ms: attempt.duration_ms,
  status_code: attempt.status_code,
  error_code: attempt.error_code,
  error_detail: attempt.error_detail ?? null,
  response_excerpt: attempt.response_excerpt,
});

/**
 * Stores the result of each endpoint's newest test, unless it went to an older revision, and allows the next test. The
 * windows are locked.
 */
export const saveEndpointTests = async (client: Queryable, attempts: readonly DeliveryAttempted[]): Promise<void> => {
  await client.query({
    name: 'save_endpoint_tests',
    text: `
      update endpoints e set last_test = case when t.revision < e.revision then e.last_test else t.test end,
        test_until = null
      from (select distinct on (endpoint_id) endpoint_id, revision, test::jsonb as test
            from ${tested.unnest(1)} as t (${tested.columns})
            order by endpoint_id, test::jsonb->>'at' desc) t
      where e.id = t.endpoint_id and coalesce(e.last_test->>'at' <= t.test->>'at', true)`,
    values: tested.values(attempts),
  });
};

/** For sandbox merchants alone. A pending fault is replaced. */
export const saveInjectedFault = (
  client: Queryable,
  { ownerId, endpointId }: { ownerId: string; endpointId: string },
  asked: { id: string; kind: FaultKind; at: string },
): Promise<EndpointRow | undefined> =>
  queryRow(
    client,
    `with asked as (
       update endpoints set fault = $3
       where id = $1 and owner_id = $2 and status <> 'deleted' and mode = 'sandbox' returning *
     )
     select ${endpointColumns} from asked e`,
    [endpointId, ownerId, JSON.stringify(asked)],
  );

export type EndpointFault = { endpointId: string; reported: ReportedFault };

const reportedRows = relation<EndpointFault>({
  endpoint_id: ['uuid', ({ endpointId }) => endpointId],
  fault_id: ['text', ({ reported }) => reported.id],
  result: ['json', ({ reported }) => JSON.stringify(toResult(reported))],
});

const toResult = (reported: ReportedFault): FaultResult => ({
  kind: reported.kind,
  webhook_id: reported.webhook_id,
  at: reported.at,
  status_code: reported.status_code,
  error_code: reported.error_code,
  handled: reported.handled,
});

/**
 * Shows on each endpoint the result of its newest fault, which is then no longer pending, unless another was asked for
 * since.
 */
export const saveFaults = async (client: Queryable, reported: readonly EndpointFault[]): Promise<void> => {
  await client.query({
    name: 'save_faults',
    text: `
      update endpoints e
      set last_fault = case when coalesce(e.last_fault->>'at' <= t.result->>'at', true) then t.result
                                   else e.last_fault end,
          fault = case when not e.fault->>'id' = any(t.fault_ids) then e.fault end
      from (select endpoint_id, array_agg(fault_id) as fault_ids,
                   (array_agg(result::jsonb order by result::jsonb->>'at' desc))[1] as result
            from ${reportedRows.unnest(1)} as t (${reportedRows.columns})
            group by endpoint_id) t
      where e.id = t.endpoint_id`,
    values: reportedRows.values(reported),
  });
};
