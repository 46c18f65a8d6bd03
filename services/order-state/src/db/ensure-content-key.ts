import { randomBytes } from 'node:crypto';
import type { Sealer } from '@delivery/service-kit';
import type { Queryable } from './pool.js';

/** The key of the content hashes: made once, by whichever replica comes first, and kept sealed. */
export const ensureContentKey = async (client: Queryable, sealer: Sealer): Promise<Buffer> => {
  await client.query(
    `insert into service_secrets (name, sealed) values ('content_hash', $1) on conflict (name) do nothing`,
    [sealer.seal(randomBytes(32).toString('base64'))],
  );
  const { rows } = await client.query<{ sealed: string }>(
    `select sealed from service_secrets where name = 'content_hash'`,
  );
  const [row] = rows;
  if (!row) throw new Error('the content key vanished from service_secrets');
  return Buffer.from(sealer.open(row.sealed), 'base64');
};
