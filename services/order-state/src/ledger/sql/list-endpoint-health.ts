import type { EndpointHealth, EndpointType, WebhookEvent } from '@delivery/contracts';
import { arrayOf, type Queryable } from '@delivery/postgres';
import { countMax, isPaced, pacedOf, waitingOf } from '../../endpoints/sql/backlog-of.js';
import { headerName } from '../../endpoints/sql/endpoint-row.js';
import { isNarrowed } from './shared-by.js';

export type EndpointHealthRow = {
  id: string;
  merchant_id: string;
  merchant_name: string;
  type: EndpointType;
  url: string | null;
  events: WebhookEvent[] | null;
  header_name: string | null;
  max_per_second: number | null;
  paced: boolean;
  disabled_reason: string | null;
  disabled_at: Date | null;
  created_at: Date;
  size: number;
  in_flight: number;
  probe_at: Date | null;
  failing_since: Date | null;
  wake_at: Date | null;
  health: EndpointHealth;
  waiting: number;
};

export type EndpointHealthListing = {
  /** `null`: of all merchants. */
  merchantIds: readonly string[] | null;
  health: EndpointHealth | null;
  /** The last one of the page before. */
  after: { waiting: number; id: string } | null;
  rowMax: number;
};

/**
 * Endpoints that are not deleted, the largest backlog first. Backlogs change: each page shows them as they are then. All
 * of them are counted for one page, each in the indexes of what waits: for people, not for a loop.
 */
export const listEndpointHealth = async (
  client: Queryable,
  { merchantIds, health, after, rowMax }: EndpointHealthListing,
): Promise<EndpointHealthRow[]> => {
  const { rows } = await client.query<EndpointHealthRow>(
    `select * from (
       select e.id, e.merchant_id, m.name as merchant_name, e.type, e.url, e.events, ${headerName}, e.max_per_second, ${pacedOf}, e.disabled_reason, e.disabled_at, e.created_at,
         w.size, w.in_flight, w.probe_at, w.failing_since, w.wake_at, ${endpointHealth} as health, ${waitingOf('e.id', '$1')}
       from endpoints e
         join endpoint_windows w on w.endpoint_id = e.id
         join merchants m on m.id = e.merchant_id
       where e.status <> 'deleted' and ($2::text[] is null or e.merchant_id = any($2))
     ) listed
     where ($3::text is null or health = $3)
       and ($4::int is null or waiting < $4 or (waiting = $4 and id > $5::uuid))
     order by waiting desc, id limit $6`,
    [countMax, merchantIds && arrayOf('text', merchantIds), health, after && after.waiting, after && after.id, rowMax],
  );
  return rows;
};

/** Of the endpoint `e` with the window `w`. */
export const endpointHealth = `
  case
    when e.status <> 'active' then 'disabled'
    when w.probe_at is not null then 'breaker_open'
    when ${isNarrowed} then 'narrowed'
    when ${isPaced} then 'paced'
    else 'ok'
  end`;
