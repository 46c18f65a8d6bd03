import pg from 'pg';

export type Presence = {
  /**
   * Takes the lock. Rejects when the database is away; to be called again.
   * @param whenAlone called when nobody else is here; others that come meanwhile wait until it has ended
   */
  announce: (whenAlone: () => Promise<void>) => Promise<void>;
  /** Resolves when the database has said good-bye, which it never does while it hangs. */
  leave: () => Promise<void>;
};

/**
 * Tells other processes that this one is here, by a lock on a session of its own, which ends with the process however that
 * ends. Where the session is lost otherwise this one may be thought gone.
 * @param options.lock the number of the advisory lock: any constant, which every process at work on the database holds shared
 */
export const createPresence = (options: { databaseUrl: string; applicationName: string; lock: number }): Presence => {
  let held: pg.Client | undefined;
  return {
    announce: async (whenAlone) => {
      const session = openSession(options);
      try {
        await session.connect();
        await takeLock(session, options.lock, whenAlone);
        held = session;
      } catch (error) {
        await session.end();
        throw error;
      }
    },
    leave: async () => held?.end(),
  };
};

const openSession = ({ databaseUrl, applicationName }: { databaseUrl: string; applicationName: string }): pg.Client => {
  const session = new pg.Client({
    connectionString: databaseUrl,
    application_name: `${applicationName}.presence`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // Told by the pool, which loses its connections too.
  session.on('error', () => undefined);
  return session;
};

const takeLock = async (session: pg.Client, lock: number, whenAlone: () => Promise<void>): Promise<void> => {
  const { rows } = await session.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [lock]);
  const isAlone = rows[0]?.alone === true;
  if (isAlone) await whenAlone();
  await session.query('select pg_advisory_lock_shared($1)', [lock]);
  if (isAlone) await session.query('select pg_advisory_unlock($1)', [lock]);
};
