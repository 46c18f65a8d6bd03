import type { EndpointHealth } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';
import { countMax, waitingOf } from '../../endpoints/sql/backlog-of.js';
import { endpointHealth } from './list-endpoint-health.js';

type OwnEndpointHealthRow = { id: string; health: EndpointHealth; waiting: number; failing_since: Date | null };

/** How each endpoint of one merchant is doing, oldest first: few rows, found by index, so that a page may ask again and again. */
export const listOwnEndpointHealth = async (client: Queryable, merchantId: string): Promise<OwnEndpointHealthRow[]> => {
  const { rows } = await client.query<OwnEndpointHealthRow>(
    `select e.id, ${endpointHealth} as health, w.failing_since, ${waitingOf('e.id', String(countMax))}
     from endpoints e join endpoint_windows w on w.endpoint_id = e.id
     where e.merchant_id = $1 and e.status <> 'deleted' order by e.created_at, e.id`,
    [merchantId],
  );
  return rows;
};
