import { arrayOf, type Queryable } from '@delivery/postgres';

/**
 * Whether something may be taken from endpoint `e` with window `w` at this moment. One look into an index: where many polls
 * wait and nothing has happened, this is all that they cost.
 * @param now as SQL
 */
export const isDue = (now: string, takenMax: string): string => `(
  e.status = 'active' and w.in_flight < ${takenMax} and (
    select d.id from deliveries d
    where d.endpoint_id = e.id and d.state = 'waiting' and d.gate_open and d.not_before <= ${now}
    order by d.not_before, d.id limit 1
  ) is not null)`;

/** Those of these pull endpoints whose waiting polls should look: something is due, or the endpoint is gone. */
export const readDuePulled = async (
  client: Queryable,
  endpointIds: readonly string[],
  limits: { now: Date; takenMax: number },
): Promise<string[]> => {
  const { rows } = await client.query<{ id: string }>({
    name: 'read_due_pulled',
    text: `
      select e.id from endpoints e join endpoint_windows w on w.endpoint_id = e.id
      where e.id = any($1) and (e.status = 'deleted' or ${isDue('$2', '$3')})`,
    values: [arrayOf('uuid', endpointIds), limits.now, limits.takenMax],
  });
  return rows.map((row) => row.id);
};
