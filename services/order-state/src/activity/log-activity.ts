import type { ActivityAction, ActivityEntry } from '@delivery/contracts';
import { inTransaction, type Pool, type Queryable, queryRows } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { ocsfOf } from './rules/ocsf.js';

/** Lines that one transaction writes to the log at most. */
const linesMax = 200;

type Line = {
  id: number;
  at: Date;
  action: ActivityAction;
  actor: Pick<ActivityEntry['actor'], 'type' | 'name' | 'credential'>;
  subject: Pick<ActivityEntry['subject'], 'type' | 'id'>;
  owner_id: string | null;
  changed: string[] | null;
  address: string | null;
};

/**
 * Writes lines of the activity to the service's log, for a SIEM: the names of changed settings, and no values. A line
 * is marked in the transaction that commits after it was written, so a process that dies between the two writes it
 * twice, with the same `activity_id`.
 * @returns 1 if more lines wait
 */
export const logActivity = ({ pool, logger }: { pool: Pool; logger: Pick<Logger, 'info'> }): Promise<number> =>
  inTransaction(pool, async (client) => {
    const lines = await takeLines(client);
    for (const line of lines) logger.info(toFields(line), 'activity');
    return lines.length < linesMax ? 0 : 1;
  });

const takeLines = (client: Queryable): Promise<Line[]> =>
  queryRows(client, {
    name: 'take_lines_to_log',
    text: `
      with taken as (
        select id from activity where not is_logged order by id limit $1 for update skip locked
      ), marked as (
        update activity l set is_logged = true from taken where l.id = taken.id returning l.*
      )
      select id, at, action, owner_id, address,
        json_build_object('type', actor_type, 'name', actor_name, 'credential', credential) as actor,
        json_build_object('type', subject_type, 'id', subject_id) as subject,
        (select array_agg(c->>'name') from jsonb_array_elements(changes) c) as changed
      from marked order by id`,
    values: [linesMax],
  });

/** The end of a token stays in the database. */
const toFields = ({ id, at, actor: { credential, ...actor }, owner_id, address, ...line }: Line) => ({
  ...ocsfOf(line.action),
  activity: { id, at: at.toISOString() },
  ...line,
  actor: { ...actor, credential: credential?.type === 'token' ? { type: credential.type } : credential },
  ownerId: owner_id,
  address,
});
