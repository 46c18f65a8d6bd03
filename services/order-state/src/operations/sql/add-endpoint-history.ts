import { type Queryable, relation } from '@delivery/postgres';
import type { MinuteCounts } from '../rules/count-answers.js';

const counted = relation<MinuteCounts>({
  at: ['timestamptz', ({ atMs }) => atMs],
  endpoint_id: ['uuid', ({ endpointId }) => endpointId],
  answered_2xx: ['int', ({ answers }) => answers['2xx']],
  answered_3xx: ['int', ({ answers }) => answers['3xx']],
  answered_4xx: ['int', ({ answers }) => answers['4xx']],
  answered_5xx: ['int', ({ answers }) => answers['5xx']],
  unanswered: ['int', ({ answers }) => answers.none],
  error_at: ['timestamptz', ({ lastError }) => lastError?.atMs ?? null],
  error_delivery_id: ['uuid', ({ lastError }) => lastError?.deliveryId ?? null],
  error_status_code: ['int', ({ lastError }) => lastError?.statusCode ?? null],
  error_code: ['text', ({ lastError }) => lastError?.errorCode ?? null],
});

/** The failure of the row or of what is added to it, whichever is newer. */
const newer = (name: string): string =>
  `${name} = case when coalesce(h.error_at >= excluded.error_at, excluded.error_at is null) then h.${name} else excluded.${name} end`;

/** Adds what one process counted to what others did. In the order of the key: two processes at once do not wait for each other in a circle. */
export const addEndpointHistory = async (client: Queryable, minutes: readonly MinuteCounts[]): Promise<void> => {
  await client.query({
    name: 'add_endpoint_history',
    text: `
      insert into endpoint_history as h (${counted.columns})
      select * from ${counted.unnest(1)} as t (${counted.columns}) order by at, endpoint_id
      on conflict (at, endpoint_id) do update set
        answered_2xx = h.answered_2xx + excluded.answered_2xx, answered_3xx = h.answered_3xx + excluded.answered_3xx,
        answered_4xx = h.answered_4xx + excluded.answered_4xx, answered_5xx = h.answered_5xx + excluded.answered_5xx,
        unanswered = h.unanswered + excluded.unanswered,
        ${['error_delivery_id', 'error_status_code', 'error_code', 'error_at'].map(newer).join(', ')}`,
    values: counted.values(minutes),
  });
};
