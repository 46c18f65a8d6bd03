import type { Queryable } from '@delivery/postgres';
import type { SecretTimes } from '../rules/secret-times.js';
import { type SealedSecret, sealedSecretSchema } from '../rules/secrets.js';

/** Rotations that are read; whoever rotates more often than that learns less of the oldest signatures. */
const rotationMax = 100;

export const readSecretTimes = async (client: Queryable, endpointId: string): Promise<SecretTimes> => {
  const { rows } = await client.query<{ at: Date; what: string }>({
    name: 'read_secret_times',
    text: `
      select at, what from endpoint_log
      where endpoint_id = $1 and what in ('created', 'secret_rotated') order by id desc limit $2`,
    values: [endpointId, rotationMax],
  });
  return {
    rotatedAtMs: rows.filter(({ what }) => what === 'secret_rotated').map(({ at }) => at.getTime()),
    createdAtMs: rows.find(({ what }) => what === 'created')?.at.getTime() ?? null,
  };
};

/** Sealed ones, of any merchant's endpoint. */
export const readSecrets = async (client: Queryable, endpointId: string): Promise<SealedSecret[]> => {
  const { rows } = await client.query<{ secrets: unknown }>({
    name: 'read_secrets',
    text: 'select secrets from endpoints where id = $1',
    values: [endpointId],
  });
  return sealedSecretSchema.array().parse(rows[0]?.secrets ?? []);
};
