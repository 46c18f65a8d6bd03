import type { EndpointType } from '@delivery/contracts';
import { arrayOf, type Queryable } from '@delivery/postgres';
import { maskUrl } from '../../endpoints/rules/mask-url.js';
import type { EndpointSpeed } from '../rules/estimate-time.js';
import { readAnswerTimes } from './read-answer-times.js';
import { sharedBy } from './shared-by.js';

/** How fast webhooks go to these endpoints of one merchant, deleted ones included. */
export const readEndpointSpeeds = async (
  client: Queryable,
  merchantId: string,
  endpointIds: readonly string[],
): Promise<EndpointSpeed[]> => {
  const answerTimes = await readAnswerTimes(client, merchantId);
  const { rows } = await client.query<{
    id: string;
    type: EndpointType;
    url: string | null;
    status: EndpointSpeed['status'];
    is_failing: boolean;
    shared_by: number;
    max_per_second: number | null;
  }>({
    name: 'read_endpoint_speeds',
    text: `
      select e.id, e.type, e.url, e.status, w.failing_since is not null or w.probe_at is not null as is_failing,
             ${sharedBy}::int as shared_by, e.max_per_second
      from endpoints e
        join endpoint_windows w on w.endpoint_id = e.id
      where e.id = any($2) and e.merchant_id = $1 order by e.created_at, e.id`,
    values: [merchantId, arrayOf('uuid', endpointIds)],
  });
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    url: row.url === null ? null : maskUrl(row.url),
    status: row.status,
    isFailing: row.is_failing,
    answerMs: answerTimes.get(row.id) ?? null,
    sharedBy: row.shared_by,
    maxPerSecond: row.max_per_second,
  }));
};
