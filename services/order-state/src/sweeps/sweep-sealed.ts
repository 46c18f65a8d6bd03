import type { Pool } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { resealSecrets } from '../endpoints/queries/secrets.js';

/** After a change of SECRETS_KEY, or of how texts are sealed: seals anew what rests otherwise, until nothing does. */
export const sweepSealed = async (deps: { pool: Pool; sealer: Sealer; logger: Logger }): Promise<number> => {
  const resealed = await resealSecrets(deps.pool, deps.sealer);
  if (resealed > 0) deps.logger.info({ count: resealed }, 'secrets.resealed');
  return resealed;
};
