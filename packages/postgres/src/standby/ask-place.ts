import type { Queryable } from '../flight-client.js';
import type { ServerPlace } from './judge-standby.js';

/** Needs no right that not everybody has. The identifier of a cluster is larger than a number of JavaScript holds. */
const placeSql = `
  select pg_is_in_recovery() as is_standby,
         (select system_identifier::text from pg_control_system()) || '/' ||
           (select oid::text from pg_database where datname = current_database()) as database,
         (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end
           - '0/0'::pg_lsn)::int8 as position`;

export const askPlace = async (server: Queryable): Promise<ServerPlace> => {
  const { rows } = await server.query<ServerPlace>({ name: 'ask_place', text: placeSql });
  const [place] = rows;
  if (!place) throw new Error('a server did not tell its place');
  return place;
};
