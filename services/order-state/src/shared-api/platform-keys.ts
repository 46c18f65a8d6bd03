import { randomUUID } from 'node:crypto';
import { type PlatformKeyRotated, platformOwnerId, type RotateKey } from '@delivery/contracts';
import { answerJson, type ApiRequest, type ApiRoute } from '@delivery/http-edge';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { type Actor, insertActivity } from '../activity/queries.js';
import { confirmCaller } from '../merchants/confirm-caller.js';
import {
  ensureKey,
  ensurePlatform,
  type NewKey,
  readPlatform,
  renewMerchants,
  replaceKey,
} from '../merchants/platform-queries.js';
import { type MerchantsOf, nextDirectoryVersion } from '../merchants/queries.js';
import { createKey, hashCredential, platformKeyOf } from '../merchants/rules/credentials.js';
import { platformNotFound, readPlatformId } from './read-params.js';

/** The platform of that name, made where there is none. */
export const providePlatform = (client: Transaction, name: string): Promise<string> =>
  ensurePlatform(client, { id: randomUUID(), name });

/**
 * The key of a platform that there is. It is one for all of its merchants of a mode, and made with the first of them.
 */
export const provideKey = async (client: Transaction, sealer: Sealer, of: MerchantsOf): Promise<string> => {
  const sealed = await ensureKey(client, of, makeKey(sealer, of));
  return sealer.open(sealed, platformKeyOf(platformOwnerId(of.platformId, of.mode)));
};

const makeKey = (sealer: Sealer, { platformId, mode }: MerchantsOf): NewKey => {
  const key = createKey(mode);
  return {
    keyHash: hashCredential(key),
    sealedKey: sealer.seal(key, platformKeyOf(platformOwnerId(platformId, mode))),
  };
};

export type KeyDeps = { pool: Pool; sealer: Sealer; logger: Logger };

/**
 * Safe to repeat: while an old key still works, the answer has the same new one. @param read `actor`: who asks for it,
 * and why
 */
export const rotateKey =
  <Identity>(
    { pool, sealer, logger }: KeyDeps,
    read: (request: ApiRequest<Identity>) => Pick<RotateKey, 'mode' | 'old_key_hours'> & { actor: Actor },
  ): ApiRoute<Identity>['handle'] =>
  async (request) => {
    const platformId = readPlatformId(request);
    const { mode, old_key_hours: hours, actor } = read(request);
    const of = { platformId, mode };
    const rotated = await inTransaction(pool, async (client): Promise<PlatformKeyRotated> => {
      const version = await nextDirectoryVersion(client);
      await confirmCaller(client, actor);
      if (!(await readPlatform(client, platformId))) throw platformNotFound();
      await provideKey(client, sealer, of);
      const replaced = await replaceKey(client, of, makeKey(sealer, of), hours);
      await renewMerchants(client, of, version);
      const subject = { type: 'platform', id: platformId };
      await insertActivity(client, actor, { action: 'platform.key_rotated', subject, detail: mode });
      const key = sealer.open(replaced.sealed_key, platformKeyOf(platformOwnerId(platformId, mode)));
      return { mode, key, old_key_until: replaced.previous_until.toISOString() };
    });
    logger.info({ platformId, mode }, 'platform.key_rotated');
    return answerJson(200, rotated);
  };
