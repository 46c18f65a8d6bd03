import type { MissingReason, ReadinessCheck } from '@delivery/http-edge';
import type { Connection } from '@delivery/messaging';
import type { Pool, Standby } from '@delivery/postgres';
import { type DatabaseClock, skewMaxMs } from '../database-clock.js';

/**
 * Reads and the operator API need Postgres alone: without the broker the service still answers them, and without the standby the
 * primary answers its reads.
 */
export const listReadinessChecks = (deps: {
  pool: Pool;
  standby: Standby | undefined;
  clock: DatabaseClock;
  isPrepared: () => boolean;
  consuming: Connection;
  publishing: Connection;
}): ReadinessCheck[] => [
  { name: 'postgres', missing: () => postgresMissing(deps) },
  { name: 'postgres.standby', advisory: true, missing: () => standbyMissing(deps.standby) },
  { name: 'clock', advisory: true, missing: () => clockMissing(deps.clock) },
  { name: 'rabbitmq.consume', advisory: true, missing: () => brokerMissing(deps.consuming) },
  { name: 'rabbitmq.publish', advisory: true, missing: () => brokerMissing(deps.publishing) },
];

const postgresMissing = ({
  pool,
  isPrepared,
}: {
  pool: Pool;
  isPrepared: () => boolean;
}): Promise<MissingReason | undefined> =>
  pool.query('select 1').then(
    () => (isPrepared() ? undefined : 'migrating'),
    () => 'does not answer',
  );

const clockMissing = ({ skewMs }: DatabaseClock): MissingReason | undefined =>
  Math.abs(skewMs() ?? 0) > skewMaxMs ? 'differs from the database' : undefined;

const standbyMissing = (standby: Standby | undefined): MissingReason | undefined =>
  standby?.fault() === undefined ? undefined : 'not used';

const brokerMissing = (connection: Connection): MissingReason | undefined =>
  connection.isBlocked() ? 'blocked by the broker' : connection.missing();
