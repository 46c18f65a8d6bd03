import { randomBytes } from 'node:crypto';
import type { Queryable } from '@delivery/postgres';
import type { Sealer } from '@delivery/service-kit';
import { serviceSecretOf } from '../merchants/rules/sealed-places.js';

/** The key of the content hashes. It is in the database: it is there before the first message is consumed. */
export type ContentKey = { get: () => Buffer; set: (key: Buffer) => void };

export const createContentKey = (): ContentKey => {
  let key: Buffer | undefined;
  return {
    get: () => {
      if (!key) throw new Error('the content key has not been read yet');
      return key;
    },
    set: (read) => {
      key = read;
    },
  };
};

const name = 'content_hash';

/** The key of the content hashes: made once, by whichever replica comes first, and kept sealed. */
export const ensureContentKey = async (client: Queryable, sealer: Sealer): Promise<Buffer> => {
  await client.query('insert into service_secrets (name, sealed) values ($1, $2) on conflict (name) do nothing', [
    name,
    sealer.seal(randomBytes(32).toString('base64'), serviceSecretOf(name)),
  ]);
  const { rows } = await client.query<{ sealed: string }>('select sealed from service_secrets where name = $1', [name]);
  const [row] = rows;
  if (!row) throw new Error('the table service_secrets has no content key');
  return Buffer.from(sealer.open(row.sealed, serviceSecretOf(name)), 'base64');
};
