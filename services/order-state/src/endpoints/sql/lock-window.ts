import type { Queryable } from '@delivery/postgres';

/**
 * Locks one endpoint's window before its status changes, as releasing does: nothing is released while it changes.
 * Read the endpoint after this, in a statement of its own: one that waited for the lock would show it as it was before.
 */
export const lockWindow = async (client: Queryable, endpointId: string): Promise<void> => {
  await client.query('select 1 from endpoint_windows where endpoint_id = $1 for no key update', [endpointId]);
};
