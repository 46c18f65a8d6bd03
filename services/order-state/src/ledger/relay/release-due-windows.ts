import { inTransaction, type Pool, together } from '@delivery/postgres';
import type { Release } from '../rules/release.js';
import { isPulled, takenMax } from '../rules/window.js';
import { lockDueWindows } from '../sql/lock-windows.js';
import { readDuePulled } from '../sql/read-due-pulled.js';
import { releaseDeliveries } from '../sql/release-deliveries.js';

/** Endpoints looked at in one transaction. */
export const windowBatchMax = 100;

/** `looked`: at how many endpoints. `duePulled`: whose polls should look; of those nothing is released. */
type DueWindows = { releases: Release[]; duePulled: string[]; looked: number };

/** Looks at endpoints whose time has come and that nobody holds, and releases what they have room for. Resolves after COMMIT. */
export const releaseDueWindows = (pool: Pool, nowMs: number): Promise<DueWindows> =>
  inTransaction(pool, async (client) => {
    const now = new Date(nowMs);
    const windows = await lockDueWindows(client, now, windowBatchMax);
    if (windows.length === 0) return { releases: [], duePulled: [], looked: 0 };
    const pulled = windows.filter(isPulled).map(({ endpointId }) => endpointId);
    const { released, duePulled } = await together({
      released: releaseDeliveries(client, { endpointIds: windows.map(({ endpointId }) => endpointId) }, nowMs),
      duePulled: pulled.length > 0 ? readDuePulled(client, pulled, { now, takenMax }) : [],
    });
    return { releases: released.releases, duePulled, looked: windows.length };
  });
