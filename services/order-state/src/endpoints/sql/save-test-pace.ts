import { type Queryable, toDate } from '@delivery/postgres';
import type { TestPace } from '../rules/pace-tests.js';

/** The merchant is locked. */
export const saveTestPace = async (
  client: Queryable,
  { merchantId, endpointId }: { merchantId: string; endpointId: string },
  { underWayUntilMs, usedUntilMs }: TestPace,
): Promise<void> => {
  await client.query(
    `with tested as (update endpoints set test_until = $3 where id = $1)
     update merchants set tests_until = $4 where id = $2`,
    [endpointId, merchantId, toDate(underWayUntilMs), toDate(usedUntilMs)],
  );
};
