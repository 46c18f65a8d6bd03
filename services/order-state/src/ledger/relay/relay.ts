import { awaitAll, inTransaction, type Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { readDuePulled } from '../queries/pulled.js';
import { releaseDeliveries } from '../queries/release-deliveries.js';
import { lockDueWindows, readNextWakeMs } from '../queries/windows.js';
import type { Release } from '../rules/release.js';
import { isPulled, takenMax } from '../rules/window.js';

export type Relay = {
  start: () => void;
  /** Says that a commit may have made something due, or moved the time at which something will be. */
  wake: () => void;
  /** For a caller that knows that time, `null` for never: it only ends a sleep that would last longer. */
  dueAt: (ms: number | null) => void;
  close: () => Promise<void>;
};

/** Another replica may have died before it could wake itself: look again after this time in any case. */
const sleepMaxMs = 5_000;
/** Many commits in a row are answered by one look. */
const restMs = 10;
/** How soon to ask again for due deliveries whose window another transaction holds. */
const lockedRestMs = 250;
const failureRestMs = 1_000;

/**
 * Releases deliveries whose time has come, takes back deliveries that were taken and not acked in time, and tells whose
 * polls should look. Sleeps until a commit wakes it or the first endpoint is due; any number of replicas share the work,
 * each taking endpoints that no other holds.
 */
export const createRelay = (deps: {
  pool: Pool;
  now: () => number;
  /** Nothing is released while nothing can be published. */
  canPublish: () => boolean;
  onReleased: (releases: Release[]) => void;
  /** Called after COMMIT with the pull endpoints for which something is due. */
  onDuePulled: (endpointIds: readonly string[]) => void;
  /** Resolves when all leases that had expired before are ended, except those that another transaction holds. */
  expireTaken: () => Promise<void>;
  logger: Logger;
}): Relay => {
  const alarm = createAlarm();
  let closed = false;
  /** While it is awake no time is too early to be looked at again. */
  let asleepUntilMs = Number.POSITIVE_INFINITY;

  const run = async (): Promise<void> => {
    while (!closed) {
      try {
        asleepUntilMs = Number.POSITIVE_INFINITY;
        // Needs no broker.
        await deps.expireTaken();
        const sleepMs = deps.canPublish() ? await releaseDue() : failureRestMs;
        asleepUntilMs = deps.now() + sleepMs;
        await alarm.sleep(sleepMs, restMs);
      } catch (error) {
        deps.logger.warn({ err: error }, 'relay.failed');
        await alarm.sleep(failureRestMs, failureRestMs);
      }
    }
  };

  /** @returns how long nothing will be due, as far as this replica can know */
  const releaseDue = async (): Promise<number> => {
    for (;;) {
      const nowMs = deps.now();
      const { releases, duePulled, looked } = await releaseDueWindows(deps.pool, nowMs);
      deps.onReleased(releases);
      if (duePulled.length > 0) deps.onDuePulled(duePulled);
      if (looked === windowBatchMax) continue;
      const nextMs = await readNextWakeMs(deps.pool);
      if (nextMs === null) return sleepMaxMs;
      return nextMs <= nowMs ? lockedRestMs : Math.min(sleepMaxMs, Math.max(0, nextMs - deps.now()));
    }
  };

  let running: Promise<void> | undefined;
  return {
    start: () => {
      running ??= run();
    },
    wake: alarm.ring,
    dueAt: (ms) => {
      if (ms !== null && ms < asleepUntilMs) alarm.ring();
    },
    close: async () => {
      closed = true;
      alarm.ring();
      await running;
    },
  };
};

/** Sleeps for a time, at least `minMs`, or until rung; a ring while awake ends the next sleep early. */
const createAlarm = () => {
  let rung = false;
  let end: (() => void) | undefined;
  return {
    ring: () => {
      rung = true;
      end?.();
    },
    sleep: async (ms: number, minMs: number): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, minMs));
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.max(0, ms - minMs));
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      end = undefined;
      rung = false;
    },
  };
};

/** Endpoints looked at in one transaction. */
const windowBatchMax = 100;

/** `looked`: at how many endpoints. `duePulled`: whose polls should look; of those nothing is released. */
type DueWindows = { releases: Release[]; duePulled: string[]; looked: number };

/** Looks at endpoints whose time has come and that are not locked, and releases what they have room for. Resolves after COMMIT. */
export const releaseDueWindows = (pool: Pool, nowMs: number): Promise<DueWindows> =>
  inTransaction(pool, async (client) => {
    const now = new Date(nowMs);
    const windows = await lockDueWindows(client, now, windowBatchMax);
    if (windows.length === 0) return { releases: [], duePulled: [], looked: 0 };
    const pulled = windows.filter(isPulled).map(({ endpointId }) => endpointId);
    const { released, duePulled } = await awaitAll({
      released: releaseDeliveries(client, { endpointIds: windows.map(({ endpointId }) => endpointId) }, nowMs),
      duePulled: pulled.length > 0 ? readDuePulled(client, pulled, { now, takenMax }) : [],
    });
    return { releases: released.releases, duePulled, looked: windows.length };
  });
