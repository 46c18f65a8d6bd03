import type { Queryable } from '@delivery/postgres';

export type Platform = { id: string; sealedKey: string };

/** The platform of that name, created with the given key when it is new. Who comes second waits for the first. */
export const ensurePlatform = async (
  client: Queryable,
  wanted: { id: string; name: string; keyHash: string; sealedKey: string },
): Promise<Platform> => {
  await client.query(
    'insert into platforms (id, name, key_hash, sealed_key) values ($1, $2, $3, $4) on conflict (name) do nothing',
    [wanted.id, wanted.name, wanted.keyHash, wanted.sealedKey],
  );
  const { rows } = await client.query<{ id: string; sealed_key: string }>(
    'select id, sealed_key from platforms where name = $1',
    [wanted.name],
  );
  const platform = rows[0];
  if (!platform) throw new Error('a platform vanished while it was created');
  return { id: platform.id, sealedKey: platform.sealed_key };
};
