import { arrayOf, type Queryable, together } from '@delivery/postgres';
import type { Window } from '../rules/window.js';
import { sharedBy } from './shared-by.js';
import { takeWakes } from './window-wakes.js';

type Row = {
  endpoint_id: string;
  status: string;
  shared_by: number;
  size: number;
  in_flight: number;
  probe_at: Date | null;
  failing_since: Date | null;
};

/**
 * Locks the windows in endpoint order: the last lock that a transaction waits for. The holder of one never waits for
 * another row, so transactions that come here in any number end one after the other.
 */
export const lockWindows = (client: Queryable, endpointIds: readonly string[]): Promise<Window[]> =>
  readAndLock(client, { name: 'lock_windows', how: 'order by w.endpoint_id for no key update of w' }, endpointIds);

/** Those of the windows that no other transaction holds. */
export const lockFreeWindows = (client: Queryable, endpointIds: readonly string[]): Promise<Window[]> =>
  readAndLock(client, { name: 'lock_free_windows', how: 'for no key update of w skip locked' }, endpointIds);

/** A row that was waited for is read as it is once it is locked; its status with it. */
const readAndLock = async (
  client: Queryable,
  { name, how }: { name: string; how: string },
  endpointIds: readonly string[],
): Promise<Window[]> => {
  const { rows } = await client.query<Row>({
    name,
    text: `
      select w.endpoint_id, w.status, w.size, w.in_flight, w.probe_at, w.failing_since, ${sharedBy}::int as shared_by
      from endpoint_windows w join endpoints e on e.id = w.endpoint_id
      where w.endpoint_id = any($1) ${how}`,
    values: [arrayOf('uuid', endpointIds)],
  });
  return rows.map(toWindow);
};

export type DueWindow = Pick<Window, 'endpointId' | 'size'>;

/** The windows whose time has come. One that another transaction holds is skipped: that one releases, or says when. */
export const lockDueWindows = async (client: Queryable, now: Date, windowMax: number): Promise<DueWindow[]> => {
  const { due } = await together({
    taken: takeWakes(client, windowMax),
    due: client.query<DueWindow>({
      name: 'lock_due_windows',
      text: `
        select endpoint_id as "endpointId", size from endpoint_windows
        where wake_at <= $1 order by wake_at limit $2 for no key update skip locked`,
      values: [now, windowMax],
    }),
  });
  return due.rows;
};

const toWindow = (row: Row): Window => ({
  endpointId: row.endpoint_id,
  active: row.status === 'active',
  deleted: row.status === 'deleted',
  sharedBy: Math.max(1, row.shared_by),
  size: row.size,
  inFlight: row.in_flight,
  probeAtMs: row.probe_at?.getTime() ?? null,
  failingSinceMs: row.failing_since?.getTime() ?? null,
});
