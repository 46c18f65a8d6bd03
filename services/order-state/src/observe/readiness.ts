import type { MissingReason, ReadinessCheck } from '@delivery/http-edge';
import type { Connection } from '@delivery/messaging';
import type { Pool } from '@delivery/postgres';

/** Reads and the operator API need Postgres alone: without the broker the service still answers them. */
export const listReadinessChecks = (deps: {
  pool: Pool;
  isMigrated: () => boolean;
  isAnyRowLocked: () => boolean;
  consuming: Connection;
  publishing: Connection;
}): ReadinessCheck[] => [
  { name: 'postgres', missing: () => postgresMissing(deps) },
  {
    name: 'postgres.rows',
    advisory: true,
    missing: () => (deps.isAnyRowLocked() ? 'another transaction holds rows' : undefined),
  },
  { name: 'rabbitmq.consume', advisory: true, missing: () => brokerMissing(deps.consuming) },
  { name: 'rabbitmq.publish', advisory: true, missing: () => brokerMissing(deps.publishing) },
];

const postgresMissing = ({
  pool,
  isMigrated,
}: {
  pool: Pool;
  isMigrated: () => boolean;
}): Promise<MissingReason | undefined> =>
  pool.query('select 1').then(
    () => (isMigrated() ? undefined : 'migrating'),
    () => 'does not answer',
  );

const brokerMissing = (connection: Connection): MissingReason | undefined =>
  connection.isBlocked() ? 'blocked by the broker' : connection.missing();
