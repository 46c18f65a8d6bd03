import type { Sealer } from '@delivery/service-kit';
import { storedSecretSchema } from './release-deliveries.js';
import { inTransaction, type Client, type Pool } from './pool.js';

const resealMax = 200;

/**
 * Seals with the current key what rests under a previous one: platform keys, endpoint secrets, the service's own. A
 * bounded number at a time; rows that another transaction holds come next time.
 * @returns how many rows were sealed anew
 */
export const resealSecrets = (pool: Pool, sealer: Sealer): Promise<number> =>
  inTransaction(pool, async (client) => {
    const reseal = (sealed: string): string => sealer.seal(sealer.open(sealed));
    const texts =
      (await resealColumn(client, sealer, { table: 'platforms', id: 'id', column: 'sealed_key' }, reseal)) +
      (await resealColumn(client, sealer, { table: 'service_secrets', id: 'name', column: 'sealed' }, reseal));
    return texts + (await resealEndpoints(client, sealer, reseal));
  });

type Column = { table: 'platforms' | 'service_secrets'; id: 'id' | 'name'; column: 'sealed_key' | 'sealed' };

const resealColumn = async (
  client: Client,
  sealer: Sealer,
  { table, id, column }: Column,
  reseal: (sealed: string) => string,
): Promise<number> => {
  const { rows } = await client.query<{ id: string; sealed: string }>(
    `select ${id}::text as id, ${column} as sealed from ${table}
     where not starts_with(${column}, $1) limit $2 for update skip locked`,
    [sealer.currentPrefix, resealMax],
  );
  for (const row of rows) {
    await client.query(`update ${table} set ${column} = $2 where ${id}::text = $1`, [row.id, reseal(row.sealed)]);
  }
  return rows.length;
};

const resealEndpoints = async (client: Client, sealer: Sealer, reseal: (sealed: string) => string): Promise<number> => {
  const { rows } = await client.query<{ id: string; secrets: unknown }>(
    `select id, secrets from endpoints
     where exists (select 1 from jsonb_array_elements(secrets) s where not starts_with(s->>'sealed', $1))
     limit $2 for update skip locked`,
    [sealer.currentPrefix, resealMax],
  );
  for (const row of rows) {
    const secrets = storedSecretSchema.array().parse(row.secrets);
    const resealed = secrets.map((secret) => ({ ...secret, sealed: reseal(secret.sealed) }));
    await client.query('update endpoints set secrets = $2 where id = $1', [row.id, JSON.stringify(resealed)]);
  }
  return rows.length;
};
