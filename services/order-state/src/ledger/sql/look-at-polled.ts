import type { EndpointType } from '@delivery/contracts';
import { arrayOf, type Queryable } from '@delivery/postgres';
import { isDue } from './read-due-pulled.js';

export type PolledEndpoint = { id: string; merchant_id: string; type: EndpointType; is_due: boolean };

/** The endpoints that polls name, unless they are deleted. Locks nothing: most polls find nothing. */
export const lookAtPolled = async (
  client: Queryable,
  endpointIds: readonly string[],
  limits: { now: Date; takenMax: number },
): Promise<PolledEndpoint[]> => {
  const { rows } = await client.query<PolledEndpoint>({
    name: 'look_at_polled',
    text: `
      select e.id, e.merchant_id, e.type, e.type = 'pull' and ${isDue('$2', '$3')} as is_due
      from endpoints e join endpoint_windows w on w.endpoint_id = e.id
      where e.id = any($1) and e.status <> 'deleted'`,
    values: [arrayOf('uuid', endpointIds), limits.now, limits.takenMax],
  });
  return rows;
};
