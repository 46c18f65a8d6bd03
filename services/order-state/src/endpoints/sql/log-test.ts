import type { Queryable } from '@delivery/postgres';

/** Writes into the endpoint's log that an operator sent it a test. @param logged who and why */
export const logTest = async (client: Queryable, endpointId: string, now: Date, logged: string): Promise<void> => {
  await client.query(`insert into endpoint_log (endpoint_id, at, what, reason) values ($1, $2, 'tested', $3)`, [
    endpointId,
    now,
    logged,
  ]);
};
