import type { Queryable } from '@delivery/postgres';

/** The platform's key for sandbox merchants, sealed: the given one where it has none yet. Who comes second waits for the first. */
export const ensureSandboxKey = async (
  client: Queryable,
  wanted: { platformId: string; keyHash: string; sealedKey: string },
): Promise<string> => {
  const { rows } = await client.query<{ sealed_sandbox_key: string }>(
    `update platforms
     set sealed_sandbox_key = case when sandbox_key_hash is null then $3 else sealed_sandbox_key end,
         sandbox_key_hash = coalesce(sandbox_key_hash, $2)
     where id = $1 returning sealed_sandbox_key`,
    [wanted.platformId, wanted.keyHash, wanted.sealedKey],
  );
  const platform = rows[0];
  if (!platform) throw new Error('a platform vanished while it was given a sandbox key');
  return platform.sealed_sandbox_key;
};
