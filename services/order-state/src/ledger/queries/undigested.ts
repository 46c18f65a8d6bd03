import { type Queryable, relation } from '@delivery/postgres';
import type { GivenUp } from '../rules/attempts.js';

const rows = relation<GivenUp>({
  endpoint_id: ['uuid', ({ endpointId }) => endpointId],
  count: ['int', ({ count }) => count],
  // An array's text, because a column of arrays would be one array.
  delivery_ids: ['text', ({ deliveryIds }) => `{${deliveryIds.join(',')}}`],
  error_code: ['text', ({ errorCode }) => errorCode],
});

/** Keeps what was given up for the next digest. */
export const insertUndigested = async (client: Queryable, givenUp: readonly GivenUp[], at: Date): Promise<void> => {
  await client.query({
    name: 'insert_undigested',
    text: `
      insert into undigested (at, endpoint_id, count, delivery_ids, error_code)
      select $1, endpoint_id, count, delivery_ids::uuid[], error_code from ${rows.unnest(2)} as t (${rows.columns})`,
    values: [at, ...rows.values(givenUp)],
  });
};
