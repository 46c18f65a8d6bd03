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
  max_per_second: number | null;
  failing_since: Date | null;
};

/**
 * Locks the windows in endpoint order: the last lock that a transaction waits for. Whoever holds one never waits for
 * another row, so transactions that come here in any number end one after the other.
 */
export const lockWindows = async (client: Queryable, endpointIds: readonly string[]): Promise<Window[]> => {
  const { windows } = await together({
    locked: lockWindowsUnread(client, endpointIds),
    windows: readLockedWindows(client, endpointIds),
  });
  return windows;
};

/** For who releases from the windows as they are. */
export const lockWindowsUnread = async (client: Queryable, endpointIds: readonly string[]): Promise<void> => {
  await client.query({
    name: 'lock_windows',
    text: 'select 1 from endpoint_windows where endpoint_id = any($1) order by endpoint_id for no key update',
    values: [arrayOf('uuid', endpointIds)],
  });
};

/** Those of the windows that nobody holds. */
export const lockFreeWindows = async (client: Queryable, endpointIds: readonly string[]): Promise<Window[]> => {
  const { rows } = await client.query<{ endpoint_id: string }>({
    name: 'lock_free_windows',
    text: 'select endpoint_id from endpoint_windows where endpoint_id = any($1) for no key update skip locked',
    values: [arrayOf('uuid', endpointIds)],
  });
  return readLockedWindows(
    client,
    rows.map((row) => row.endpoint_id),
  );
};

/** The windows whose time has come. One that another transaction holds is skipped: that one releases, or says when. */
export const lockDueWindows = async (client: Queryable, now: Date, windowMax: number): Promise<Window[]> => {
  const { due } = await together({
    taken: takeWakes(client, windowMax),
    due: client.query<{ endpoint_id: string }>({
      name: 'lock_due_windows',
      text: `
        select endpoint_id from endpoint_windows
        where wake_at <= $1 order by wake_at limit $2 for no key update skip locked`,
      values: [now, windowMax],
    }),
  });
  const endpointIds = due.rows.map((row) => row.endpoint_id);
  return endpointIds.length > 0 ? readLockedWindows(client, endpointIds) : [];
};

/**
 * A statement of its own, after the lock: one that waited for the lock would show the window as it is now, but the
 * endpoint's status as it was before the wait, and what was held would go out, or be forgotten.
 */
const readLockedWindows = async (client: Queryable, endpointIds: readonly string[]): Promise<Window[]> => {
  const { rows } = await client.query<Row>({
    name: 'read_locked_windows',
    text: `
      select w.endpoint_id, e.status, w.size, w.in_flight, w.probe_at, e.max_per_second, w.failing_since,
             ${sharedBy}::int as shared_by
      from endpoint_windows w join endpoints e on e.id = w.endpoint_id
      where w.endpoint_id = any($1) order by w.endpoint_id`,
    values: [arrayOf('uuid', endpointIds)],
  });
  return rows.map(toWindow);
};

const toWindow = (row: Row): Window => ({
  endpointId: row.endpoint_id,
  active: row.status === 'active',
  deleted: row.status === 'deleted',
  sharedBy: Math.max(1, row.shared_by),
  size: row.size,
  inFlight: row.in_flight,
  probeAtMs: row.probe_at?.getTime() ?? null,
  maxPerSecond: row.max_per_second,
  failingSinceMs: row.failing_since?.getTime() ?? null,
});
