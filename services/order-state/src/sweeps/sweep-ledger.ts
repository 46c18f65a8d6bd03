import { deliveriesMessageTtlMs } from '@delivery/contracts';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { type DatabaseClock, skewMaxMs } from '../database-clock.js';
import { claimUnpublished } from '../ledger/queries/publishing.js';
import { releaseDeliveries } from '../ledger/queries/release-deliveries.js';
import {
  endFutureTimes,
  expireLeases,
  firstGate,
  type Gate,
  lockExpiredEndpoints,
  markDrained,
  openStuckGates,
  readClosedGates,
  skipDeleted,
  wakeForgotten,
} from '../ledger/queries/sweep.js';
import { lockFreeWindows } from '../ledger/queries/windows.js';
import { eachApart } from '../ledger/release-due.js';
import { createAside, type OnSetAside } from '../ledger/rules/aside.js';
import type { Release } from '../ledger/rules/releases.js';
import { adjustWindow } from '../ledger/rules/window.js';

/** How long a publish may stay unconfirmed before another replica takes it over. */
const unpublishedMs = 10_000;
export const claimMax = 500;

export type SweepDeps = {
  pool: Pool;
  now: () => number;
  leaseMs: number;
  canPublish: () => boolean;
  /** Called when a sweep has found something: the relay looks, too. */
  onReleased: (releases: Release[]) => void;
  onStuck: (count: number) => void;
  onSetAside: OnSetAside;
  logger: Logger;
};

/**
 * A transaction that began before the first look, or runs beside it, may write times from before the step afterwards.
 */
const looksOwed = 2;

/**
 * Asks for the time of the database. If its clock was set back, nothing waits for a time that was written before: also
 * if that happened while no process ran, and again after a failure.
 */
export const createSweepClock = (deps: SweepDeps & { clock: DatabaseClock }): (() => Promise<number>) => {
  let owed = looksOwed;
  return async () => {
    const setBackMs = await deps.clock.measure();
    if (setBackMs >= skewMaxMs) {
      owed = looksOwed;
      deps.logger.warn({ setBackMs }, 'database.clock_set_back');
    }
    if (owed === 0) return 0;
    await endFutureTimes(deps.pool, new Date(deps.clock.now()));
    owed -= 1;
    deps.onReleased([]);
    return 0;
  };
};

/** Publishes again releases that were never confirmed. */
export const sweepUnpublished = async (deps: SweepDeps): Promise<number> => {
  if (!deps.canPublish()) return 0;
  const nowMs = deps.now();
  // A message must be gone before its lease ends: see `deliveriesMessageTtlMs`.
  const liveMs = Math.min(deliveriesMessageTtlMs, deps.leaseMs);
  const claimed = await claimUnpublished(deps.pool, {
    now: new Date(nowMs),
    claimedBefore: new Date(nowMs - unpublishedMs),
    releasedAfter: new Date(nowMs - liveMs),
    claimMax,
  });
  if (claimed.length === 0) return 0;
  deps.onReleased(
    claimed.map((release) => ({ ...release, expirationMs: release.released_at.getTime() + liveMs - nowMs })),
  );
  return claimed.length;
};

/** Takes back deliveries whose lease has run out, and releases deliveries as far as their windows have room. */
export const createSweepLeases = (deps: SweepDeps): (() => Promise<number>) => {
  const aside = createAside();
  return async () => {
    const nowMs = deps.now();
    const alone = aside.keys();
    const limits = { now: new Date(nowMs), releasedBefore: new Date(nowMs - deps.leaseMs), expireMax: claimMax };
    let total = 0;
    await eachApart(
      { ...deps, aside },
      {
        loop: 'leases',
        find: async (client) => {
          // Room for the deliveries of endpoints that are left alone.
          const expireMax = claimMax * (1 + alone.length);
          const endpointIds = await lockExpiredEndpoints(client, { ...limits, expireMax });
          return endpointIds.filter((id) => !alone.includes(id)).map((endpointId) => ({ endpointId }));
        },
        work: (client, found) => takeBack(client, found, limits),
        onCommit: ({ expired, releases }) => {
          // Another replica may have taken back expired leases, and left room in the window.
          if (expired > 0 || releases.length > 0) deps.onReleased(releases);
          if (expired > 0) deps.logger.warn({ count: expired }, 'ledger.leases_expired');
          total += expired;
        },
      },
    );
    return total;
  };
};

type TakenBack = { expired: number; releases: Release[] };

const takeBack = async (
  client: Transaction,
  found: readonly { endpointId: string }[],
  limits: { now: Date; releasedBefore: Date; expireMax: number },
): Promise<TakenBack> => {
  const nowMs = limits.now.getTime();
  const windows = await lockFreeWindows(
    client,
    found.map(({ endpointId }) => endpointId),
  );
  if (windows.length === 0) return { expired: 0, releases: [] };
  const endpointIds = await expireLeases(client, {
    ...limits,
    endpointIds: windows.map((window) => window.endpointId),
  });
  const narrowed = windows.map((window) =>
    endpointIds
      .filter((id) => id === window.endpointId)
      .reduce((current) => adjustWindow(current, { kind: 'expired' }, nowMs), window),
  );
  const { releases } = await releaseDeliveries(
    client,
    { endpointIds: narrowed.map(({ endpointId }) => endpointId), adjusted: narrowed },
    nowMs,
  );
  return { expired: endpointIds.length, releases };
};

/** Closed gates looked at in one sweep. */
const gateStepMax = 2_000;

/**
 * Must find nothing: deliveries behind gates that should be open, and endpoints that were forgotten. They are mended
 * and reported. Each sweep looks at the gates behind those of the sweep before, even if that one failed, and finds
 * forgotten endpoints whatever becomes of the gates.
 */
export const createSweepStuck = (deps: SweepDeps): (() => Promise<number>) => {
  let cursor: Gate = firstGate;
  const tell = (count: number, releases: Release[], found: object): void => {
    if (count === 0) return;
    deps.onReleased(releases);
    deps.onStuck(count);
    deps.logger.error(found, 'ledger.stuck');
  };
  return async () => {
    const woken = await wakeForgotten(deps.pool, new Date(deps.now()));
    tell(woken, [], { endpointsWoken: woken });
    const gates = await readClosedGates(deps.pool, cursor, gateStepMax);
    cursor = (gates.length === gateStepMax ? gates.at(-1) : undefined) ?? firstGate;
    if (gates.length === 0) return woken;
    const { opened, releases } = await inTransaction(deps.pool, async (client) => {
      const endpointIds = await openStuckGates(client, gates);
      if (endpointIds.length === 0) return { opened: 0, releases: [] };
      const { releases } = await releaseDeliveries(client, { endpointIds: [...new Set(endpointIds)] }, deps.now());
      return { opened: endpointIds.length, releases };
    });
    tell(opened, releases, { gatesOpened: opened });
    return opened + woken;
  };
};

/** A transaction that began before the deletion may still add deliveries: none lasts this long. */
const drainedAfterMs = 3_600_000;

export const sweepDeleted = async (deps: SweepDeps): Promise<number> => {
  let total = 0;
  for (;;) {
    const skipped = await skipDeleted(deps.pool, new Date(deps.now()), claimMax);
    total += skipped;
    if (skipped < claimMax) break;
  }
  await markDrained(deps.pool, new Date(deps.now() - drainedAfterMs));
  return total;
};
