import type { EndpointTest, EndpointType, OperatorEndpoint, WebhookEvent } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';
import { countMax, pacedOf, waitingOf } from './backlog-of.js';
import { headerName, misbehaviourColumns } from './endpoint-row.js';

export type OperatorEndpointRow = {
  id: string;
  merchant_id: string;
  type: EndpointType;
  url: string | null;
  events: WebhookEvent[] | null;
  header_name: string | null;
  max_per_second: number | null;
  paced: boolean;
  waiting: number;
  status: OperatorEndpoint['status'];
  disabled_reason: string | null;
  disabled_at: Date | null;
  created_at: Date;
  last_test: EndpointTest | null;
  misbehaviour: OperatorEndpoint['misbehaviour'];
  last_misbehaviour: OperatorEndpoint['last_misbehaviour'];
  size: number;
  in_flight: number;
  probe_at: Date | null;
  failing_since: Date | null;
  wake_at: Date | null;
};
export type EndpointLogRow = { at: Date; what: string; reason: string | null };

/** Any merchant's endpoint, deleted ones included, with its window. */
export const readOperatorEndpoint = async (
  client: Queryable,
  endpointId: string,
): Promise<OperatorEndpointRow | undefined> => {
  const { rows } = await client.query<OperatorEndpointRow>(
    `select e.id, e.merchant_id, e.type, e.url, e.events, ${headerName}, e.max_per_second, ${pacedOf},
       ${waitingOf('e.id', '$2')}, e.status, e.disabled_reason, e.disabled_at, e.created_at, e.last_test,
       ${misbehaviourColumns},
       w.size, w.in_flight, w.probe_at, w.failing_since, w.wake_at
     from endpoints e join endpoint_windows w on w.endpoint_id = e.id where e.id = $1`,
    [endpointId, countMax],
  );
  return rows[0];
};

/** Newest first. */
export const readEndpointLog = async (
  client: Queryable,
  endpointId: string,
  rowMax: number,
): Promise<EndpointLogRow[]> => {
  const { rows } = await client.query<EndpointLogRow>(
    'select at, what, reason from endpoint_log where endpoint_id = $1 order by id desc limit $2',
    [endpointId, rowMax],
  );
  return rows;
};
