import type { MisbehaviourResult, ReportedMisbehaviour } from '@delivery/contracts';
import { type Queryable, relation } from '@delivery/postgres';

export type EndpointMisbehaviour = { endpointId: string; reported: ReportedMisbehaviour };

const reportedRows = relation<EndpointMisbehaviour>({
  endpoint_id: ['uuid', ({ endpointId }) => endpointId],
  fault_id: ['text', ({ reported }) => reported.id],
  result: ['json', ({ reported }) => JSON.stringify(toResult(reported))],
});

const toResult = (reported: ReportedMisbehaviour): MisbehaviourResult => ({
  kind: reported.kind,
  webhook_id: reported.webhook_id,
  at: reported.at,
  status_code: reported.status_code,
  error_code: reported.error_code,
  handled: reported.handled,
});

/** Shows on each endpoint what its newest fault came to, which is then no longer pending; one that was asked for since is. */
export const saveMisbehaviours = async (
  client: Queryable,
  reported: readonly EndpointMisbehaviour[],
): Promise<void> => {
  await client.query({
    name: 'save_misbehaviours',
    text: `
      update endpoints e
      set last_misbehaviour = case when coalesce(e.last_misbehaviour->>'at' <= t.result->>'at', true) then t.result
                                   else e.last_misbehaviour end,
          misbehaviour = case when not e.misbehaviour->>'id' = any(t.fault_ids) then e.misbehaviour end
      from (select endpoint_id, array_agg(fault_id) as fault_ids,
                   (array_agg(result::jsonb order by result::jsonb->>'at' desc))[1] as result
            from ${reportedRows.unnest(1)} as t (${reportedRows.columns})
            group by endpoint_id) t
      where e.id = t.endpoint_id`,
    values: reportedRows.values(reported),
  });
};
