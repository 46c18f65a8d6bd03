import { endpointHeaderOf, endpointSecretOf, type SealedHeader } from '@delivery/contracts';
import {
  inTransaction,
  type Pool,
  type Queryable,
  queryRow,
  queryRows,
  queryValue,
  type Transaction,
} from '@delivery/postgres';
import type { Sealer } from '@delivery/service-kit';
import { type Actor, logEndpoints } from '../../activity/queries.js';
import { oauthSecretOf, platformKeyOf, serviceSecretOf } from '../../merchants/rules/credentials.js';
import { type SealedClient, type SealedSecret, sealedSecretSchema, type SecretTimes } from '../rules/secrets.js';

/** Locks the endpoint: two rotations at once are one after the other. */
export const lockSecrets = async (
  client: Queryable,
  ownerId: string,
  endpointId: string,
): Promise<SealedSecret[] | undefined> => {
  const row = await queryRow<{ secrets: unknown }>(
    client,
    `select secrets from endpoints where id = $1 and owner_id = $2 and status <> 'deleted' for no key update`,
    [endpointId, ownerId],
  );
  return row && sealedSecretSchema.array().parse(row.secrets);
};

export const updateSecrets = async (
  client: Queryable,
  endpointId: string,
  secrets: readonly SealedSecret[],
  actor: Actor,
): Promise<void> => {
  await client.query(
    `with rotated as (update endpoints set secrets = $2 where id = $1 returning id, owner_id)
     ${logEndpoints('rotated', 'endpoint.secret_rotated', { actor: '$3' })}`,
    [endpointId, JSON.stringify(secrets), JSON.stringify(actor)],
  );
};

/** Rotations that are read. An endpoint with more of them shows less about its oldest signatures. */
const rotationMax = 100;

export const readSecretTimes = async (client: Queryable, endpointId: string): Promise<SecretTimes> => {
  const rows = await queryRows<{ at: Date; action: string }>(client, {
    name: 'read_secret_times',
    text: `
      select at, action from activity
      where subject_id = $1 and action in ('endpoint.created', 'endpoint.secret_rotated') order by id desc limit $2`,
    values: [endpointId, rotationMax],
  });
  return {
    rotatedAtMs: rows.filter(({ action }) => action === 'endpoint.secret_rotated').map(({ at }) => at.getTime()),
    createdAtMs: rows.find(({ action }) => action === 'endpoint.created')?.at.getTime() ?? null,
  };
};

/** Sealed ones, of any merchant's endpoint. */
export const readSecrets = async (client: Queryable, endpointId: string): Promise<SealedSecret[]> => {
  const secrets = await queryValue<unknown>(client, {
    name: 'read_secrets',
    text: 'select secrets from endpoints where id = $1',
    values: [endpointId],
  });
  return sealedSecretSchema.array().parse(secrets ?? []);
};

/** The sealed secrets of each endpoint of an owner. */
export const readSecretsOf = async (
  client: Queryable,
  ownerId: string,
): Promise<{ id: string; secrets: SealedSecret[] }[]> => {
  const rows = await queryRows<{ id: string; secrets: unknown }>(client, {
    name: 'read_secrets_of',
    text: `select id, secrets from endpoints where owner_id = $1 and status <> 'deleted' order by created_at, id`,
    values: [ownerId],
  });
  return rows.map(({ id, secrets }) => ({ id, secrets: sealedSecretSchema.array().parse(secrets) }));
};

const resealMax = 200;

/** Seals anew the texts that were sealed for this place. */
type Reseal = (sealed: string, boundTo: string) => string;

/**
 * Seals anew the texts that are sealed with a previous key: platform keys, endpoint secrets and headers, the service's
 * own secrets. A bounded number at a time; rows that another transaction holds come next time.
 * @returns how many rows were sealed anew
 */
export const resealSecrets = (pool: Pool, sealer: Sealer): Promise<number> =>
  inTransaction(pool, async (client) => {
    const reseal: Reseal = (sealed, boundTo) => sealer.seal(sealer.open(sealed, boundTo), boundTo);
    const platforms = await resealPlatformKeys(client, sealer, reseal);
    const own = await resealServiceSecrets(client, sealer, reseal);
    const clients = await resealOauthClients(client, sealer, reseal);
    return platforms + own + clients + (await resealEndpoints(client, sealer, reseal));
  });

const resealPlatformKeys = async (client: Transaction, sealer: Sealer, reseal: Reseal): Promise<number> => {
  const rows = await queryRows<{ owner_id: string; sealed_key: string }>(
    client,
    `select owner_id, sealed_key from platform_keys where not starts_with(sealed_key, $1)
     limit $2 for no key update skip locked`,
    [sealer.currentPrefix, resealMax],
  );
  for (const { owner_id: id, sealed_key } of rows) {
    const resealed = reseal(sealed_key, platformKeyOf(id));
    await client.query('update platform_keys set sealed_key = $2 where owner_id = $1', [id, resealed]);
  }
  return rows.length;
};

const resealServiceSecrets = async (client: Transaction, sealer: Sealer, reseal: Reseal): Promise<number> => {
  const rows = await queryRows<{ name: string; sealed: string }>(
    client,
    `select name, sealed from service_secrets where not starts_with(sealed, $1) limit $2 for no key update skip locked`,
    [sealer.currentPrefix, resealMax],
  );
  for (const { name, sealed } of rows) {
    const resealed = reseal(sealed, serviceSecretOf(name));
    await client.query('update service_secrets set sealed = $2 where name = $1', [name, resealed]);
  }
  return rows.length;
};

const resealOauthClients = async (client: Transaction, sealer: Sealer, reseal: Reseal): Promise<number> => {
  const rows = await queryRows<{ id: string; sealed_secret: string }>(
    client,
    `select id, sealed_secret from oauth_clients where not starts_with(sealed_secret, $1) limit $2
      for no key update skip locked`,
    [sealer.currentPrefix, resealMax],
  );
  for (const { id, sealed_secret } of rows) {
    const resealed = reseal(sealed_secret, oauthSecretOf(id));
    await client.query('update oauth_clients set sealed_secret = $2 where id = $1', [id, resealed]);
  }
  return rows.length;
};

const resealEndpoints = async (client: Transaction, sealer: Sealer, reseal: Reseal): Promise<number> => {
  const rows = await queryRows<{
    id: string;
    url: string | null;
    secrets: unknown;
    header: SealedHeader | null;
    open_delivery: SealedClient | null;
  }>(
    client,
    `select id, url, secrets, header, open_delivery from endpoints
     where exists (select 1 from jsonb_array_elements(secrets) s where not starts_with(s->>'sealed', $1))
       or not starts_with(header->>'sealed', $1) or not starts_with(open_delivery->>'sealed', $1)
     limit $2 for no key update skip locked`,
    [sealer.currentPrefix, resealMax],
  );
  for (const { id, url, secrets, header, open_delivery: oauth } of rows) {
    const resealed = sealedSecretSchema
      .array()
      .parse(secrets)
      .map((secret) => ({ ...secret, sealed: reseal(secret.sealed, endpointSecretOf(id)) }));
    // Only push endpoints have one.
    const resealedHeader = header &&
      url !== null && {
        name: header.name,
        sealed: reseal(header.sealed, endpointHeaderOf(id, { name: header.name, url })),
      };
    const resealedClient = oauth && { ...oauth, sealed: reseal(oauth.sealed, endpointSecretOf(id)) };
    const values = [id, JSON.stringify(resealed), resealedHeader || null, resealedClient];
    await client.query('update endpoints set secrets = $2, header = $3, open_delivery = $4 where id = $1', values);
  }
  return rows.length;
};
