import { randomUUID } from 'node:crypto';
import type { MerchantMode } from '@delivery/contracts';
import type { Transaction } from '@delivery/postgres';
import type { Sealer } from '@delivery/service-kit';
import { ensurePlatform, ensureSandboxKey, type Platform, readSealedKey } from '../merchants/platform-queries.js';
import type { MerchantsOf } from '../merchants/queries.js';
import { createKey, hashCredential } from '../merchants/rules/credentials.js';
import { platformKeyOf, sandboxKeyOf } from '../merchants/rules/sealed-places.js';
import { platformNotFound } from './read-params.js';

/** The platform of that name. Its key is one for all of its merchants of a mode: the keys made here count only where it has none yet. */
export const providePlatform = async (
  client: Transaction,
  sealer: Sealer,
  { name, mode }: { name: string; mode: MerchantMode },
): Promise<{ platformId: string; key: string }> => {
  const key = createKey('live');
  const id = randomUUID();
  const sealedKey = sealer.seal(key, platformKeyOf(id));
  const platform = await ensurePlatform(client, { id, name, keyHash: hashCredential(key), sealedKey });
  return { platformId: platform.id, key: await openKey(client, sealer, platform, mode) };
};

/** The key of a platform that there is. */
export const provideKey = async (
  client: Transaction,
  sealer: Sealer,
  { platformId, mode }: MerchantsOf,
): Promise<{ platformId: string; key: string }> => {
  const sealedKey = await readSealedKey(client, platformId);
  if (sealedKey === undefined) throw platformNotFound();
  return { platformId, key: await openKey(client, sealer, { id: platformId, sealedKey }, mode) };
};

const openKey = (
  client: Transaction,
  sealer: Sealer,
  { id, sealedKey }: Platform,
  mode: MerchantMode,
): string | Promise<string> =>
  mode === 'live' ? sealer.open(sealedKey, platformKeyOf(id)) : provideSandboxKey(client, sealer, id);

const provideSandboxKey = async (client: Transaction, sealer: Sealer, platformId: string): Promise<string> => {
  const key = createKey('sandbox');
  const sealedKey = sealer.seal(key, sandboxKeyOf(platformId));
  const sealed = await ensureSandboxKey(client, { platformId, keyHash: hashCredential(key), sealedKey });
  return sealer.open(sealed, sandboxKeyOf(platformId));
};
