import type { Queryable } from '@delivery/postgres';
import type { TestPace } from '../rules/pace-tests.js';

/** `undefined` where the merchant has no such endpoint. The merchant is locked: who tests at the same time reads it after. */
export const readTestPace = async (
  client: Queryable,
  merchantId: string,
  endpointId: string,
): Promise<TestPace | undefined> => {
  const { rows } = await client.query<{ test_until: Date | null; tests_until: Date | null }>(
    `select e.test_until, m.tests_until from endpoints e join merchants m on m.id = e.merchant_id
     where e.id = $1 and m.id = $2 and e.status <> 'deleted'`,
    [endpointId, merchantId],
  );
  const [row] = rows;
  return (
    row && {
      underWayUntilMs: row.test_until?.getTime() ?? null,
      usedUntilMs: row.tests_until?.getTime() ?? null,
    }
  );
};
