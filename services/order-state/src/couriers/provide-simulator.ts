import { inTransaction, type Pool } from '@delivery/postgres';
import { nextDirectoryVersion } from '../merchants/queries.js';
import { hashCredential } from '../merchants/rules/credentials.js';
import { ensureSimulator, isSimulatorToken } from './queries/systems.js';

/** The system of simulated couriers, by the token that they have. */
export const provideSimulator = async (pool: Pool, token: string): Promise<void> => {
  const tokenHash = hashCredential(token);
  if (await isSimulatorToken(pool, tokenHash)) return;
  await inTransaction(pool, async (client) => ensureSimulator(client, tokenHash, await nextDirectoryVersion(client)));
};
