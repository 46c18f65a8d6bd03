import type { Queryable } from '../pipeline-client.js';
import { queryOne } from '../query.js';
import type { ServerState } from './judge-standby.js';

/** Every role may run it. The cluster's identifier is read as text: it exceeds JavaScript's safe integers. */
const stateSql = `
  select pg_is_in_recovery() as is_standby,
         (select system_identifier::text from pg_control_system()) || '/' ||
           (select oid::text from pg_database where datname = current_database()) as database,
         (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end
           - '0/0'::pg_lsn)::int8 as position`;

export const readWalPosition = (client: Queryable): Promise<ServerState> =>
  queryOne(client, { name: 'read_wal_position', text: stateSql });
