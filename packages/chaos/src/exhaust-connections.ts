import pg from 'pg';

/** More than any server here allows. */
const connectionMax = 1_000;
const tooManyConnections = '53300';

/**
 * Takes every connection that the server has, those of the service too; resolves with how to give them back.
 * @throws Error when the server does not run out of connections
 */
export const exhaustConnections = async (url: string): Promise<() => Promise<void>> => {
  const clients: pg.Client[] = [];
  const giveBack = async (): Promise<void> => {
    await Promise.allSettled(clients.map((client) => client.end()));
  };
  const first = await open(url);
  if (!first) throw new Error('the server has no connection left before it begins');
  clients.push(first);
  while (clients.length < connectionMax) {
    // The service's own connections become free, and are taken before the service asks for them again, or after.
    await first.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'order-state'");
    for (let opened = await open(url); opened; opened = await open(url)) clients.push(opened);
    const { rows } = await first.query<{ left: number }>(
      "select count(*)::int as left from pg_stat_activity where application_name = 'order-state'",
    );
    if (rows[0]?.left === 0) return giveBack;
  }
  await giveBack();
  throw new Error(`the server gave ${connectionMax} connections and did not run out`);
};

const open = async (url: string): Promise<pg.Client | undefined> => {
  const client = new pg.Client({ connectionString: url });
  // The server may end it at any time; it is only there to occupy a place.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === tooManyConnections) return undefined;
    throw error;
  }
};
