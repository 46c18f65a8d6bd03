import type { Queryable } from './pipeline.js';
import { queryOne } from './query.js';

/**
 * The product's requirements for a Postgres server. A session resets settings that a database or a role may have
 * changed; a server that can lose confirmed data is refused. All other settings are the operator's:
 * `default_transaction_read_only` may protect a database that is being moved, and `search_path` may name a schema.
 */
const reliedOn: readonly string[] = [
  // `pg` reads times and intervals in these styles, and statements read days as text.
  `set datestyle = 'ISO, MDY'`,
  'set intervalstyle = postgres',
  `set timezone = 'UTC'`,
  // Numbers, bytes and arrays as text: with all digits, in hex, and with nulls.
  'set extra_float_digits = 1',
  'set bytea_output = hex',
  'set array_nulls = on',
  // Statements have backslashes in their patterns.
  'set standard_conforming_strings = on',
  // Each statement sees what others committed before it: a transaction locks first, and then reads.
  `set default_transaction_isolation = 'read committed'`,
  // Confirmed data outlives a crash. A cluster that waits for its standbys still does.
  `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`,
  // From Postgres 17 on. The limits of a pool are of statements.
  `select set_config('transaction_timeout', '0', false) where current_setting('transaction_timeout', true) is not null`,
];

export const reliedOnSettings = reliedOn.join('; ');

/** The server keeps less than the product promises, or holds text that it cannot write. It does not mend itself. */
export class UnsuitableServerError extends Error {
  override readonly name = 'UnsuitableServerError';
}

/** `any`: the caller confirms nothing, or the operator accepts that data may be lost. */
export type Durability = 'required' | 'any';

/** Locks of a transaction: a list by merchant takes seven for each day of history. */
const lockMin = 256;

type ServerSettings = { encoding: string; fsync: string; full_page_writes: string; locks: number };

const readSettings = (client: Queryable): Promise<ServerSettings> =>
  queryOne(
    client,
    `select current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
            current_setting('full_page_writes') as full_page_writes,
            current_setting('max_locks_per_transaction')::int as locks`,
  );

/** @throws UnsuitableServerError */
export const refuseUnsuitableServer = async (client: Queryable, durability: Durability): Promise<void> => {
  const { encoding, ...settings } = await readSettings(client);
  if (encoding !== 'UTF8') {
    throw new UnsuitableServerError(
      `the encoding of the database is ${encoding}, which cannot hold every text: create it with encoding UTF8`,
    );
  }
  const off = (['fsync', 'full_page_writes'] as const).filter((name) => settings[name] === 'off');
  if (durability === 'required' && off.length > 0) {
    throw new UnsuitableServerError(
      `${off.join(' and ')} is off at the server, so a crash loses what was confirmed. Turn it on, or set ` +
        'DATABASE_ALLOW_DATA_LOSS=true',
    );
  }
};

/** Whether lists over all days may run out of locks; `undefined` while the server does not answer. */
export const hasFewLocks = (client: Queryable): Promise<boolean | undefined> =>
  readSettings(client).then(
    ({ locks }) => locks < lockMin,
    () => undefined,
  );
