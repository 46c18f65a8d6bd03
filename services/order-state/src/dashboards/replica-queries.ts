import { type Heartbeat, type ReplicaConfig, type SeenReplica, silentAfterSeconds } from '@delivery/contracts';
import { arrayOf, type Queryable, queryRows, type RowOf } from '@delivery/postgres';

/**
 * Notes that a replica lives, or that it has stopped. All times are the database's. Two processes may have heard the
 * same: it is noted twice. One that was started again has the row of the run before.
 */
export const noteHeartbeat = async (
  client: Queryable,
  { type, service, name, run, version, uptime_seconds, stalled, creates, config }: Heartbeat,
): Promise<void> => {
  if (type === 'replica.stopped') {
    const text = 'delete from replicas where service = $1 and name = $2 and run = $3';
    await client.query({ name: 'drop_replica', text, values: [service, name, run] });
    return;
  }
  await client.query({
    name: 'note_replica',
    text: `
      insert into replicas as r (service, name, run, version, started_at, seen_at, stalled, creates, config)
      values ($1, $2, $3, $4, now() - make_interval(secs => $5), now(), $6, $7, $8)
      on conflict (service, name) do update set run = excluded.run, version = excluded.version,
        seen_at = excluded.seen_at,
        stalled = excluded.stalled, creates = excluded.creates,
        started_at = case when r.run = excluded.run then r.started_at else excluded.started_at end,
        config = coalesce(excluded.config, case when r.run = excluded.run then r.config end)`,
    values: [service, name, run, version, uptime_seconds, arrayOf('text', stalled), creates ?? null, config ?? null],
  });
};

export type ReplicaRow = RowOf<Omit<SeenReplica, 'state'>> & { silent: boolean };

/** Replicas in one answer. */
const rowMax = 500;

/** Those that were heard of within the last hour, silent ones first. */
export const readReplicas = (client: Queryable): Promise<ReplicaRow[]> =>
  queryRows(client, {
    name: 'read_replicas',
    text: `
      select *, seen_seconds_ago > $1 as silent from (
        -- It may have been noted by a statement that has begun after this one.
        select service, name, version, started_at, seen_at, stalled, creates,
          greatest(0, extract(epoch from now() - seen_at))::float8 as seen_seconds_ago
        from replicas where seen_at > now() - interval '1 hour') heard
      order by silent desc, service, name limit $2`,
    values: [silentAfterSeconds, rowMax],
  });

/** The settings of each replica that runs or is silent, those of one service together. */
export const readConfigs = (client: Queryable): Promise<RowOf<ReplicaConfig>[]> =>
  queryRows(client, {
    name: 'read_replica_configs',
    text: `
      select service, name, version, config from replicas where seen_at > now() - interval '1 hour'
      order by service, name limit $1`,
    values: [rowMax],
  });

export const purgeReplicas = async (client: Queryable): Promise<void> => {
  const text = `delete from replicas where seen_at <= now() - interval '1 hour'`;
  await client.query({ name: 'purge_replicas', text, values: [] });
};
